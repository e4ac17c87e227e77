internal import Foundation
internal import ObjectStore
internal import Synchronization

/// The metadata of a store: the single row of `Z_METADATA`.
struct StoreMetadata {
  /// The version of the file layout that this library writes.
  ///
  /// Version 1 numbered the entities by case-sensitive order and listed join tables in `Z_PRIMARYKEY`.
  static let layoutVersion = 2

  private static let layoutKey = "ObjectGraphLayoutVersion"
  private static let propertiesKey = "ObjectGraphProperties"
  private static let columnsKey = "ObjectGraphColumns"
  private static let modelKey = "ObjectGraphModel"
  private static let hashesKey = "NSStoreModelVersionHashes"

  /// The identifier of the store.
  let identifier: UUID
  /// The numbers of the entities in `Z_PRIMARYKEY`, by name.
  private(set) var numbers: [String: EntityNumber] = [:]
  /// All other values, including keys of other programs.
  private var values: [String: PropertyListValue]

  /// Creates the metadata of a new store.
  init(layout: StoreLayout, options: StoreOptions) {
    identifier = options.identifier ?? UUID()
    values = [
      "NSStoreType": .string("SQLite"), "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionIdentifiers": .array([.string("")]), "_NSAutoVacuumLevel": .string("2"),
    ]
    update(layout: layout, options: options)
  }

  /// Updates the metadata for a layout and for the application of `options`.
  mutating func update(layout: StoreLayout, options: StoreOptions) {
    let model = layout.model
    numbers = Dictionary(
      zip(model.entities.map(\.name), model.numbers), uniquingKeysWith: { first, _ in first })
    values[Self.columnsKey] = .dictionary(
      SchemaNames(layout).entities.mapValues { .dictionary($0.mapValues { .string($0) }) })
    values[Self.hashesKey] = .dictionary(model.versionHashes.mapValues { .data($0) })
    values[Self.propertiesKey] = .dictionary(
      Self.properties(of: model).mapValues { .dictionary($0.mapValues { .string($0) }) })
    values[Self.layoutKey] = .integer(Self.layoutVersion)
    values[Self.modelKey] = .data(Data(model.document.utf8))
    if let application = options.application { set(application) }
  }

  /// Records the version of an application, and changes nothing else.
  mutating func set(_ application: StoreOptions.Application) {
    values[application.versionKey] = .integer(application.version)
  }

  /// All values with the identifier, as Core Data returns them.
  var allValues: [String: PropertyListValue] {
    values.merging(["NSStoreUUID": .string(identifier.uuidString), "NSStoreType": .string("SQLite")]) { $1 }
  }

  /// The hashes of the entities in the file, by name.
  var modelHashes: [String: Data] { values[Self.hashesKey]?.entries?.compactMapValues(\.bytes) ?? [:] }

  /// The model of the last layout of the file; nil in stores of other libraries and of earlier versions.
  var document: String? { values[Self.modelKey]?.bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The column types of each entity, by the names of entity and property; nil in stores of other
  /// libraries.
  var properties: [String: [String: String]]? {
    values[Self.propertiesKey]?.entries?.compactMapValues { $0.entries?.compactMapValues(\.text) }
  }

  /// The names of tables and columns; derived from the properties in stores that do not record them.
  var names: SchemaNames? { recordedNames ?? properties.map(SchemaNames.init(properties:)) }

  /// The names of tables and columns that the file records; nil in stores of other libraries and of earlier versions.
  var recordedNames: SchemaNames? {
    values[Self.columnsKey]?.entries.map { entities in
      SchemaNames(entities: entities.compactMapValues { $0.entries?.compactMapValues(\.text) })
    }
  }

  private static func properties(of model: ManagedObjectModel) -> [String: [String: String]] {
    var properties: [String: [String: String]] = [:]
    for entity in model.storedEntities {
      let slots = entity.slots.filter { !entity.transientSlots.contains($0) }
      properties[entity.name] = Dictionary(
        slots.map { (entity.name(ofSlot: $0), entity.kind(ofSlot: $0)) },
        uniquingKeysWith: { first, _ in first })
    }
    return properties
  }

  /// The version of the layout; 0 in stores of other libraries.
  var layoutVersion: Int { values[Self.layoutKey]?.number ?? 0 }

  /// A Boolean value that indicates whether another library laid out the file.
  var isOfOtherLibrary: Bool { layoutVersion == 0 && properties == nil }

  /// The versions that applications gave the store, by name.
  var applicationVersions: [String: Int] {
    values.reduce(into: [:]) { versions, value in
      guard let name = PersistentStoreMetadata.application(ofVersionKey: value.key) else { return }
      versions[name] = value.value.number
    }
  }

  /// The texts under keys that belong to the application.
  var ownTexts: [String: String] {
    get { values.filter { !PersistentStoreMetadata.isReserved($0.key) }.compactMapValues(\.text) }
    set {
      for key in ownTexts.keys { values[key] = nil }
      for (key, text) in newValue { values[key] = .string(text) }
    }
  }

  /// Returns whether the file is the same store, with the same model and the same versions of applications.
  func isSameState(as other: StoreMetadata) -> Bool {
    identifier == other.identifier && modelHashes == other.modelHashes
      && applicationVersions == other.applicationVersions
  }

  /// Returns the version that the application gave its store, or nil.
  func version(of application: StoreOptions.Application) -> Int? { values[application.versionKey]?.number }
}

// MARK: - In the file

extension StoreMetadata {
  /// Reads the metadata; returns nil if the file has none, or none that can be read.
  init?(on connection: Connection) throws {
    let tables =
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('Z_METADATA', 'Z_PRIMARYKEY')"
    guard try connection.integer(tables) == 2 else { return nil }
    var row: (identifier: String, plist: Data)?
    try connection.forEachRow("SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1") {
      row = ($0.text(0), $0.data(1))
    }
    guard let row, let identifier = UUID(uuidString: row.identifier),
      let values = Self.values(of: row.plist)
    else { return nil }
    self.identifier = identifier
    self.values = values
    var numbers: [String: EntityNumber] = [:]
    try connection.forEachRow(
      "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE \(HistorySchema.isOther)"
    ) {
      numbers[$0.text(0)] = EntityNumber(Int($0.integer(1)))
    }
    self.numbers = numbers
  }

  /// Returns the values of a property list, or nil if it cannot be read.
  ///
  /// A program that asks for the metadata of a file and then opens it reads the same list more than once.
  private static func values(of plist: Data) -> [String: PropertyListValue]? {
    if let last = lastRead.withLock({ $0 }), last.plist == plist { return last.values }
    guard PropertyListShape.isSafe(plist) else { return nil }
    let values =
      if let list = BinaryPropertyList([UInt8](plist)) {
        PropertyListValue(binary: list)?.entries
      } else {
        try? PropertyListDecoder().decode([String: PropertyListValue].self, from: plist)
      }
    guard let values else { return nil }
    lastRead.withLock { $0 = (plist, values) }
    return values
  }

  /// The property list that was read last, with its values.
  private static let lastRead = Mutex<(plist: Data, values: [String: PropertyListValue])?>(nil)

  /// Writes the metadata within the caller's transaction.
  func write(on connection: Connection) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let plist = try encoder.encode(values)
    try connection.run(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      [.string(identifier.uuidString), .data(plist)])
  }
}
