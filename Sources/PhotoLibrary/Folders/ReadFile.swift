import PhotoFiles
import PhotoMetadata
import PictureFetching

/// A file that was read, with its sidecar.
struct ReadFile: Sendable {
  let wanted: FolderScan.Wanted
  let file: PhotoFile
  /// The sidecar, if it cannot be read, or only up to a fault.
  let unreadableSidecar: UnreadableFile?

  var place: FolderPlace { wanted.place }

  /// Reads a file and its sidecar.
  ///
  /// - Throws: The reason if the file cannot be read or is not a picture; the sidecar is no reason.
  init(_ wanted: FolderScan.Wanted) throws(UnreadableFile) {
    self.wanted = wanted
    let path = wanted.place.path
    let facts: PhotoFacts?
    (facts, unreadableSidecar) = Self.sidecar(wanted.sidecarPath)
    do { file = try PhotoFile(path: path, sidecar: facts) } catch {
      throw UnreadableFile(path: path, error: error)
    }
    if file.facts.storedSize == nil { throw .notAPicture(.file(path: path)) }
  }

  private static func sidecar(_ path: String?) -> (PhotoFacts?, UnreadableFile?) {
    guard let path else { return (nil, nil) }
    do {
      let (facts, fault) = try SidecarFile(path: path).read()
      return (facts, fault.map { UnreadableFile(path: path, reason: $0.description) })
    } catch {
      return (nil, UnreadableFile(path: path, error: error))
    }
  }
}
