import Foundation
import ObjectGraph
import SQLiteStore

/// The copy of a library that is written before this program updates a library of an earlier version.
///
/// It is named after the version that it has, `library.version-1.sqlite`, so that a program of that version can be given
/// the library again. It stays until the browser has shown the library after the next update: programs without a screen, such as
/// an hourly refresh, can make updates that no user has seen.
struct UpdateCopy {
  /// The path of the library's file.
  let path: String

  private var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

  /// Returns the name of the copy of a library of a version.
  private static func name(ofVersion version: Int) -> String { "library.version-\(version).sqlite" }

  /// Returns the version of a copy; `nil` for the name of any other file.
  private static func version(ofName name: String) -> Int? {
    Int(name.filter(\.isNumber)).flatMap { self.name(ofVersion: $0) == name ? $0 : nil }
  }

  /// Returns the name of a copy that is not checked yet.
  private static func draftName(_ identifier: UUID) -> String {
    "library.update-\(identifier.uuidString).sqlite"
  }

  /// Returns the name of a copy that was not checked yet at the beginning of another name; `nil` if there is none.
  private static func draftName(beginning name: some StringProtocol) -> String? {
    let identifier = UUID(uuidString: String(name.dropFirst("library.update-".count).prefix(36)))
    return identifier.map { draftName($0) }.flatMap { name.hasPrefix($0) ? $0 : nil }
  }

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
    let draft = folder.appendingPathComponent(Self.draftName(UUID())).path
    try SQLiteStore.copy(at: path, to: draft)
    let copied = try SQLiteStore.metadata(at: draft)
    // Another program may have updated the library meanwhile, and then it has written the copy.
    guard copied.versionHashes == metadata.versionHashes, copied.libraryVersion == metadata.libraryVersion
    else { return try SQLiteStore.destroy(at: draft) }
    let copy = folder.appendingPathComponent(Self.name(ofVersion: metadata.libraryVersion)).path
    guard rename(draft, copy) == 0 else {
      let reason = String(cString: strerror(errno))
      try? SQLiteStore.destroy(at: draft)
      throw StoreError.cannotCreate(path: copy, reason: reason)
    }
  }

  /// Removes all copies but the last, and drafts of programs that were killed.
  ///
  /// The last copy is that of the highest version. After a user has gone back to an earlier version, the copy that was written last
  /// can be another one, which stays as well. A copy that is in use or cannot be removed remains, and is tried again later. So does
  /// a draft of the last hour: another program can be about to check it.
  func removeOld() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let copies = names.compactMap { name in
      Self.version(ofName: name).map { (name: name, version: $0, written: written(name)) }
    }
    let kept = [copies.max { $0.version < $1.version }, copies.max { $0.written < $1.written }]
    let old = copies.map(\.name).filter { name in !kept.contains { $0?.name == name } }
    let drafts = names.filter { Self.draftName(beginning: $0) == $0 }
      .filter { written($0) < Date(timeIntervalSinceNow: -3_600) }
    for name in old + drafts {
      try? SQLiteStore.destroy(at: folder.appendingPathComponent(name).path)
    }
    // While a draft is being written, its name is hidden, and begins with that.
    let hidden = names.filter { $0.hasPrefix(".") }.compactMap { Self.draftName(beginning: $0.dropFirst()) }
    for name in Set(hidden) {
      SQLiteStore.removeAbandonedCopies(to: folder.appendingPathComponent(name).path)
    }
  }

  /// Returns the time at which a file was written.
  private func written(_ name: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: folder.appendingPathComponent(name).path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }
}

extension PhotoLibrary {
  /// Removes the copies that were written before updates, except the last one.
  ///
  /// Only a program that shows the library to its user calls this.
  @concurrent
  public nonisolated func removeOldCopies() async { opened.removeOldCopies() }
}

extension PersistentStoreMetadata {
  /// The version of the library; 0 if it has none.
  var libraryVersion: Int { applicationVersions[LibraryModel.application] ?? 0 }
}
