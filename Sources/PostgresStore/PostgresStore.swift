#if PostgreSQL
  public import Foundation
  public import ObjectStore

  /// A store in a schema of a PostgreSQL database, for programs on several computers.
  ///
  /// Any number of programs may have it open. Each reader and writer has its own connection, which is opened at its
  /// first use or ahead of it (``PostgresSettings/opensConnectionsAhead``), opened again after it was cut, and closed with it.
  /// Readers never wait for the writer, and one writer waits for another, up to `LockPolicy.timeout`.
  ///
  /// Values are kept exactly, with these exceptions: what is not a number (NaN) is read as nil. A text that is unique or
  /// indexed may have at most about 2,700 bytes after compression, the limit of an entry of an index.
  public final class PostgresStore: PersistentStore {
    /// The identifier of the store, which never changes.
    public let identifier: UUID
    /// The model that determines the layout of the rows.
    public var model: ManagedObjectModel { layout.model }
    /// A Boolean value that indicates whether the store was opened for reading only.
    public let isReadOnly: Bool
    /// The reason why a store is opened for reading only that was to be written
    /// (``PostgresSettings/opensReadOnlyWithoutRights``), without a period; nil if there is none.
    public let obstacleToWriting: String?

    let layout: StoreLayout
    private let application: String?

    /// Opens the store in a schema of a database, or creates it; the database must exist.
    ///
    /// - Parameters:
    ///   - connection: The connection string in the syntax of libpq: an address such as `postgresql://user@host/database`
    ///     or a list such as `host=… dbname=…`. Service files, password files, the variables `PG…` and all settings of TLS
    ///     work as in `psql`.
    ///   - schema: The schema of the store's tables, which is created if it is missing; its name has at most 63 bytes.
    ///   - model: The model of the rows.
    ///   - options: The settings for opening and creating the store.
    ///   - settings: The settings of the connections.
    ///   - locking: The policy for locks of other programs.
    /// - Throws: A ``PostgresError`` if the database cannot be used, and a `StoreError` if the store there is of another
    ///   model or version.
    /// - Complexity: O(*n*) in the number of entities for a new store, otherwise independent of the size of the store.
    public init(
      connection: String, schema: String = "objectgraph", model: ManagedObjectModel,
      options: StoreOptions = StoreOptions(), settings: PostgresSettings = PostgresSettings(),
      locking: LockPolicy = LockPolicy()
    ) throws {
      let server = Server(
        address: try ServerAddress(connection), schema: schema, settings: settings, locking: locking)
      guard SchemaName.isKept(schema) else {
        throw PostgresError(
          .unsuitable, place: server.place, reason: "the name of the schema has more than 63 bytes")
      }
      let pool = SessionPool()
      let opening = Connection(server, pool: pool)
      try opening.open()
      if settings.opensConnectionsAhead { pool.openAhead(Self.sessionsAhead, to: server) }
      var options = options
      obstacleToWriting =
        options.isReadOnly || !settings.opensReadOnlyWithoutRights
        ? nil : try Self.obstacleToWriting(schema: schema, on: opening)
      if obstacleToWriting != nil { options.isReadOnly = true }
      let metadata = try StoreOpening(server: server, model: model, options: options).open(on: opening)
      if settings.opensConnectionsAhead { opening.leaveSession() }
      isReadOnly = options.isReadOnly
      identifier = metadata.identifier
      application = options.application?.name
      layout = StoreLayout(model, server: server, metadata: metadata, pool: pool)
    }

    /// Those of the writer, the listener, the reader of external changes, and a reader; a second reader gets that of the
    /// opening.
    private static var sessionsAhead: Int { 4 }

    /// Returns `true`, although the server may be on the same machine: how long it takes is not known.
    public var isRemote: Bool { true }

    /// Creates a reader, whose connection is opened at its first use, or at once in the background
    /// (``PostgresSettings/opensConnectionsAhead``).
    public func makeReader() throws -> any StoreReader {
      PostgresReader(
        layout.makeConnection(opensAhead: layout.server.settings.opensConnectionsAhead), layout: layout)
    }

    /// Creates the writer, whose connection is opened at its first use.
    ///
    /// - Throws: `StoreError.readOnly(path:)` if the store was opened for reading only.
    public func makeWriter() throws -> any StoreWriter {
      if isReadOnly { throw StoreError.readOnly(path: layout.server.place) }
      return PostgresWriter(layout.makeConnection(), layout: layout, application: application)
    }
  }
#endif
