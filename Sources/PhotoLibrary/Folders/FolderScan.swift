import Foundation
import ObjectGraph
import PhotoFiles

/// A walk through a folder that finds the files that must be read, because they are new or have changed.
struct FolderScan {
  /// A file that must be read.
  struct Wanted: Sendable {
    let folder: String
    let file: FolderListing.File

    var place: FolderPlace { FolderPlace(folder: folder, name: file.name) }
    var sidecarPath: String? { file.sidecar.map { FolderPlace(folder: folder, name: $0.name).path } }
    var sidecarChanged: Int { file.sidecar?.status.changed ?? 0 }
  }

  /// A folder in which files were found or are missing.
  struct Step: Sendable {
    let folder: String
    var wanted: [Wanted] = []
    var missing: [FolderPlace] = []
    var unchanged = 0
    /// A Boolean value that indicates whether a file is there that is known there, of that size and not as a missing one.
    var hasKnownFile = false
    var others: [String: Int] = [:]
  }

  /// The state of a file as the library knows it.
  struct KnownFile: Sendable {
    let status: FileState
    let sidecarChanged: Int
    let isMissing: Bool
    let hasPhoto: Bool
    let photoID: String
    /// A Boolean value that indicates whether the refresh has read and counted the file already.
    let isCounted: Bool

    init(_ values: ObjectValues<LocalFile>, isCounted: Bool) {
      self.isCounted = isCounted
      status = FileState(size: values[LocalFile.size], changed: values[LocalFile.changed])
      sidecarChanged = values[LocalFile.sidecarChanged]
      isMissing = values[LocalFile.missingSince] != nil
      hasPhoto = values[LocalFile.photo] != nil
      photoID = values[LocalFile.photoID]
    }
  }

  /// Compares a folder with what the library knows of it.
  ///
  /// - Parameters:
  ///   - listing: The files that are there.
  ///   - known: The files of the folder that are known, by their places.
  ///   - deleted: The IDs of the photos among them that were deleted from the library.
  static func step(_ listing: FolderListing, known: [FolderPlace: KnownFile], deleted: Set<String>) -> Step {
    var step = Step(folder: listing.path, others: listing.others)
    for file in listing.files {
      let wanted = Wanted(folder: listing.path, file: file)
      if let known = known[wanted.place], known.hasPhoto, !known.isMissing,
        known.status.size == file.status.size
      {
        step.hasKnownFile = true
      }
      if let known = known[wanted.place], known.status == file.status,
        known.sidecarChanged == wanted.sidecarChanged, !known.isMissing,
        known.hasPhoto || deleted.contains(known.photoID)
      {
        if !known.isCounted { step.unchanged += 1 }
      } else {
        step.wanted.append(wanted)
      }
    }
    let places = Set(
      (listing.files.map(\.name) + listing.unexamined).map { FolderPlace(folder: listing.path, name: $0) })
    step.missing = known.filter { !places.contains($0.key) && !$0.value.isMissing }.map(\.key)
    return step
  }
}
