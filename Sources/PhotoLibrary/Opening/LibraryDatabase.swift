#if PostgreSQL
  import ObjectGraph
  import PostgresStore

  /// A library in a schema of a PostgreSQL database.
  struct LibraryDatabase: LibraryStorage {
    private let address: DatabaseAddress
    /// A server that does not answer must not hold up the start for long.
    private static let settings = PostgresSettings(
      connectTimeout: .seconds(5), opensReadOnlyWithoutRights: true)

    init(_ address: DatabaseAddress) { self.address = address }

    func exists() throws -> Bool {
      do {
        _ = try metadata()
        return true
      } catch StoreError.notFound {
        return false
      }
    }

    /// Returns the metadata of the store.
    func metadata() throws -> PersistentStoreMetadata {
      try namingLackOfRights {
        try PostgresStore.metadata(
          connection: address.connection, schema: address.schema, settings: Self.settings)
      }
    }

    /// Opens the database; for reading only, if the user lacks the rights to write.
    ///
    /// No copy is made of one of an earlier version: the update is a single transaction, which removes nothing.
    func open(_ opening: LibraryOpening) throws -> any LibraryStore {
      try namingLackOfRights {
        var settings = Self.settings
        settings.opensConnectionsAhead = opening.followsOtherPrograms
        let database = try PostgresStore(
          connection: address.connection, schema: address.schema, model: opening.model,
          options: opening.options(keepsHistory: true), settings: settings, locking: opening.locking)
        return LibraryDatabaseStore(
          place: self, address: address, database: database, obstacle: database.obstacleToWriting)
      }
    }

    /// Returns the result of `body`; the error for a lack of rights names the library, not the store.
    private func namingLackOfRights<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch let error as PostgresError where error.kind == .notPermitted {
        throw LibraryError.notPermitted(place: address.description, reason: error.reason)
      }
    }

    /// A server has means of its own: `pg_dump`.
    func copyBeforeRepair() -> String? { nil }

    /// Does nothing: other users may have opened the library meanwhile.
    func makeDiscard() -> () -> Bool { { false } }
  }
#endif
