public import ObjectGraph

extension PhotoLibrary {
  /// Returns the names of the sources of photos, in alphabetical order.
  ///
  /// - Throws: Errors of the store.
  public func sourceNames() throws -> [String] {
    try context.fetch(FetchRequest<Source>(order: Source.listOrder)).map(\.name)
  }

  /// Returns the sources of photos, in alphabetical order; counts their photos in the background.
  ///
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the number of photos.
  public func importedSources() async throws -> [ImportedSource] {
    let progress = try context.fetch(FetchRequest<SourceProgress>())
    let times = Dictionary(
      progress.map { ($0.source, $0.fetchedAt) }, uniquingKeysWith: { first, _ in first })
    let queries = try context.fetch(FetchRequest<Source>(order: Source.listOrder)).map { source in
      let request = FetchRequest<Photo>(where: Photo.imported(from: source.objectID))
      return (source.name, request.query(in: context.model))
    }
    let counts = try await container.coordinator.readCancellably { reader in
      try queries.map { ($0, try reader.count($1)) }
    }
    return counts.map { ImportedSource(name: $0, photoCount: $1, fetchedAt: times[$0] ?? nil) }
  }

  /// Returns a predicate for the photos of a source.
  ///
  /// - Throws: Errors of the store.
  public func photos(ofSource name: String) throws -> FetchPredicate {
    // The index of the relationship finds the photos of an ID; a condition on names would look at every photo.
    try context.fetchIDs(FetchRequest<Source>(where: Source.name == name)).first.map(Photo.imported)
      ?? Photo.imported(fromSourceNamed: name)
  }

  /// Returns a predicate for the photos that the last refresh inserted, of all that inserted some; `nil` if none is known.
  ///
  /// - Throws: Errors of the store.
  public func photosOfLastRefresh() throws -> FetchPredicate? {
    let order = [FetchOrder(SourceProgress.insertedAt, ascending: false)]
    let request = FetchRequest<SourceProgress>(
      where: SourceProgress.insertedAt != nil, order: order, limit: 1)
    guard let key = try context.fetch(request).first?.newestBefore else { return nil }
    return .inserted(after: photoID(Int64(key)))
  }

  /// Returns the photo that came to the library last.
  ///
  /// - Throws: Errors of the store.
  public func newestPhoto() throws -> ManagedObjectID? { try Photo.newest(in: context) }

  private func photoID(_ key: Int64) -> ManagedObjectID {
    ManagedObjectID(
      entity: context.model.number(of: Photo.self), key: key, in: container.coordinator.identity)
  }
}

extension Photo {
  /// Returns the photo that came last.
  static func newest(in context: ManagedObjectContext) throws -> ManagedObjectID? {
    try context.fetchIDs(FetchRequest<Photo>(order: [.inserted(ascending: false)], limit: 1)).first
  }

  /// Returns a predicate for the photos of a source that may not be in the library yet.
  static func imported(fromSourceNamed name: String) -> FetchPredicate {
    .comparison(.init("sources.name", .equal, .value(.string(name)), quantifier: .any))
  }

  /// Returns a predicate for the photos whose pictures are known to be gone.
  public static var withoutPicture: FetchPredicate { pictureGoneSince != nil }
}
