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
    where file.missingSince == nil && !imported.contains(file.objectID) {
      file.missingSince = date
      if try file.photo?.followFiles(at: date) == true { count += 1 }
    }
    return count
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
    let present = files.filter { $0.missingSince == nil }.sorted { $0.path < $1.path }
    guard let first = present.first else {
      recordGone(pictureSubject, since: date)
      return true
    }
    if pictureGoneSince != nil { (pictureGoneSince, goneFingerprint) = (nil, nil) }
    guard let context = managedObjectContext, let shown = filePath,
      !present.contains(where: { $0.place == FolderPlace(path: shown) })
    else { return false }
    var record = PhotoRecord(id: flickrID)
    record.renditions = [OwnPhoto.rendition(path: first.path, size: largestSize)]
    if rawTitle == OwnPhoto.title(ofFile: shown) { record.title = OwnPhoto.title(ofFile: first.path) }
    if photographer?.ownerID == OwnPhoto.owner(ofFile: shown).id {
      if isUndone {
        first.changed = 0
      } else {
        (record.ownerID, record.ownerName) = OwnPhoto.owner(ofFile: first.path)
      }
    }
    _ = try PhotoImporter(context: context).run([record])
    return false
  }
}
