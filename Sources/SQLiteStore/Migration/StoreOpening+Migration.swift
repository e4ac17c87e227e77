internal import ObjectStore

extension StoreOpening {
  /// Migrates the file by the plans of its migration, within the caller's transaction.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the file, which are updated.
  ///   - intact: The full-text indexes that are up to date.
  ///   - external: The writer of external data.
  ///   - connection: The connection, in a transaction.
  /// - Returns: The full-text indexes that are up to date after the migration, and a Boolean value that indicates whether rows may
  ///   have been inserted, merged or deleted; `nil` if there is nothing to migrate but additions and new names.
  func migrate(
    _ metadata: inout StoreMetadata, keeping intact: Set<TextIndex>, external: ExternalDataWriter,
    on connection: Connection
  ) throws -> (intact: Set<TextIndex>, changesRows: Bool)? {
    guard !options.migration.isOfAdditions,
      let plans = try options.migration.plans(
        from: metadata.modelHashes, document: metadata.document, to: model, path: file.path)
    else { return nil }
    var (intact, changesRows) = (intact, false)
    let store = StoreIdentity(metadata.identifier)
    func layout(_ model: ManagedObjectModel) -> StoreLayout {
      StoreLayout(model, externalData: ExternalDataFolder(store: file.path), store: store)
    }
    for (index, plan) in plans.enumerated() {
      let (old, new) = (layout(plan.old), layout(plan.new))
      let renamed = try normalize(metadata, to: old, on: connection)
      intact = intact.filter { !renamed.contains($0.table) }
      let migration = try SchemaMigration(
        plan, from: old, to: new, duplicates: options.migration.duplicatePolicy, external: external,
        on: connection)
      let outcome = try migration.run { completed, count in
        try options.migration.report(
          MigrationProgress(
            stage: index + 1, stageCount: plans.count, completedSteps: completed, stepCount: count))
      }
      intact = intact.filter { outcome.unchangedTables.contains($0.table) }
      changesRows = changesRows || outcome.changesRows
      metadata.update(layout: new, options: options)
    }
    return (intact, changesRows)
  }

  /// Gives a file of an earlier version the names and numbers that the layout of its model has, and returns the tables of which
  /// names have changed.
  private func normalize(
    _ metadata: StoreMetadata, to layout: StoreLayout, on connection: Connection
  ) throws -> Set<String> {
    let numbers = Dictionary(
      zip(layout.model.entities.map(\.name), layout.model.numbers), uniquingKeysWith: { first, _ in first })
    guard metadata.names?.entities != SchemaNames(layout).entities || metadata.numbers != numbers else {
      return []
    }
    return try SchemaAddition(from: metadata, to: layout, on: connection).renumber()
  }
}
