/// The reason why an operation on a library failed.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of the library cannot be entered, created or written.
  case folder(path: String, reason: String)
  /// The library must be updated to this program's version, and a copy of it cannot be written before.
  case noUpdateCopy(path: String, reason: String)
  /// The text that names the place of a library is empty.
  case noPlace
  /// The text is no connection string of a database.
  case wrongAddress(reason: String)
  /// The library is in a database, and this program was built without databases.
  case noDatabases(place: String)
  /// The user lacks the right to read, create or update the library in a database.
  case notPermitted(place: String, reason: String)
  /// The library can be read, and not written.
  case readOnly(place: String, reason: String)
  /// There is a library with rows at the place of a copy.
  case notEmpty(place: String)
  /// The library has no photo with this Flickr ID.
  case noSuchPhoto(id: String)
  /// There is no deleted photo with this Flickr ID.
  case notDeleted(id: String)
  /// The deletion of photos is not saved, and some of their files, which are in the trash, cannot be moved back.
  case leftInTrash(reason: String, problems: [String])
  /// The new places of files are not saved, and some of the files cannot be moved back.
  case leftMoved(reason: String, problems: [String])
  /// The last change is another one than that which an undo or a redo was meant for.
  case changedMeanwhile
  /// The undo or redo of a change moves files, and was not asked to.
  case movesFiles(change: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The library folder \(path) cannot be used: \(reason)."
    case .noUpdateCopy(let path, let reason):
      """
      The library \(path) is of an earlier version and was not updated, because a copy of it cannot be written first: \
      \(reason). Make room there.
      """
    case .noPlace: "The place of a library is empty: name a folder, or the address of a database."
    case .wrongAddress(let reason):
      """
      The address of the library cannot be read: \(reason). Write it as postgresql://user@host/database, or as \
      host=… dbname=… user=….
      """
    case .noDatabases(let place):
      """
      The library \(place) is in a PostgreSQL database, which this program was built without. Build it with “make install \
      TRAITS=Browser,PostgreSQL”, which needs libpq-dev.
      """
    case .notPermitted(let place, let reason):
      """
      The library \(place) cannot be opened, created or updated: the user lacks a right (\(reason)). Ask the owner of the \
      database.
      """
    case .readOnly(let place, let reason):
      "The library \(place) can only be read: \(reason)."
    case .notEmpty(let place):
      "The library \(place) is not empty: a copy needs a place without a library. Choose another one."
    case .noSuchPhoto(let id): "There is no photo with the id \(id) in the library."
    case .notDeleted(let id): "There is no deleted photo with the id \(id) in the library."
    case .changedMeanwhile:
      "Nothing was undone or redone: the last change is not the one that was meant. Try again."
    case .movesFiles(let change): "Files must be moved to change this back: \(change)."
    case .leftInTrash(let reason, let problems), .leftMoved(let reason, let problems):
      // The errors of stores have no full stop.
      ([reason.hasSuffix(".") ? reason : reason + "."] + problems).joined(separator: " ")
    }
  }
}
