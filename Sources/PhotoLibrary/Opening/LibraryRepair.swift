import ObjectGraph

/// The result of `proofsheet check --repair`.
public struct LibraryRepair: Sendable {
  /// The path of the copy of the library as it was before; `nil` for a library in a database.
  public let copy: String?
  /// The repaired problems, one sentence each, without a period.
  public let repaired: [String]
  /// The state of the library afterwards, with the problems that remain.
  public let check: LibraryCheck

  /// The findings, one a line: the copy, the repaired problems, and the check.
  public var report: [String] { repairs + check.report }

  /// The copy and the repaired problems, one a line.
  public var repairs: [String] {
    ["copy\t\(copy ?? "none: a database is copied with pg_dump")"] + repaired.map { "repaired\t\($0)" }
  }
}

extension PhotoLibrary {
  /// Copies the library at `place`, and repairs what can be repaired without guessing.
  ///
  /// In addition to the repairs of a file (`SQLiteStore.repair()`), photographers without photos are deleted, whose
  /// albums stay, and so are the records of deleted photos that are in the library again. A database is not copied before: no
  /// other row is changed in it. Other programs may use the library meanwhile.
  ///
  /// - Throws: ``LibraryError/readOnly(place:reason:)``; errors of the store, such as those of a full disk. Nothing is
  ///   repaired then.
  public static func repair(
    _ place: LibraryPlace, onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) async throws -> LibraryRepair {
    let storage = try place.storage()
    // Before it is opened for writing, which begins to repair full-text indexes.
    let copy = try await Task.detached { try storage.copyBeforeRepair() }.value
    let library = try PhotoLibrary(place: place, onLockWait: onLockWait)
    try library.requireWritable()
    let opened = library.opened
    var (repaired, isReadable) = try await Task.detached { try opened.repair() }.value
    // The rows of a damaged file are unreliable.
    if isReadable { repaired += try await library.repairContents() }
    return LibraryRepair(copy: copy, repaired: repaired, check: try await library.check())
  }

  private func repairContents() async throws -> [String] {
    let worker = try container.makeBackgroundContext(
      mergePolicy: .rollback, durability: .full, name: "repair")
    let model = container.coordinator.model
    let found = try await container.coordinator.read { try $0.lonelyPhotographers(in: model) }
    return try await worker.performRepeatedly { context in
      // Another program can have imported a photo meanwhile.
      let lonely = try context.fetch(FetchRequest<Photographer>(where: .isOne(of: found))).filter {
        !$0.hasPhotos()
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
