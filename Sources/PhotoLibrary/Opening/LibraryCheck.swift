public import ObjectGraph

/// The result of `proofsheet check`.
public struct LibraryCheck: Sendable {
  /// The metadata of the store.
  public let metadata: PersistentStoreMetadata
  /// A Boolean value that indicates whether the store has the model of this program.
  public let hasCurrentModel: Bool
  /// The state of the store.
  public let store: StorageCheck
  /// The number of photographers without photos.
  public let photographersWithoutPhotos: Int
  /// The number of deleted photos that are still in the library.
  public let deletedButThere: Int

  /// A Boolean value that indicates whether the check found no errors.
  public var isSound: Bool {
    store.isSound && photographersWithoutPhotos == 0 && deletedButThere == 0
  }
}

extension PhotoLibrary {
  /// Checks the whole library off the main actor; takes seconds for a million photos.
  ///
  /// - Throws: Errors of the store.
  public func check() async throws -> LibraryCheck {
    await container.coordinator.drain()
    let (opened, model) = (opened, container.coordinator.model)
    return try await container.coordinator.read { reader in
      let (check, metadata) = (try opened.check(), try opened.metadata())
      return LibraryCheck(
        metadata: metadata, hasCurrentModel: metadata.versionHashes == model.versionHashes, store: check,
        photographersWithoutPhotos: check.isReadable ? try reader.lonelyPhotographers(in: model).count : 0,
        deletedButThere: check.isReadable ? try reader.deletedButThere(in: model) : 0)
    }
  }
}

extension StoreReader {
  /// Returns the photographers without photos.
  func lonelyPhotographers(in model: ManagedObjectModel) throws -> [ManagedObjectID] {
    var owners: Set<ManagedObjectID> = []
    try forEach(StoreQuery(entity: model.number(of: Photo.self)), paths: ["photographer"]) { _, values in
      if let owner = values[0].reference { owners.insert(owner) }
    }
    return try fetchIDs(StoreQuery(entity: model.number(of: Photographer.self))).filter {
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
    return description + store.counts.map { "\($0.entity)\t\($0.rows)" } + store.facts + problems
  }

  private var problems: [String] {
    var problems = store.problems
    problems += store.orphans.map { orphans in
      "orphans\t\(orphans.count) \(orphans.entity) whose \(orphans.relationship) is not there"
    }
    if photographersWithoutPhotos > 0 {
      problems.append("orphans\t\(photographersWithoutPhotos) photographers without photos")
    }
    if deletedButThere > 0 { problems.append("deleted\t\(deletedButThere) deleted photos that are there") }
    return problems.isEmpty ? ["sound"] : problems
  }
}
