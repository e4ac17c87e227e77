import Flickr
import Foundation
import ObjectGraph
import SQLiteStore

/// A library in a SQLite file in a folder.
struct LibraryFile: LibraryStorage {
  /// The folder.
  let folder: URL

  private var path: String { folder.appendingPathComponent(PhotoLibrary.fileName).path }

  func exists() throws -> Bool {
    var status = stat()
    guard stat(path, &status) != 0 else { return true }
    // In a folder that may not be entered, say, there may well be one.
    guard errno == ENOENT else {
      throw LibraryError.folder(path: folder.path, reason: String(cString: strerror(errno)))
    }
    return false
  }

  /// Opens the file, after a copy of one of an earlier version was written beside it.
  func open(_ opening: LibraryOpening) throws -> any LibraryStore {
    if !opening.isReadOnly { try makeFolder() }
    let copy = UpdateCopy(path: path)
    let file = try SQLiteStore(
      path: path, model: opening.model, options: opening.options(), locking: opening.locking
    ) { metadata in
      try copy.write(metadata)
    }
    return LibraryFileStore(file: file)
  }

  private func makeFolder() throws {
    do {
      try PrivateFolder.make(at: folder)
    } catch {
      throw LibraryError.folder(path: folder.path, reason: String(cString: strerror(error.code.rawValue)))
    }
    // An existing folder may not be writable, such as that of another user.
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw LibraryError.folder(path: folder.path, reason: "no permission to write there")
    }
  }

  func copyBeforeRepair() throws -> String? {
    let copy = unusedPath()
    try SQLiteStore.copy(at: path, to: copy)
    return copy
  }

  private func unusedPath() -> String {
    var (number, name) = (1, "library.before-repair.sqlite")
    while FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) {
      number += 1
      name = "library.before-repair-\(number).sqlite"
    }
    return folder.appendingPathComponent(name).path
  }

  /// Removes the file, and a folder that was made for it if it has no other.
  func makeDiscard() -> () -> Bool {
    let hadFolder = FileManager.default.fileExists(atPath: folder.path)
    return {
      // Another program may have opened it meanwhile, and keeps it.
      guard (try? SQLiteStore.destroy(at: path)) != nil else { return false }
      if !hadFolder { rmdir(folder.path) }
      return true
    }
  }
}
