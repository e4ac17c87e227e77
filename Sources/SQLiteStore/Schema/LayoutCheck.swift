internal import ObjectStore

/// The check that a file still has the layout with which its store was opened, for one connection.
///
/// Another program can migrate the file, or replace it, while the store is open. Numbers of entities and names of columns
/// then mean others. Each migration changes the version of the schema, so that the metadata are read again only then.
final class LayoutCheck {
  private let layout: StoreLayout
  /// The version of the schema for which the layout is right; `nil` before the first check.
  private var schemaVersion: Int64?
  /// The state of the file at the last check after reading.
  private var readVersion: UInt32?

  init(_ layout: StoreLayout) { self.layout = layout }

  /// Checks the state that a transaction sees, and returns the version of its schema.
  ///
  /// - Throws: `StoreError.otherModel(path:reason:)` if the file has another layout.
  @discardableResult
  func run(on connection: Connection) throws -> Int64? {
    let version = try connection.integer("PRAGMA schema_version")
    if version != schemaVersion {
      try connection.snapshot { try layout.refuseOther(on: connection) }
      schemaVersion = version
    }
    return version
  }

  /// Checks the state from which rows were read; costs nothing if it is the state of the last check.
  ///
  /// - Throws: `StoreError.otherModel(path:reason:)` if the file has another layout.
  func runAfterReading(on connection: Connection) throws {
    let version = connection.readVersion
    guard version != readVersion else { return }
    try run(on: connection)
    readVersion = version
  }
}

extension StoreLayout {
  /// Throws if a file has another layout, within a transaction.
  ///
  /// - Throws: `StoreError.otherModel(path:reason:)`.
  func refuseOther(on connection: Connection) throws {
    guard let metadata = try StoreMetadata(on: connection) else {
      throw StoreError.notAStore(path: connection.path)
    }
    guard metadata.fits(self) else {
      throw StoreError.otherModel(
        path: connection.path, reason: "it was migrated or replaced while it was open; open it again")
    }
  }
}

extension StoreMetadata {
  /// Returns whether the file is the store of a layout, and has its entities, numbers and names.
  fileprivate func fits(_ layout: StoreLayout) -> Bool {
    identifier == layout.store.identifier
      && modelHashes == layout.foreignHashes ?? layout.model.versionHashes && namesFit(layout)
  }

  /// Returns whether the file numbers the entities and names the tables and columns of a layout as this does, as far as it has
  /// and records them.
  func namesFit(_ layout: StoreLayout) -> Bool {
    for (entity, number) in zip(layout.model.entities, layout.model.numbers) {
      guard numbers[entity.name] ?? number == number else { return false }
    }
    let names = SchemaNames(layout).entities
    return (recordedNames?.entities ?? [:]).allSatisfy { entity, recorded in
      recorded.allSatisfy { property, name in names[entity]?[property] ?? name == name }
    }
  }
}

extension Connection {
  /// Changes the version of the schema, within a transaction, so that other connections check the file again.
  func raiseSchemaVersion() throws {
    let version = Int32(truncatingIfNeeded: try integer("PRAGMA schema_version") ?? 0)
    try execute("PRAGMA schema_version = \(version &+ 1)")
  }
}
