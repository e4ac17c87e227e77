import Flickr
import PictureFetching

/// The photos of a download, as their host and the files describe them.
struct Download: Sendable {
  /// A photo.
  struct Item: Sendable {
    var record: PhotoRecord
    /// The picture; `nil` if the download does not have it.
    var picture: OwnPicture.Place?
    /// A Boolean value that indicates whether the download has the description by the host: other values are guesses by the
    /// name of the picture.
    var isDescribed = true

    /// The key by which items are ordered: the path of the picture, and the ID.
    fileprivate var order: (path: String, id: String) { (picture?.path ?? "", record.id) }
  }

  /// The photos, those of one zip file after those of the other, so that the directory of each is read once.
  var items: [Item] = []
  var albums: [AccountAlbum] = []
  /// The numbers of files of kinds that are not shown, by their extensions.
  var otherKinds: [String: Int] = [:]
  /// The files that should describe photos, and do not, and those whose names cannot be kept.
  var unreadable: [UnreadableFile] = []
  /// The errors about parts that could not be read, such as a zip file that is damaged.
  var faults: [any Error] = []

  /// A Boolean value that indicates whether everything was read, and there are no photos.
  var isEmpty: Bool { items.isEmpty && faults.isEmpty }

  /// Reads a download of a kind.
  ///
  /// - Throws: The errors of `DownloadFiles`.
  static func read(_ kind: DownloadKind, at path: String) throws -> Download {
    var download =
      switch kind {
      case .export: try AccountDownload.read(path)
      case .galleryDL: try GalleryDownload.read(path)
      }
    download.items.sort { $0.order < $1.order }
    return download
  }
}
