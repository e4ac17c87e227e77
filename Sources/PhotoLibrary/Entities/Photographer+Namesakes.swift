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
    return distinctions?[objectID]?.text
  }

  /// A name, and what distinguishes its bearer from others of the same name.
  public struct Distinction: Equatable, Sendable {
    /// The name.
    public let name: String
    /// ``Photographer/distinction``; nil if no other photographer has the name.
    public let text: String?
  }

  /// Returns the distinctions of photographers, of which a reader finds the rows.
  ///
  /// - Throws: The errors of the store.
  /// - Complexity: Two readings, and another one for each photographer that has namesakes; one more for each if there are
  ///   many of them.
  public static func distinctions(
    of ids: [ManagedObjectID], in model: ManagedObjectModel, reader: any StoreReader
  ) throws -> [ManagedObjectID: Distinction] {
    let entity = model[model.number(of: Photographer.self)]
    func text(_ row: Row, _ property: Property<Photographer, String>) -> String {
      guard let slot = entity.slot(of: property.keyPath), case .string(let text) = row.values[slot] else {
        return ""
      }
      return text
    }
    let rows = try reader.rows(ids)
    let numbers = try namesakes(
      Set(rows.map { Name(text: text($0, name), initial: text($0, initial)) }), in: model, reader)
    var distinctions: [ManagedObjectID: Distinction] = [:]
    for row in rows {
      let name = text(row, Self.name)
      let isAlone = numbers[name, default: 1] < 2
      distinctions[row.id] = Distinction(
        name: name, text: isAlone ? nil : try alias(of: row.id, in: model, reader) ?? text(row, ownerID))
    }
    return distinctions
  }

  /// The name of a photographer and its list section.
  struct Name: Hashable {
    let text: String
    let initial: String
  }

  /// Returns the numbers of photographers that have each of some names; a number of more than 1 may be too low.
  private static func namesakes(
    _ names: Set<Name>, in model: ManagedObjectModel, _ reader: any StoreReader
  ) throws -> [String: Int] {
    var numbers: [String: Int] = [:]
    // With few namesakes, one query finds those of all names.
    let limit = 4 * names.count + 16
    var found = 0
    let all = FetchRequest<Photographer>(where: named(names), limit: limit)
    try reader.forEach(all.query(in: model), paths: [name.keyPath]) { _, values in
      found += 1
      if case .string(let text) = values[0] { numbers[text, default: 0] += 1 }
    }
    guard found == limit else { return numbers }
    let names = Array(names)
    let counts = try reader.counts(
      names.map { FetchRequest<Photographer>(where: named([$0]), limit: 2).query(in: model) })
    return Dictionary(zip(names.map(\.text), counts), uniquingKeysWith: max)
  }

  /// Returns a predicate for the photographers with exactly these names.
  static func named(_ names: Set<Name>) -> FetchPredicate {
    // In the order of the index, which leaves few rows to compare.
    initial.isIn(Set(names.map(\.initial)).sorted())
      && sortName.isIn(names.flatMap { SortText.storedKeys(of: $0.text) }.sorted())
      && name.isIn(names.map(\.text).sorted())
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
