/// A source whose names have been looked up, with the parameters of its page requests.
///
/// Created by ``FlickrClient/query(for:)``.
public struct SourceQuery: Hashable, Sendable {
  /// The source.
  public let source: PhotoSource
  let call: Call

  /// The request, without the page number.
  enum Call: Hashable, Sendable {
    /// Files `page-1.json` and so on in a folder, whose URL ends in a slash.
    case folder(String)
    /// A URL, which may contain a placeholder for the page number.
    case address(String)
    /// The feed, with arguments besides those of its format.
    case feed([Argument])
    /// An API method without the prefix `flickr.`, with its arguments.
    case method(String, [Argument])
  }

  /// A Boolean value that indicates whether a page that does not exist is the end of the source.
  ///
  /// Flickr's API answers for every page number: if it does not, there is an error between it and the program.
  var endsWithMissingPage: Bool {
    switch call {
    case .folder, .address: true
    case .feed, .method: false
    }
  }

  struct Argument: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }
}
