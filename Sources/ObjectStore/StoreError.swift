/// An error of opening or writing a store's file, thrown by the stores of this library.
///
/// A file that is refused is not changed by a single byte.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist, and the options do not allow creating it.
  case notFound(path: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is something else than a store of the kind it was opened as.
  case notAStore(path: String)
  /// The file was written by a later version, of the library or of the application.
  case newerVersion(path: String, found: Int, supported: Int)
  /// The file is laid out by another model and cannot be brought to this one without losing something.
  case otherModel(path: String, reason: String)
  /// The file cannot be created, for the reason that the system gives.
  case cannotCreate(path: String, reason: String)
  /// The file cannot be read, for the reason that the system gives.
  case cannotRead(path: String, reason: String)
  /// The file cannot be written, for the reason that the system gives.
  case cannotWrite(path: String, reason: String)
  /// Another program has locked the file, and did not release it in time; nothing was written.
  case locked(path: String)
  /// The file is open in another program or elsewhere in this one, so that it cannot be removed or replaced.
  case inUse(path: String)
  /// The disk has no room for the data; nothing was written.
  case diskFull(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// Another writer has changed the file since this store read it.
  ///
  /// Open a new store.
  case changedMeanwhile(path: String)
  /// The file does not describe the model that it was made with.
  case noModel(path: String)
  /// The file is inconsistent: a required part is missing, or the contents are not those that were written.
  case damaged(path: String, reason: String)

  /// Returns the error of rows that cannot be brought to a model because they share values that must be unique in it.
  package static func sharedValues(entity: String, path: String) -> StoreError {
    .otherModel(
      path: path, reason: "rows of \(entity) have the same values where the model demands unique ones")
  }

  /// Returns the error of rows that share values which a new index of a model demands to be unique.
  package static func sharedValues(index: String, path: String) -> StoreError {
    .otherModel(path: path, reason: "rows have the same values where the index \(index) demands unique ones")
  }

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .notFound(let path): "There is no store at \(path)"
    case .notADatabase(let path): "\(path) is not an SQLite database"
    case .notAStore(let path): "\(path) is not a store of this kind"
    case .newerVersion(let path, let found, let supported):
      "\(path) was written by a later version (\(found), this one reads up to \(supported))"
    case .otherModel(let path, let reason): "\(path) was written with another model: \(reason)"
    case .cannotCreate(let path, let reason): "\(path) cannot be made: \(reason)"
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .locked(let path): "\(path) is locked by another program"
    case .inUse(let path): "\(path) is open in another program or elsewhere in this one; close it first"
    case .diskFull(let path): "\(path) cannot be written: the disk is full"
    case .readOnly(let path): "\(path) was opened for reading only"
    case .changedMeanwhile(let path):
      "\(path) was written by another program since it was read; open it again"
    case .noModel(let path):
      "\(path) does not describe its model, as no store of an earlier version does: open it with the model once"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    }
  }
}
