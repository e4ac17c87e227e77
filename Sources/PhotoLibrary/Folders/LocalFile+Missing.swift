import Foundation
import ObjectGraph

extension LocalFile {
  /// Returns a predicate for the files in a folder and in those below it.
  static func isBelow(_ root: String) -> FetchPredicate {
    // “0” follows the slash in the order of bytes.
    root == "/" ? folder >= "/" : folder == root || (folder >= root + "/" && folder < root + "0")
  }

  /// Marks files as missing, unless they were found elsewhere or are there again, and returns the number of photos that are
  /// gone with them.
  static func markMissing(_ places: [FolderPlace], at date: Date, in context: ManagedObjectContext) throws
    -> Int
  {
    let folders = Set(places.map(\.folder)).sorted()
    let wanted = Set(places)
    let files = try context.fetch(
      FetchRequest<LocalFile>(where: folder.isIn(folders) && missingSince == nil))
    var count = 0
    for file in files where wanted.contains(FolderPlace(folder: file.folder, name: file.name)) {
      file.missingSince = date
      guard let photo = file.photo, photo.files.allSatisfy({ $0.missingSince != nil }) else { continue }
      photo.recordGone(photo.pictureSubject, since: date)
      count += 1
    }
    return count
  }
}
