public import Flickr
import Foundation

/// A source of photos of a library.
public enum LibrarySource: Hashable, Sendable {
  /// Pages of Flickr's, or in its format, and the sample roll.
  case pages(PhotoSource)
  /// A folder of the user, by its path.
  case folder(String)
  /// A download with what its host knows of the photos, by the path of its folder or zip file.
  case download(DownloadKind, String)

  private static let folderName = "folder:"

  /// Parses the text of a source: `folder:`, `export:` or `gallery-dl:` and a path, or one of `PhotoSource`.
  ///
  /// The path may be relative to the working folder, or begin with `~`.
  ///
  /// - Throws: A `PhotoSourceError` if the text is not a valid source.
  public init(parsing text: String) throws(PhotoSourceError) {
    if let kind = DownloadKind.allCases.first(where: { text.hasPrefix($0.rawValue + ":") }) {
      let path = String(text.dropFirst(kind.rawValue.count + 1))
      guard !path.isEmpty else { throw PhotoSourceError(text, form: kind.rawValue + ":DIR") }
      self = .download(kind, Self.wholePath(path))
      return
    }
    guard text.hasPrefix(Self.folderName) else {
      self = .pages(try PhotoSource(parsing: text))
      return
    }
    let path = String(text.dropFirst(Self.folderName.count))
    guard !path.isEmpty else { throw PhotoSourceError(text, form: "folder:DIR") }
    self = .folder(path: path)
  }

  /// Returns the source of a folder.
  public static func folder(path: String) -> LibrarySource { .folder(wholePath(path)) }

  /// Returns the source of a folder or zip file that a user opens: the account download if it is one, or else the folder.
  public static func opened(path: String) -> LibrarySource {
    let path = wholePath(path)
    return AccountDownload.isOne(path) ? .download(.export, path) : .folder(path)
  }

  /// Returns the path of the folder that a source of a library is; `nil` for other sources.
  static func folderPath(ofSource name: String) -> String? {
    name.hasPrefix(folderName) ? String(name.dropFirst(folderName.count)) : nil
  }

  private static func wholePath(_ path: String) -> String {
    let url = URL(filePath: UserPath.expanded(path)).standardizedFileURL.resolvingSymlinksInPath()
    let whole = url.path(percentEncoded: false)
    return whole.count > 1 && whole.hasSuffix("/") ? String(whole.dropLast()) : whole
  }

  /// A Boolean value that indicates whether Flickr requires an API key for the source.
  public var needsKey: Bool {
    if case .pages(let source) = self { source.needsKey } else { false }
  }

  /// A Boolean value that indicates whether the photos are on this computer, so that fetching them needs no network.
  public var isLocal: Bool { self == .pages(.sample) || isFolder }

  /// A Boolean value that indicates whether this is a folder of the user, with or without descriptions of its photos.
  public var isFolder: Bool { path != nil }

  /// The path of the folder or file of the user.
  var path: String? {
    switch self {
    case .pages: nil
    case .folder(let path), .download(_, let path): path
    }
  }
}

extension LibrarySource: CustomStringConvertible {
  /// The text that `init(parsing:)` accepts; a URL is shown without secrets.
  public var description: String {
    switch self {
    case .pages(let source): source.description
    case .folder(let path): Self.folderName + path
    case .download(let kind, let path): kind.rawValue + ":" + path
    }
  }
}
