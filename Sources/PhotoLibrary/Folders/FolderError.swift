public import Foundation

/// The reason why a folder of photos was not read.
public enum FolderError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The folder cannot be read.
  case unreadable(path: String, reason: String)
  /// The state of a file or folder in it cannot be read, as on a damaged disk.
  case unexamined(path: String)
  /// The folder is empty, although photos of it are in the library.
  case empty(path: String, photos: Int)
  /// Files were moved, and their new places could not be saved.
  case unsavedMoves(path: String)
  /// The folder or zip file has nothing of the kind.
  case nothingFound(path: String, kind: DownloadKind)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "The folder \(path) cannot be read: \(reason)."
    case .unexamined(let path):
      "The state of \(path) cannot be read: check its disk. Nothing was marked as missing."
    case .empty(let path, let photos):
      "The folder \(path) is empty, and the library has \(photos) of its photos: check whether its disk is mounted. "
        + "Nothing was changed."
    case .unsavedMoves(let path):
      "The folder \(path) was not read: the new places of files that were moved could not be saved. "
        + "Refresh it again when they are."
    case .nothingFound(let path, let kind):
      "\(path) contains no \(kind.words): \(kind.hint)."
    }
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }

  /// Returns the error about a folder that cannot be read, with its reason.
  static func unreadable(path: String) -> FolderError {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let reason =
      if !exists {
        "it does not exist"
      } else if !isFolder.boolValue {
        "it is not a folder"
      } else if access(path, R_OK | X_OK) != 0 {
        "no permission"
      } else {
        "its files cannot be listed"
      }
    return .unreadable(path: path, reason: reason)
  }
}
