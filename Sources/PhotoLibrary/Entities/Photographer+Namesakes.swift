public import ObjectGraph

extension Photographer {
  /// The text that distinguishes the photographer from others of the same name: the path alias at Flickr,
  /// else the ID there.
  ///
  /// It is nil if no other photographer in the library has the name, or if the library cannot be read.
  ///
  /// - Complexity: Two readings of an index.
  public var distinction: String? {
    guard let context = managedObjectContext else { return nil }
    let distinctions = try? Self.distinctions(
      of: [objectID], in: context.model, reader: context.makeReader())
    return distinctions?[objectID] ?? nil
  }

  /// Returns the distinctions of photographers, of which a reader finds the rows.
  ///
  /// - Throws: The errors of the store.
  /// - Complexity: Two readings, and another one for each photographer that has namesakes.
  public static func distinctions(
    of ids: [ManagedObjectID], in model: ManagedObjectModel, reader: any StoreReader
  ) throws -> [ManagedObjectID: String?] {
    let entity = model[model.number(of: Photographer.self)]
    func text(_ row: Row, _ property: Property<Photographer, String>) -> String {
      guard let slot = entity.slot(of: property.keyPath), case .string(let text) = row.values[slot] else {
        return ""
      }
      return text
    }
    let rows = try reader.rows(ids)
    let counts = try reader.counts(
      rows.map { row in
        let namesakes = named(text(row, name), initial: text(row, initial))
        return FetchRequest<Photographer>(where: namesakes, limit: 2).query(in: model)
      })
    var distinctions: [ManagedObjectID: String?] = [:]
    for (row, count) in zip(rows, counts) {
      let isAlone = count < 2
      distinctions[row.id] =
        isAlone ? .some(nil) : try alias(of: row.id, in: model, reader) ?? text(row, ownerID)
    }
    return distinctions
  }

  private static func alias(
    of id: ManagedObjectID, in model: ManagedObjectModel, _ reader: any StoreReader
  ) throws -> String? {
    let namesPage = Photo.pathAlias != nil
    let photos = FetchRequest<Photo>(where: Photo.taken(by: id) && namesPage, limit: 1)
    var alias: String?
    try reader.forEach(photos.query(in: model), paths: [Photo.pathAlias.keyPath]) { _, values in
      if case .string(let text) = values[0] { alias = text }
    }
    return alias
  }

  /// Returns the numbers of photos of photographers, as a reader finds them.
  ///
  /// - Throws: The errors of the store.
  /// - Complexity: One reading of an index for each photographer, all in one round trip if the store is on another machine.
  public static func photoCounts(
    of ids: [ManagedObjectID], in model: ManagedObjectModel, reader: any StoreReader
  ) throws -> [ManagedObjectID: Int] {
    let counts = try reader.counts(
      ids.map { FetchRequest<Photo>(where: Photo.taken(by: $0)).query(in: model) })
    return Dictionary(zip(ids, counts), uniquingKeysWith: { first, _ in first })
  }
}
