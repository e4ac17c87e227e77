package import Foundation
package import ObjectModel

/// The way to open a store that was written with another version of the model.
///
/// A migration changes the whole store or nothing: databases are migrated in one transaction, and a binary or XML
/// file is replaced by a complete one.
public struct StoreMigration: Hashable, Sendable {
  /// A function that is called with the progress.
  public typealias Report = @Sendable (MigrationProgress) throws -> Void

  private enum Kind: Hashable {
    case additions, inferred
    case staged([MigrationStage])
  }

  private var kind: Kind
  private var reporting: Reporting?
  /// The rule by which objects with the same unique values are merged; `nil` if they are refused.
  package private(set) var duplicatePolicy: DuplicatePolicy?

  /// A function, compared by identity.
  private final class Reporting: Hashable, Sendable {
    let report: Report

    init(_ report: @escaping Report) { self.report = report }

    static func == (left: Reporting, right: Reporting) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// New entities, properties and indexes are added, and others renamed by their renaming identifiers.
  ///
  /// Any other change is refused, so that no value is ever removed.
  public static let additions = StoreMigration(kind: .additions)

  /// All changes of ``ModelMapping`` are made, including the removal of entities and properties.
  ///
  /// The file contains its old model. A file without it, from an early version of the library, is opened as with
  /// ``additions``.
  public static let inferred = StoreMigration(kind: .inferred)

  /// The stages are performed that lead from the model of the file to the model with which it is opened.
  ///
  /// Their order in the list is irrelevant: the first is the one whose source has the version hashes of the file.
  public static func staged(_ stages: [MigrationStage]) -> StoreMigration {
    StoreMigration(kind: .staged(stages))
  }

  /// Returns the same migration, which calls a function before each of its steps and after the last one.
  ///
  /// If the function throws, the migration ends with that error, and the store is unchanged. The same happens with a
  /// `CancellationError` if the current task is canceled. The function is called on the thread that opens the store.
  public func reporting(_ report: @escaping Report) -> StoreMigration {
    var migration = self
    migration.reporting = Reporting(report)
    return migration
  }

  /// Returns the same migration, which merges objects that share the values of a new uniqueness constraint.
  ///
  /// Without it, such objects are refused with a ``MigrationProblem``. Objects with an empty value in a constraint have
  /// no duplicates. A reference that cannot lead to the object that stays, because that is of another subentity, is
  /// refused. It has no effect on ``additions``, which remove nothing.
  ///
  /// ```swift
  /// let options = StoreOptions(migration: .inferred.mergingDuplicates(by: .newestTrumps))
  /// ```
  public func mergingDuplicates(by policy: DuplicatePolicy) -> StoreMigration {
    var migration = self
    migration.duplicatePolicy = policy
    return migration
  }

  /// A Boolean value that indicates whether only additions and renamings are allowed.
  package var isOfAdditions: Bool { kind == .additions }

  /// Refuses a model in which a property takes the name of another one of a store, unless ``plans(from:document:to:path:)`` does.
  ///
  /// - Parameters:
  ///   - hashes: The version hashes in the store, which can be those of the model.
  ///   - document: The model in the store, if it has one.
  ///   - model: The model with which the store is opened.
  ///   - path: The path of the store.
  package func refuseTakenNames(
    from hashes: [String: Data], document: String?, to model: ManagedObjectModel, path: String
  ) throws(StoreError) {
    guard isOfAdditions || hashes == model.versionHashes, let document, document != model.document,
      let old = try? ManagedObjectModel.described(by: document, classes: { _ in nil })
    else { return }
    for entity in model.entities {
      guard
        let former = old.entity(named: entity.name)
          ?? entity.renamingIdentifier.flatMap({ old.entity(named: $0) }),
        let taken = TakenName.all(from: former, to: entity).first
      else { continue }
      throw .otherModel(
        path: path,
        reason: "\(taken.change(in: entity.name)); give it a name that the store does not have")
    }
  }

  /// Calls the function that observes the progress, and throws if the current task is canceled.
  package func report(_ progress: MigrationProgress) throws {
    try Task.checkCancellation()
    try reporting?.report(progress)
  }

  /// Returns the plans that lead from the model of a file to another one, in their order.
  ///
  /// - Parameters:
  ///   - hashes: The version hashes in the file.
  ///   - document: The model in the file, if it has one.
  ///   - model: The model with which the file is opened.
  ///   - path: The path of the file.
  /// - Returns: The plans; `nil` if there is nothing to migrate but additions and new names, as with ``additions``.
  /// - Throws: A ``MigrationError`` for changes that cannot be inferred, and a ``StoreError`` if no stages lead from
  ///   the file to the model.
  package func plans(
    from hashes: [String: Data], document: String?, to model: ManagedObjectModel, path: String
  ) throws -> [MigrationPlan]? {
    switch kind {
    case .additions: return nil
    case .inferred:
      guard let document, let old = try? ManagedObjectModel.described(by: document, classes: { _ in nil }),
        old.versionHashes == hashes
      else { return nil }
      return [try MigrationPlan(from: old, to: model, mappings: [:], path: path)]
    case .staged(let stages):
      var plans: [MigrationPlan] = []
      var hashes = hashes
      while hashes != model.versionHashes {
        guard let stage = stages.first(where: { $0.source.versionHashes == hashes }),
          plans.count < stages.count
        else {
          let reason =
            plans.isEmpty
            ? "no stage of the migration begins with it: add one"
            : "the stages of the migration do not lead to the model of this program: add one"
          throw StoreError.otherModel(path: path, reason: reason)
        }
        hashes = stage.destination.versionHashes
        let destination = hashes == model.versionHashes ? model : stage.destination
        plans.append(
          try MigrationPlan(from: stage.source, to: destination, mappings: stage.mappings, path: path))
      }
      return plans
    }
  }
}
