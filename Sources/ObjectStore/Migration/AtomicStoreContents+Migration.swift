internal import Foundation
internal import ObjectModel

extension AtomicStoreContents {
  /// Returns the rows in the layout of a model, migrated if another version of it wrote them.
  ///
  /// - Returns: The rows, and a Boolean value that indicates whether the file must be replaced.
  /// - Throws: A ``StoreError``, a ``MigrationError``, or an error of a function of the migration.
  func rows(
    for model: ManagedObjectModel, migration: StoreMigration, path: String
  ) throws -> (rows: InMemoryRows, isMigrated: Bool) {
    let hidden = Set(entities.map(\.name).filter { $0.contains(".") })
    let hashes = Dictionary(
      entities.filter { !hidden.contains($0.name) }.map { ($0.name, $0.versionHash) },
      uniquingKeysWith: { $1 })
    try migration.refuseTakenNames(from: hashes, document: metadata[Self.modelKey], to: model, path: path)
    guard hashes != model.versionHashes else { return (try rows(for: model, path: path), false) }
    guard
      let plans = try migration.plans(
        from: hashes, document: metadata[Self.modelKey], to: model, path: path),
      let first = plans.first
    else {
      try refuseOtherParents(hashes, in: model, path: path)
      var rows = try rows(for: model, path: path)
      // The next transaction writes them; until then, each opening computes them.
      try rows.fillDerivedValues(path: path)
      return (rows, false)
    }
    return (try rows(for: first.old, path: path).migrated(by: plans, migration, path: path), true)
  }

  /// Refuses a model in which an entity of the file inherits from another one.
  ///
  /// The rows of an inheritance tree share their keys: those of two trees that became one can have the same, and those of a
  /// tree that was divided would be given out again. A file of an early version does not name the parents.
  private func refuseOtherParents(
    _ hashes: [String: Data], in model: ManagedObjectModel, path: String
  ) throws(StoreError) {
    guard let document = metadata[Self.modelKey],
      let old = try? ManagedObjectModel.described(by: document, classes: { _ in nil }),
      old.versionHashes == hashes
    else { return }
    let renaming = renaming(to: model)
    for before in old.entities {
      guard let entity = model.entity(named: renaming.entity(before.name)) else { continue }
      guard before.parent.map({ renaming.entity($0.name) }) == entity.parent?.name else {
        throw .otherModel(
          path: path, reason: "its entity \(before.name) inherits from another one in this")
      }
    }
  }
}

extension InMemoryRows {
  /// Returns the rows as the plans of a migration change them, one after the other.
  ///
  /// - Throws: A ``MigrationError``, a ``StoreError``, or an error of a function of the migration.
  package func migrated(
    by plans: [MigrationPlan], _ migration: StoreMigration, path: String
  ) throws -> InMemoryRows {
    var rows = self
    for (index, plan) in plans.enumerated() {
      let source = try rows.adopted(by: plan.old, path: path)
      rows = try RowMigration(plan, of: source, duplicates: migration.duplicatePolicy, path: path).run {
        completed, count in
        try migration.report(
          MigrationProgress(
            stage: index + 1, stageCount: plans.count, completedSteps: completed, stepCount: count))
      }
    }
    return rows
  }

  /// Returns the same rows by a model with the same hashes, which may describe properties in another order.
  fileprivate func adopted(by model: ManagedObjectModel, path: String) throws -> InMemoryRows {
    guard model !== self.model else { return self }
    let contents = try AtomicStoreContents(self, identifier: store.identifier, metadata: [:], path: path)
    return try contents.rows(for: model, path: path)
  }
}
