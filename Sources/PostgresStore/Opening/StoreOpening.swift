#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The steps before a store is open: creating its tables, or checking whether they can be used.
  struct StoreOpening {
    let server: Server
    let model: ManagedObjectModel
    let options: StoreOptions

    /// The first version of PostgreSQL that has all functions that the store uses.
    private static let minimumVersion: Int64 = 130_000

    /// Creates or checks the tables, and returns the metadata.
    func open(on connection: Connection) throws -> StoreMetadata {
      try checkServer(connection)
      var metadata = try openTables(on: connection)
      if !options.isReadOnly { try addContinuity(&metadata, on: connection) }
      return metadata
    }

    /// Adds the table of ``Continuity`` to a store that an earlier version of the library made.
    ///
    /// Without the right to it, or while other programs are in the way, the store is used as it is.
    private func addContinuity(_ metadata: inout StoreMetadata, on connection: Connection) throws {
      guard !metadata.hasContinuity else { return }
      // Without the right, waiting for the other writers is in vain.
      let mayCreate = try connection.run("SELECT has_schema_privilege($1, 'CREATE')", [.text(server.schema)])
      guard mayCreate.boolean(0, 0) == true else { return }
      metadata.hasContinuity = try attempt {
        try writing(connection) { try Continuity(server: server).add(on: connection) }
      }
    }

    /// Gives the history's table of a store that an earlier version of the library made what publications need.
    ///
    /// Without the right to it, or while other programs are in the way, the store is used as it is.
    private func completeHistory(_ metadata: StoreMetadata, on connection: Connection) throws {
      guard metadata.canGetHistoryIdentity else { return }
      // Others would wait behind the lock, and it for a reader that holds a state: the next opening tries again.
      let lock = "LOCK TABLE \(server.name(Schema.Table.history)) IN ACCESS EXCLUSIVE MODE NOWAIT"
      _ = try attempt {
        connection.begin([Statement("BEGIN"), Statement(lock)])
        try connection.commit(after: [Statement(Schema.historyIdentity(server))])
      }
    }

    /// Returns `false` if `body` fails because the user lacks a right, or because other programs are in the way.
    private func attempt(_ body: () throws -> Void) throws -> Bool {
      do {
        try body()
        return true
      } catch let error as PostgresError where error.kind == .notPermitted || error.kind == .lockTimeout {
        return false
      }
    }

    private func openTables(on connection: Connection) throws -> StoreMetadata {
      guard let metadata = try StoreMetadata(on: connection) else {
        guard !options.isReadOnly else { throw StoreError.notFound(path: server.place) }
        return try create(on: connection)
      }
      try check(metadata)
      // An update can delete the row of the history's table, which the server refuses while it publishes the table.
      if !options.isReadOnly { try completeHistory(metadata, on: connection) }
      guard try !isCurrent(metadata, on: connection) else { return metadata }
      return try writing(connection) { try update(on: connection) }
    }

    private func checkServer(_ connection: Connection) throws {
      let answer = try connection.run(
        "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')")
      let (version, encoding) = (answer.integer(0, 0) ?? 0, answer.text(0, 1) ?? "")
      guard version >= Self.minimumVersion else {
        throw PostgresError(
          .unsuitable, place: server.place,
          reason: "the server is of version \(version / 10_000); PostgreSQL 13 or later is needed")
      }
      guard encoding == "UTF8" else {
        throw PostgresError(
          .unsuitable, place: server.place,
          reason: "its encoding is \(encoding). Create the database with the encoding UTF8")
      }
    }

    /// Runs `body` in a transaction that excludes other writers.
    private func writing<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
      connection.begin([Statement("BEGIN"), IdleLimit.opening.statement, server.lock])
      do {
        try connection.opening()
        let result = try body()
        try connection.commit()
        return result
      } catch {
        connection.rollBack()
        throw error
      }
    }

    private func create(on connection: Connection) throws -> StoreMetadata {
      try writing(connection) {
        // Another program may have created the store meanwhile.
        if let metadata = try StoreMetadata(on: connection) {
          try check(metadata)
          return try isCurrent(metadata, on: connection) ? metadata : update(on: connection)
        }
        // The right to create a schema is not needed for one that exists.
        let known = try connection.integer(
          "SELECT 1::bigint FROM pg_namespace WHERE nspname = $1", [.text(server.schema)])
        if known == nil { try connection.execute("CREATE SCHEMA \(Server.quoted(server.schema))") }
        for sql in Schema.bookkeeping(server) { try connection.execute(sql) }
        var metadata = StoreMetadata(
          identifier: options.identifier ?? UUID(), lockKey: server.lockKey)
        metadata.update(model: model, application: options.application)
        try Schema(layout: layout(metadata), connection: connection).create()
        try metadata.write(on: connection)
        try history(metadata, connection).update(begins: options.keepsHistory)
        return metadata
      }
    }

    private func layout(_ metadata: StoreMetadata) -> StoreLayout { layout(metadata, model) }

    /// Returns the layout of a model in the store.
    func layout(_ metadata: StoreMetadata, _ model: ManagedObjectModel) -> StoreLayout {
      StoreLayout(model, server: server, metadata: metadata)
    }

    private func history(_ metadata: StoreMetadata, _ connection: Connection) -> HistorySchema {
      HistorySchema(layout: layout(metadata), connection: connection)
    }

    // MARK: Checking

    /// Throws if the store is of a later version or of another model.
    private func check(_ metadata: StoreMetadata) throws {
      func refuse(_ found: Int, newerThan supported: Int) throws {
        guard found > supported else { return }
        throw StoreError.newerVersion(path: server.place, found: found, supported: supported)
      }
      try refuse(metadata.format, newerThan: StoreMetadata.formatVersion)
      if let application = options.application, let version = metadata.version(of: application) {
        try refuse(version, newerThan: application.version)
      }
      try options.migration.refuseTakenNames(
        from: metadata.hashes, document: metadata.document, to: model, path: server.place)
      guard isOutdated(metadata) else { return }
      if options.isReadOnly {
        throw StoreError.otherModel(path: server.place, reason: "open it for writing once to update it")
      }
    }

    /// Returns whether the store was written with another version of the model, or names columns differently.
    private func isOutdated(_ metadata: StoreMetadata) -> Bool {
      isOfOtherVersion(metadata) || hasOtherNames(metadata)
    }

    private func isOfOtherVersion(_ metadata: StoreMetadata) -> Bool {
      metadata.hashes != model.versionHashes
    }

    /// Returns whether the store names columns differently, because the order of a description differs.
    private func hasOtherNames(_ metadata: StoreMetadata) -> Bool {
      guard metadata.document != model.document, let old = try? oldModel(metadata) else { return false }
      return old.columnNames != model.columnNames
    }

    /// Returns whether opening the store writes nothing to it.
    private func isCurrent(_ metadata: StoreMetadata, on connection: Connection) throws -> Bool {
      if options.isReadOnly { return true }
      if let application = options.application, metadata.version(of: application) != application.version {
        return false
      }
      return try !isOutdated(metadata) && metadata.document == model.document
        && history(metadata, connection).isCurrent(begins: options.keepsHistory)
    }

    private func update(on connection: Connection) throws -> StoreMetadata {
      guard var metadata = try StoreMetadata(on: connection) else {
        throw StoreError.notAStore(path: server.place)
      }
      try check(metadata)
      if isOfOtherVersion(metadata), let changesRows = try migrate(&metadata, on: connection) {
        try history(metadata, connection).migrate(changesRows: changesRows)
        try history(metadata, connection).update(begins: options.keepsHistory)
        return metadata
      }
      let old = isOutdated(metadata) ? try oldModel(metadata) : nil
      let renaming = ModelRenaming(of: old?.slotNames ?? [:], to: model)
      metadata.rename(by: renaming)
      metadata.update(model: model, application: options.application)
      try metadata.write(on: connection)
      if let old {
        try ModelAddition(
          old: old, renaming: renaming, layout: layout(metadata), connection: connection
        ).run()
      } else {
        // Indexes are no part of the hashes: a model can have gained some.
        try Schema(layout: layout(metadata), connection: connection).create()
      }
      try history(metadata, connection).update(begins: options.keepsHistory)
      return metadata
    }

    /// Returns the model with which the store was written.
    func oldModel(_ metadata: StoreMetadata) throws -> ManagedObjectModel {
      guard let document = metadata.document,
        let old = try? ManagedObjectModel.described(by: document, classes: { _ in nil }),
        old.versionHashes == metadata.hashes
      else { throw StoreError.noModel(path: server.place) }
      return old
    }
  }

  extension ManagedObjectModel {
    /// The names of the stored attributes and to-one relationships, by entity.
    var slotNames: [String: [String]] {
      Dictionary(
        storedEntities.map { entity in
          let slots = entity.slots.filter { !entity.transientSlots.contains($0) }
          return (entity.name, slots.map { entity.name(ofSlot: $0) })
        }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the columns, by entity and property.
    var columnNames: [String: [String: String]] {
      Dictionary(
        storedEntities.map { entity in
          let slots = entity.slots.filter { !entity.transientSlots.contains($0) }
          let names = slots.map { (entity.name(ofSlot: $0), SchemaName.column(slot: $0, of: entity)) }
          return (entity.name, Dictionary(names, uniquingKeysWith: { first, _ in first }))
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  extension Server {
    /// The key of the advisory lock that a writer of the store holds during a transaction.
    var lockKey: Int64 {
      var hash = FNV1a()
      hash.add("ObjectGraph ".utf8)
      hash.add(schema.utf8)
      return Int64(bitPattern: hash.value)
    }

    /// The statement that waits for the lock of the writers, and holds it until the end of the transaction.
    var lock: Statement { Statement("SELECT pg_advisory_xact_lock(\(lockKey))") }
  }
#endif
