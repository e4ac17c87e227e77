#if PostgreSQL
  public import ObjectStore

  extension PostgresStore {
    /// Returns the metadata of the store in a schema, without opening it as a store.
    ///
    /// Nothing is written. The metadata has no texts of the application.
    ///
    /// - Parameters:
    ///   - connection: The connection string in the syntax of libpq.
    ///   - schema: The schema of the store's tables.
    ///   - settings: The settings of the connection.
    /// - Throws: A ``PostgresError`` if the database cannot be read, and `StoreError.notFound(path:)` if the schema has no
    ///   store.
    public static func metadata(
      connection: String, schema: String = "objectgraph", settings: PostgresSettings = PostgresSettings()
    ) throws -> PersistentStoreMetadata {
      let (metadata, _) = try stored(connection, schema, settings)
      return PersistentStoreMetadata(
        identifier: metadata.identifier, versionHashes: metadata.hashes,
        applicationVersions: metadata.applicationVersions, modelDocument: metadata.document, values: [:])
    }

    /// Returns the model with which the store in a schema was last opened for writing.
    ///
    /// The store contains the whole model except classes and transformers. Transformers are those registered under their
    /// names. Nothing is written.
    ///
    /// - Parameters:
    ///   - connection: The connection string in the syntax of libpq.
    ///   - schema: The schema of the store's tables.
    ///   - settings: The settings of the connection.
    ///   - classes: Returns the class of an entity by its name, or `nil`. An entity without a class gets the class of its
    ///     nearest ancestor that has one, or `ManagedObject`.
    /// - Throws: A `ModelError` if a class does not fit the model, a ``PostgresError`` if the database cannot be read, and
    ///   a `StoreError` if the schema has no store or no model that can be read.
    public static func model(
      connection: String, schema: String = "objectgraph", settings: PostgresSettings = PostgresSettings(),
      classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
    ) throws -> ManagedObjectModel {
      let (metadata, place) = try stored(connection, schema, settings)
      guard let document = metadata.document else { throw StoreError.noModel(path: place) }
      let model: ManagedObjectModel
      do {
        model = try ManagedObjectModel.described(by: document, classes: classes)
      } catch  where error.concernsClass {
        throw error
      } catch {
        throw StoreError.damaged(path: place, reason: "its model makes no sense: \(error)")
      }
      guard model.versionHashes == metadata.hashes else { throw StoreError.noModel(path: place) }
      return model
    }

    /// Reads the metadata of a store, and returns it with the store's name for messages.
    private static func stored(
      _ connection: String, _ schema: String, _ settings: PostgresSettings
    ) throws -> (StoreMetadata, place: String) {
      let server = Server(address: try ServerAddress(connection), schema: schema, settings: settings)
      guard let metadata = try StoreMetadata(on: Connection(server)) else {
        throw StoreError.notFound(path: server.place)
      }
      guard metadata.format <= StoreMetadata.formatVersion else {
        throw StoreError.newerVersion(
          path: server.place, found: metadata.format, supported: StoreMetadata.formatVersion)
      }
      return (metadata, server.place)
    }
  }
#endif
