#if PostgreSQL
  internal import ObjectStore

  extension StoreOpening {
    /// Migrates the store by the plans of its migration, within the caller's transaction.
    ///
    /// The rows go through memory, by the rules by which stores in one file are migrated: each change of a model has one
    /// meaning in both. The tables are made again, with the rights that users had to them.
    ///
    /// - Parameter metadata: The metadata of the store, which are updated.
    /// - Returns: A Boolean value that indicates whether rows may have been inserted, merged or deleted; nil if there is nothing
    ///   to migrate but additions and new names.
    func migrate(_ metadata: inout StoreMetadata, on connection: Connection) throws -> Bool? {
      guard
        let plans = try options.migration.plans(
          from: metadata.hashes, document: metadata.document, to: model, path: server.place),
        let first = plans.first
      else { return nil }
      // A stage can describe properties in another order than the model of the store, and give columns other names.
      let stored = try? oldModel(metadata)
      let old = layout(
        metadata, stored?.columnNames == first.old.columnNames ? first.old : stored ?? first.old)
      let tables = old.roots.map(\.tableName)
      try refuseViews(of: tables, on: connection)
      let rights = try TableRights(to: tables, on: connection)
      let rows = try StoredRows(layout: old, connection: connection).read()
        .migrated(by: plans, options.migration, path: server.place)
      for plan in plans {
        metadata.rename(by: ModelRenaming(of: plan.old.slotNames, to: plan.new))
      }
      metadata.removeNumbers(except: model)
      let kept = metadata.numbers
      metadata.update(model: model, application: options.application)
      if !tables.isEmpty {
        try connection.execute("DROP TABLE \(tables.map { server.name($0) }.joined(separator: ", "))")
      }
      try metadata.removeOtherEntities(on: connection)
      try metadata.write(on: connection)
      let new = layout(metadata, model)
      try Schema(layout: new, connection: connection).create()
      for root in new.roots {
        let number = kept[root.entity.name]
        guard let former = old.entities.first(where: { $0.storedNumber == number }) else { continue }
        try rights.grant(asTo: former.tableName, to: root.tableName)
      }
      try StoredRows(layout: new, connection: connection).write(rows)
      return options.migration.duplicatePolicy != nil || plans.contains { !$0.objectMappings.isEmpty }
    }

    /// Throws if views of other programs read tables, which cannot be dropped then.
    private func refuseViews(of tables: [String], on connection: Connection) throws {
      let answer = try connection.run(
        """
        SELECT DISTINCT r.ev_class::regclass::text FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid \
        JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND n.nspname = $1 \
        AND c.relname = ANY($2) AND r.ev_class <> c.oid ORDER BY 1
        """, [.text(server.schema), .texts(tables)])
      let views = (0..<answer.count).compactMap { answer.text($0, 0) }
      guard !views.isEmpty else { return }
      throw StoreError.otherModel(
        path: server.place,
        reason: """
          the migration makes tables again that views read: \(views.joined(separator: ", ")). Drop these views before, and \
          create them again afterwards
          """)
    }
  }
#endif
