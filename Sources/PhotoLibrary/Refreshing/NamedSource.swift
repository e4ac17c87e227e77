public import Flickr

/// A source with a name given by the user.
public struct NamedSource: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The source, as on the command line.
  public let text: String

  /// Makes a named source.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
