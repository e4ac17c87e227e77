import Flickr
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
  static func markMissing(
    _ places: [FolderPlace], except imported: Set<ManagedObjectID>, at date: Date,
    in context: ManagedObjectContext
  ) throws -> Int {
    let folders = Set(places.map(\.folder)).sorted()
    let wanted = Set(places)
    let files = try context.fetch(
      FetchRequest<LocalFile>(where: folder.isIn(folders) && missingSince == nil))
    var count = 0
    for file in files
    where !imported.contains(file.objectID)
      && wanted.contains(FolderPlace(folder: file.folder, name: file.name))
    {
      file.missingSince = date
      if file.photo?.followFiles(at: date) == true { count += 1 }
    }
    return count
  }
}

extension Photo {
  /// Shows the picture of a file that is there, or marks the photo as gone if there is none.
  ///
  /// - Returns: A Boolean value that indicates whether the photo is gone.
  @discardableResult
  func followFiles(at date: Date) -> Bool { follow(Array(files), at: date) }

  /// Shows the picture of one of its files that is there, as ``followFiles(at:)`` does.
  @discardableResult
  func follow(_ files: [LocalFile], at date: Date) -> Bool {
    let paths = files.filter { $0.missingSince == nil }.map(\.path).sorted()
    guard let first = paths.first else {
      recordGone(pictureSubject, since: date)
      return true
    }
    guard let shown = filePath, !paths.contains(shown) else { return false }
    renditionText = RenditionText.write(
      [OwnPhoto.rendition(path: first, size: largestSize)], photo: flickrID)
    if rawTitle == OwnPhoto.title(ofFile: shown) { receive(title: OwnPhoto.title(ofFile: first)) }
    return false
  }

  /// Sets the title as received; that of the user stays.
  private func receive(title: String) {
    let before = PhotoValues(self)
    var values = before
    values.rawTitle = title
    values.showTexts()
    set(values, insteadOf: before)
  }
}
