import PhotoFiles
import PhotoMetadata

/// A file that was read.
struct ReadFile: Sendable {
  let wanted: FolderScan.Wanted
  let file: PhotoFile

  var place: FolderPlace { wanted.place }

  private init(wanted: FolderScan.Wanted, file: PhotoFile) {
    self.wanted = wanted
    self.file = file
  }

  /// Reads a file, and returns the reason if it cannot be read or is not a picture.
  static func read(_ wanted: FolderScan.Wanted) -> Result {
    let path = wanted.place.path
    do {
      let file = try PhotoFile(path: path, sidecar: wanted.sidecarPath)
      return file.facts.storedSize == nil
        ? .unreadable(.notAPicture(path)) : .read(.init(wanted: wanted, file: file))
    } catch {
      return .unreadable(UnreadableFile(path: path, error: error))
    }
  }

  /// The result of reading a file.
  enum Result: Sendable {
    case read(ReadFile)
    case unreadable(UnreadableFile)
  }
}
