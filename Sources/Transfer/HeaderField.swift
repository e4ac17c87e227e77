/// A header field of a response.
public struct HeaderField: Hashable, Sendable {
  /// The name as it was sent.
  public var name: String
  /// The value without surrounding white space.
  public var value: String

  /// Creates a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
