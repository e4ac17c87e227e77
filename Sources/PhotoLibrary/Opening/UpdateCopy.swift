import Foundation
import ObjectGraph
import SQLiteStore

/// The copy of a library that is written before this program updates a library of an earlier version.
///
/// It is named after the version that it has, `library.version-1.sqlite`, so that a program of that version can be given
/// the library again. It stays for a week, in which the user sees whether all is as before; the first start after that
/// removes it.
struct UpdateCopy {
  /// The path of the library's file.
  let path: String
  /// The model of the updated library.
  let model: ManagedObjectModel

  /// The time for which a copy stays.
  static let age: TimeInterval = 7 * 86_400

  private var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }
  private static let prefix = "library.version-"
  /// The beginning of the name of a copy that is not checked yet.
  private static let draft = "library.update-"

  /// Writes the copy if opening the library is going to update it, and otherwise removes old copies.
  ///
  /// A file that cannot be opened is passed over: opening it says the reason.
  ///
  /// - Throws: ``LibraryError/noUpdateCopy(path:reason:)`` if the copy cannot be written. Nothing is updated then.
  /// - Complexity: O(*n*) in the size of the library if it is updated.
  func prepare() throws {
    guard FileManager.default.fileExists(atPath: path), let metadata = try? SQLiteStore.metadata(at: path),
      metadata.libraryVersion <= LibraryModel.version
    else { return }
    guard
      metadata.libraryVersion < LibraryModel.version || metadata.versionHashes != model.versionHashes
    else { return removeOldCopies() }
    do {
      try write(metadata)
    } catch {
      throw LibraryError.noUpdateCopy(path: path, reason: "\(error)")
    }
  }

  private func write(_ metadata: PersistentStoreMetadata) throws {
    let draft = folder.appendingPathComponent("\(Self.draft)\(UUID().uuidString).sqlite").path
    try SQLiteStore.copy(at: path, to: draft)
    let copied = try SQLiteStore.metadata(at: draft)
    // Another program may have updated the library meanwhile, and then it has written the copy.
    guard copied.versionHashes == metadata.versionHashes, copied.libraryVersion == metadata.libraryVersion
    else { return try SQLiteStore.destroy(at: draft) }
    let copy = folder.appendingPathComponent("\(Self.prefix)\(metadata.libraryVersion).sqlite").path
    guard rename(draft, copy) == 0 else {
      let reason = String(cString: strerror(errno))
      try? SQLiteStore.destroy(at: draft)
      throw StoreError.cannotCreate(path: copy, reason: reason)
    }
  }

  /// A copy that cannot be removed remains, and is tried again at the next start.
  private func removeOldCopies() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    where name.hasPrefix(Self.prefix) || name.hasPrefix(Self.draft) {
      let copy = folder.appendingPathComponent(name).path
      guard let date = (try? files.attributesOfItem(atPath: copy))?[.modificationDate] as? Date,
        date.timeIntervalSinceNow < -Self.age
      else { continue }
      try? files.removeItem(atPath: copy)
    }
  }
}

extension PersistentStoreMetadata {
  /// The version of the library; 0 if it has none.
  var libraryVersion: Int { applicationVersions[LibraryModel.application] ?? 0 }
}
