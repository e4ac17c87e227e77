/// A source whose names have been looked up: what its pages are asked for with.
///
/// Made by ``FlickrClient/query(for:)``.
public struct SourceQuery: Hashable, Sendable {
  /// The source.
  public let source: PhotoSource
  let call: Call

  /// What is asked, apart from the number of the page.
  enum Call: Hashable, Sendable {
    /// Files `page-1.json` and so on in a folder, whose address ends in a slash.
    case folder(String)
    /// An address, in which the number may have a place.
    case address(String)
    /// The feed, with arguments beside those of its format.
    case feed([Argument])
    /// A method of the API without `flickr.`, with arguments of its own.
    case method(String, [Argument])
  }

  struct Argument: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }
}
