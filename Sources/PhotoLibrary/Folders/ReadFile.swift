import PhotoFiles
import PhotoMetadata

/// A file that was read.
struct ReadFile: Sendable {
  let wanted: FolderScan.Wanted
  let file: PhotoFile

  var place: FolderPlace { wanted.place }

  /// Reads a file; returns `nil` if it cannot be read, or is no picture.
  init?(_ wanted: FolderScan.Wanted) {
    guard let file = try? PhotoFile(path: wanted.place.path, sidecar: wanted.sidecarPath),
      file.facts.storedSize != nil
    else { return nil }
    self.wanted = wanted
    self.file = file
  }
}
