public import Foundation
import ObjectGraph
import SQLiteStore

/// The result of `proofsheet check --repair`.
public struct LibraryRepair: Sendable {
  /// The path of the copy of the library as it was before.
  public let copy: String
  /// The repaired problems, one sentence each, without a period.
  public let repaired: [String]
  /// The state of the library afterwards, with the problems that remain.
  public let check: LibraryCheck

  /// The findings, one a line: the copy, the repaired problems, and the check.
  public var report: [String] { ["copy\t\(copy)"] + repaired.map { "repaired\t\($0)" } + check.report }
}

extension PhotoLibrary {
  /// Copies the library in `folder`, and repairs what can be repaired without guessing.
  ///
  /// In addition to `SQLiteStore.repair()`, photographers who have neither photos nor albums are deleted, and so are
  /// the records of deleted photos that are in the library again. Other programs may use the library meanwhile.
  ///
  /// - Throws: Errors of the store, such as those of a full disk. Nothing is repaired then.
  public static func repair(
    folder: URL, onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) async throws -> LibraryRepair {
    let path = folder.appendingPathComponent(fileName).path
    let copy = unusedPath(in: folder)
    // Before it is opened for writing, which begins to repair full-text indexes.
    try await Task.detached { try SQLiteStore.copy(at: path, to: copy) }.value
    let library = try PhotoLibrary(folder: folder, onLockWait: onLockWait)
    let store = library.store
    let repair = try await Task.detached { try store.repair() }.value
    var repaired = repair.repaired
    // The rows of a damaged file are unreliable.
    if repair.remaining.damage.isEmpty { repaired += try await library.repairContents() }
    return LibraryRepair(copy: copy, repaired: repaired, check: try await library.check())
  }

  private static func unusedPath(in folder: URL) -> String {
    var (number, name) = (1, "library.before-repair.sqlite")
    while FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) {
      number += 1
      name = "library.before-repair-\(number).sqlite"
    }
    return folder.appendingPathComponent(name).path
  }

  private func repairContents() async throws -> [String] {
    let worker = try container.makeBackgroundContext(
      mergePolicy: .rollback, durability: .full, name: "repair")
    return try await worker.performRepeatedly { context in
      let lonely = try context.fetch(FetchRequest<Photographer>()).filter {
        !$0.hasPhotos() && $0.albums.isEmpty
      }
      let deleted = try context.fetch(FetchRequest<DeletedPhoto>())
      let isDeleted = Photo.flickrID.isIn(Set(deleted.map(\.flickrID)).sorted())
      let present = Set(try context.fetch(FetchRequest<Photo>(where: isDeleted)).map(\.flickrID))
      let records = deleted.filter { present.contains($0.flickrID) }
      for photographer in lonely { context.delete(photographer) }
      for record in records { context.delete(record) }
      if context.hasChanges { try context.save() }
      return [
        (lonely.count, "photographers without photos were deleted"),
        (records.count, "records of deleted photos that are in the library were removed"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }
  }
}
