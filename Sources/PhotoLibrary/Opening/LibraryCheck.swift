public import ObjectGraph
public import SQLiteStore

/// The result of `proofsheet check`.
public struct LibraryCheck: Sendable {
  /// The metadata of the file.
  public let metadata: PersistentStoreMetadata
  /// A Boolean value that indicates whether the file has the model of this program.
  public let hasCurrentModel: Bool
  /// The state of the file.
  public let store: StoreCheck
  /// The number of photographers without photos.
  public let photographersWithoutPhotos: Int
  /// The number of deleted photos that are still in the library.
  public let deletedButThere: Int
  /// The number of rows that the full-text indexes do not hold yet; `nil` if an index is missing.
  public let rowsToIndex: Int?

  /// A Boolean value that indicates whether the check found no errors.
  public var isSound: Bool {
    store.isSound && photographersWithoutPhotos == 0 && deletedButThere == 0
  }
}

extension PhotoLibrary {
  /// Checks the whole library off the main actor; takes seconds for a million photos.
  public func check() async throws -> LibraryCheck {
    await container.coordinator.drain()
    let (store, model) = (store, container.coordinator.model)
    return try await container.coordinator.read { reader in
      let check = try store.check()
      let metadata = try SQLiteStore.metadata(at: store.path)
      // The rows of a damaged file may not be readable.
      let isReadable = check.damage.isEmpty
      return LibraryCheck(
        metadata: metadata, hasCurrentModel: metadata.versionHashes == model.versionHashes, store: check,
        photographersWithoutPhotos: isReadable ? try reader.lonelyPhotographers(in: model) : 0,
        deletedButThere: isReadable ? try reader.deletedButThere(in: model) : 0,
        rowsToIndex: isReadable ? try store.rowsToIndex() : nil)
    }
  }
}

extension StoreReader {
  fileprivate func lonelyPhotographers(in model: ManagedObjectModel) throws -> Int {
    var owners: Set<ManagedObjectID> = []
    try forEach(StoreQuery(entity: model.number(of: Photo.self)), paths: ["photographer"]) { _, values in
      if let owner = values[0].reference { owners.insert(owner) }
    }
    return try fetchIDs(StoreQuery(entity: model.number(of: Photographer.self))).count {
      !owners.contains($0)
    }
  }

  fileprivate func deletedButThere(in model: ManagedObjectModel) throws -> Int {
    var deleted: Set<PropertyValue> = []
    try forEach(StoreQuery(entity: model.number(of: DeletedPhoto.self)), paths: ["flickrID"]) { _, values in
      deleted.insert(values[0])
    }
    guard !deleted.isEmpty else { return 0 }
    var count = 0
    try forEach(StoreQuery(entity: model.number(of: Photo.self)), paths: ["flickrID"]) { _, values in
      if deleted.contains(values[0]) { count += 1 }
    }
    return count
  }
}

extension LibraryCheck {
  /// The findings, one a line: first the contents, then the errors.
  public var report: [String] {
    let description = [
      "store\t\(metadata.identifier)",
      "version\t\(metadata.libraryVersion)",
      "model\t\(store.counts.count) entities, \(hasCurrentModel ? "as in this program" : "of another program")",
    ]
    let sizes = [
      "file\t\(store.fileSize) bytes, \(store.pages) pages of \(store.pageSize), \(store.freePages) free",
      "log\t\(store.logSize) bytes",
      "text index\t\(rowsToIndex.map { "\($0) rows to index" } ?? "missing or not examined")",
    ]
    return description + store.counts.map { "\($0.entity)\t\($0.rows)" } + sizes + problems
  }

  private var problems: [String] {
    var problems = store.damage.map { "damaged\t\($0)" } + store.keyProblems.map { "keys\t\($0)" }
    problems += store.indexProblems.map { "index\t\($0)" }
    problems += store.orphans.map { orphans in
      "orphans\t\(orphans.ids.count) \(orphans.entity) whose \(orphans.relationship) is not there"
    }
    problems += store.missingFiles.map {
      "files\t\($0.property) of \($0.id.key) is in the file \($0.name), which is missing"
    }
    problems += store.valueProblems.map { problem in
      let what =
        problem.kind == .missing
        ? "without a \(problem.property)" : "whose \(problem.property) is of another type"
      return "values\t\(problem.rows) \(problem.entity) \(what), the first with the key \(problem.first.key)"
    }
    if photographersWithoutPhotos > 0 {
      problems.append("orphans\t\(photographersWithoutPhotos) photographers without photos")
    }
    if deletedButThere > 0 { problems.append("deleted\t\(deletedButThere) deleted photos that are there") }
    return problems.isEmpty ? ["sound"] : problems
  }
}
