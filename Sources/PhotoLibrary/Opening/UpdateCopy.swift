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

  /// The time for which a copy stays.
  static let age: TimeInterval = 7 * 86_400

  private var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }
  private static let prefix = "library.version-"
  /// The beginning of the name of a copy that is not checked yet.
  private static let draft = "library.update-"

  /// Writes the copy.
  ///
  /// - Parameter metadata: The metadata of the library that is going to be updated.
  /// - Throws: ``LibraryError/noUpdateCopy(path:reason:)`` if the copy cannot be written. Nothing is updated then.
  /// - Complexity: O(*n*) in the size of the library.
  func write(_ metadata: PersistentStoreMetadata) throws {
    do {
      try copy(metadata)
    } catch {
      throw LibraryError.noUpdateCopy(path: path, reason: "\(error)")
    }
  }

  private func copy(_ metadata: PersistentStoreMetadata) throws {
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

  /// Removes old copies.
  ///
  /// A copy that cannot be removed remains, and is tried again at the next start.
  func removeOld() {
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
