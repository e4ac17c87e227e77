import Flickr
import Foundation
import ObjectGraph
import PhotoFiles

extension LocalFile {
  /// A predicate for the files that are not missing.
  static var isThere: FetchPredicate { missingSince == nil }

  /// Returns a predicate for the files in a folder and in those below it.
  static func isBelow(_ root: String) -> FetchPredicate {
    // “0” follows the slash in the order of bytes.
    root == "/" ? folder >= "/" : folder == root || (folder >= root + "/" && folder < root + "0")
  }

  /// Marks files as missing, unless they were found elsewhere or are there again, and returns the number of photos that are
  /// gone with them.
  static func markMissing(
    _ places: [FolderPlace], except imported: Set<ManagedObjectID>, at date: Date,
    in context: ManagedObjectContext
  ) throws -> Int {
    var count = 0
    for file in try files(at: Set(places), in: context)
    where file.missingSince == nil && !imported.contains(file.objectID) && FileState(path: file.path) == nil {
      file.missingSince = date
      if try file.photo?.followFiles(at: date) == true { count += 1 }
    }
    return count
  }
}

extension LocalFile {
  /// Records that the file is there again after it was moved back, with its state: moving changes the times of its attributes.
  ///
  /// Another program may have written into a sidecar before it was moved, or while the file was away.
  func recordReturn() {
    missingSince = nil
    if let state = FileState(path: path), state.size == size { changed = state.changed }
    if sidecarChanged > 0 { sidecarChanged = Self.unreadSidecar }
  }
}

extension Photo {
  /// Shows the picture of a file that is there, or marks the photo as gone if there is none.
  ///
  /// - Returns: A Boolean value that indicates whether the photo is gone.
  /// - Throws: Errors of the store.
  @discardableResult
  func followFiles(at date: Date) throws -> Bool { try follow(Array(files), at: date) }

  /// Shows the picture of one of its files that is there, as ``followFiles(at:)`` does.
  ///
  /// - Parameter isUndone: A Boolean value that indicates whether the photo came back by undo. What undo does not know, it
  ///   cannot take back: the next refresh finds the folder of the photo then.
  @discardableResult
  func follow(_ files: [LocalFile], at date: Date, isUndone: Bool = false) throws -> Bool {
    let (isGone, record) = following(files, at: date, isUndone: isUndone)
    if let record, let context = managedObjectContext {
      _ = try PhotoImporter(context: context).run([record])
    }
    return isGone
  }

  /// Shows the pictures of the files of photos that an undo has moved, as ``follow(_:at:isUndone:)`` does.
  ///
  /// - Parameter others: The files that are going to be deleted.
  static func follow(
    _ photos: [Photo], without others: Set<ManagedObjectID>, in context: ManagedObjectContext
  ) throws {
    let records = photos.compactMap { photo in
      let files = photo.files.filter { !others.contains($0.objectID) }
      return photo.following(Array(files), at: Date(), isUndone: true).record
    }
    // All at once: each result of the store is merged with all unsaved changes.
    if !records.isEmpty { _ = try PhotoImporter(context: context).run(records) }
  }

  /// Marks the photo as gone or as one that is there, and returns the record with which it shows another file.
  private func following(
    _ files: [LocalFile], at date: Date, isUndone: Bool
  ) -> (isGone: Bool, record: PhotoRecord?) {
    let present = files.filter { $0.missingSince == nil }.sorted { $0.path < $1.path }
    guard let first = present.first else {
      recordGone(pictureSubject, since: date)
      return (true, nil)
    }
    if pictureGoneSince != nil { (pictureGoneSince, goneFingerprint) = (nil, nil) }
    guard let shown = filePath, !present.contains(where: { $0.place == FolderPlace(path: shown) })
    else { return (false, nil) }
    var record = recordShowing(first, insteadOf: shown)
    if record.ownerID != nil, isUndone {
      first.changed = 0
      (record.ownerID, record.ownerName) = (nil, nil)
    }
    return (false, record)
  }

  /// Returns the record with which the photo shows another file than before; a title and a photographer that come from the
  /// path of the former one come from that of the other.
  func recordShowing(_ file: LocalFile, insteadOf shown: String) -> PhotoRecord {
    var record = PhotoRecord(id: flickrID)
    record.renditions = [OwnPhoto.rendition(path: file.path, size: largestSize)]
    if rawTitle == OwnPhoto.title(ofFile: shown) { record.title = OwnPhoto.title(ofFile: file.path) }
    if photographer?.ownerID == OwnPhoto.owner(ofFile: shown).id {
      (record.ownerID, record.ownerName) = OwnPhoto.owner(ofFile: file.path)
    }
    return record
  }
}
