#if PostgreSQL
  import ObjectGraph
  import PostgresStore

  /// The open store of a library in a database.
  struct LibraryDatabaseStore: LibraryStore {
    let place: LibraryDatabase
    let address: DatabaseAddress
    /// The store.
    let database: PostgresStore
    let obstacle: String?

    var store: any PersistentStore { database }
    var isRemote: Bool { true }

    func metadata() throws -> PersistentStoreMetadata { try place.metadata() }

    /// Counts the rows and follows their references; the server itself keeps the types of values and the indexes.
    func check() throws -> StorageCheck {
      let reader = try database.makeReader()
      try (reader as? any SnapshotReader)?.holdSnapshot()
      let counted = database.model.numbers.filter { !database.model.isLink($0) }
      return StorageCheck(
        counts: try counted.map { number in
          .init(entity: database.model[number].name, rows: try reader.count(StoreQuery(entity: number)))
        },
        orphans: try reader.orphans(in: database.model), facts: ["database\t\(address)"], problems: [],
        isReadable: true)
    }

    /// Repairs nothing: damage of a database is a matter of the server.
    func repair() -> (repaired: [String], isReadable: Bool) { ([], true) }

    /// Does nothing: no copy is written before an update.
    func removeOldCopies() {}
  }

  extension StoreReader {
    /// Returns the rows that refer to missing rows.
    fileprivate func orphans(in model: ManagedObjectModel) throws -> [StorageCheck.Orphans] {
      var known: [EntityNumber: Set<ManagedObjectID>] = [:]
      func ids(of entity: EntityNumber) throws -> Set<ManagedObjectID> {
        if let ids = known[entity] { return ids }
        let ids = Set(try fetchIDs(StoreQuery(entity: entity)))
        known[entity] = ids
        return ids
      }
      return try model.numbers.flatMap { number in
        let entity = model[number]
        var missing = [Slot: Int]()
        let rows = try fetchIDs(StoreQuery(entity: number))
        for start in stride(from: 0, to: rows.count, by: 1_000) {
          for row in try self.rows(Array(rows[start..<min(start + 1_000, rows.count)])) {
            for slot in entity.referenceSlots {
              guard let target = row.values[slot].reference, try !ids(of: target.entity).contains(target)
              else { continue }
              missing[slot, default: 0] += 1
            }
          }
        }
        return missing.sorted { $0.key < $1.key }.map {
          StorageCheck.Orphans(entity: entity.name, relationship: entity.name(ofSlot: $0), count: $1)
        }
      }
    }
  }
#endif
