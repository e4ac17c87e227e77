/// A kind of download that has photos together with what their host knows of them.
public enum DownloadKind: String, Hashable, CaseIterable, Sendable {
  /// The account download of Flickr (“Request my Flickr data”).
  case export
  /// The files of gallery-dl with those of its option `--write-metadata`.
  case galleryDL = "gallery-dl"

  /// The name in messages.
  var words: String {
    switch self {
    case .export: "account download of Flickr"
    case .galleryDL: "pictures of gallery-dl with metadata"
    }
  }

  /// The files by which it is recognized, in words.
  var hint: String {
    switch self {
    case .export: "it has files such as photo_123.json, or zip files with them"
    case .galleryDL: "each picture has a file such as name.jpg.json beside it (gallery-dl --write-metadata)"
    }
  }
}
