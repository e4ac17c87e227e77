internal import Foundation
internal import ObjectStore

/// The storage layout of all entities of a model, including hidden ones.
final class StoreLayout: Sendable {
  let model: ManagedObjectModel
  let entities: [EntityLayout]
  /// The folder of external data.
  let externalData: ExternalDataFolder
  /// The store to which the rows belong.
  let store: StoreIdentity
  /// The numbering of properties in the history.
  let history: HistoryLayout
  /// A Boolean value that indicates whether another library laid out the file.
  let isOfOtherLibrary: Bool
  /// The hashes of the entities in a file that another library laid out, by name.
  let foreignHashes: [String: Data]?
  /// The full-text indexes, by the number of the root of their inheritance tree.
  private let textIndexesByRoot: [EntityNumber: TextIndex]
  /// The full-text indexes in which texts can be searched; `nil` for all.
  private let searchable: Set<TextIndex>?

  /// Lays out a model; the identity of a store is unknown until it is open.
  ///
  /// - Parameters:
  ///   - model: The model of the rows.
  ///   - externalData: The folder of external data.
  ///   - store: The store to which the rows belong.
  ///   - names: The names of all tables and columns in a file that another library laid out; it gets no full-text
  ///     indexes.
  ///   - hashes: The hashes of the entities in such a file, by name.
  ///   - searchable: The full-text indexes in which texts can be searched; all by default.
  init(
    _ model: ManagedObjectModel, externalData: ExternalDataFolder, store: StoreIdentity = .unbound,
    names: SchemaNames? = nil, hashes: [String: Data]? = nil, searchable: Set<TextIndex>? = nil
  ) {
    self.searchable = searchable
    foreignHashes = hashes
    self.model = model
    self.store = store
    self.externalData = externalData
    history = HistoryLayout(model)
    isOfOtherLibrary = names != nil
    let columns = zip(model.numbers, model.storedEntities).map {
      EntityColumns($1, number: $0, model: model, externalData: externalData, names: names)
    }
    entities = columns.map { own in
      let family = model.family(of: own.number)
      return EntityLayout(
        own, family: columns[family.lowerBound.index...family.upperBound.index], model: model, store: store)
    }
    textIndexesByRoot = isOfOtherLibrary ? [:] : Self.textIndexes(entities, model)
  }

  /// Returns the full-text indexes: one for each inheritance tree that has any.
  private static func textIndexes(
    _ entities: [EntityLayout], _ model: ManagedObjectModel
  ) -> [EntityNumber: TextIndex] {
    var columns: [EntityNumber: [String]] = [:]
    for layout in entities {
      let names = layout.entity.fullTextIndex.compactMap(layout.entity.slot).map { layout.columns[$0] }
      for name in names where columns[layout.entity.root]?.contains(name) != true {
        columns[layout.entity.root, default: []].append(name)
      }
    }
    return columns.reduce(into: [:]) { indexes, entry in
      let table = entities[entry.key.index].table
      indexes[entry.key] = TextIndex(table: table, columns: entry.value)
    }
  }

  /// The full-text indexes, by table.
  var textIndexes: [TextIndex] { textIndexesByRoot.values.sorted { $0.table < $1.table } }

  /// Returns the full-text index of the table of an entity, or `nil` if there is none that can be searched.
  func textIndex(of number: EntityNumber) -> TextIndex? {
    textIndexesByRoot[model.root(of: number)].flatMap { searchable?.contains($0) == false ? nil : $0 }
  }

  /// Returns the layout of the entity with that number.
  ///
  /// - Precondition: The number belongs to the model.
  subscript(number: EntityNumber) -> EntityLayout {
    require(
      entities.indices.contains(number.index),
      "no entity of this model has the number \(number): use an ID or query with the store it came from")
    return entities[number.index]
  }

  /// The roots of inheritance trees, each of which has a table, including hidden entities.
  var roots: [EntityLayout] { entities.filter { model.root(of: $0.number) == $0.number } }

  /// Returns the SQL expression for the entity of the object with a key, one of a family.
  func entity(ofKey key: String, in family: ClosedRange<EntityNumber>) -> String {
    "(SELECT Z_ENT FROM \(self[family.lowerBound].table) WHERE Z_PK = \(key))"
  }

  /// Returns the layouts of an entity and its sub-entities.
  func family(of number: EntityNumber) -> ArraySlice<EntityLayout> {
    let family = model.family(of: number)
    return entities[family.lowerBound.index...family.upperBound.index]
  }
}
