import ObjectGraph
public import SQLiteStore

/// What `proofsheet check` finds.
public struct LibraryCheck: Sendable {
  /// The state of the file.
  public let store: StoreCheck
  /// How many photographers have no photos.
  public let photographersWithoutPhotos: Int
  /// How many photos are there although they were deleted.
  public let deletedButThere: Int

  /// Whether nothing is wrong.
  public var isSound: Bool {
    store.isSound && photographersWithoutPhotos == 0 && deletedButThere == 0
  }
}

extension PhotoLibrary {
  /// Looks at everything there is in the library; takes seconds for a million photos.
  public func check() async throws -> LibraryCheck {
    await container.coordinator.drain()
    let store = try store.check()
    let lonely = try await lonelyPhotographers()
    let deleted = try context.fetch(FetchRequest<DeletedPhoto>()).map { PropertyValue.string($0.flickrID) }
    let isDeleted = FetchPredicate.comparison(.init("flickrID", .in, .values(deleted)))
    return LibraryCheck(
      store: store, photographersWithoutPhotos: lonely,
      deletedButThere: try context.count(FetchRequest<Photo>(where: isDeleted)))
  }

  private func lonelyPhotographers() async throws -> Int {
    let model = container.coordinator.model
    let (photos, photographers) = (model.number(of: Photo.self), model.number(of: Photographer.self))
    return try await container.coordinator.read { reader in
      var owners: Set<ManagedObjectID> = []
      try reader.forEach(StoreQuery(entity: photos), paths: ["photographer"]) { _, values in
        if let owner = values[0].reference { owners.insert(owner) }
      }
      return try reader.fetchIDs(StoreQuery(entity: photographers)).count { !owners.contains($0) }
    }
  }
}

extension LibraryCheck {
  /// What was found, a line each: first what there is, then what is wrong.
  public var report: [String] {
    let sizes = [
      "file\t\(store.fileSize) bytes, \(store.pages) pages of \(store.pageSize), \(store.freePages) free",
      "log\t\(store.logSize) bytes",
    ]
    return store.counts.map { "\($0.entity)\t\($0.rows)" } + sizes + problems
  }

  private var problems: [String] {
    var problems = store.damage.map { "damaged\t\($0)" } + store.keyProblems.map { "keys\t\($0)" }
    problems += store.orphans.map { orphans in
      "orphans\t\(orphans.ids.count) \(orphans.entity) whose \(orphans.relationship) is not there"
    }
    if photographersWithoutPhotos > 0 {
      problems.append("orphans\t\(photographersWithoutPhotos) photographers without photos")
    }
    if deletedButThere > 0 { problems.append("deleted\t\(deletedButThere) deleted photos that are there") }
    return problems.isEmpty ? ["sound"] : problems
  }
}
