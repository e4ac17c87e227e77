import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// The kinds of stores that the conformance tests check.
///
/// Add a case for a new store, and the conformance tests report the requirements that it does not meet.
enum StoreKind: String, Sendable, CustomTestStringConvertible {
  case memory, binary, xml, sqlite, plain, combined, postgres

  var testDescription: String { rawValue }

  /// The kinds of stores that persist their rows in files.
  static let lasting: [StoreKind] = [.binary, .xml, .sqlite]
  /// The kinds of stores that persist their rows and migrate them.
  static let persistent: [StoreKind] = lasting + databases
  /// The kinds of stores on a server: none, unless the tests are built with PostgreSQL and the environment names a server.
  static let databases: [StoreKind] = {
    #if PostgreSQL
      PostgresStores.server == nil ? [] : [.postgres]
    #else
      []
    #endif
  }()
  /// The kinds of stores that write one file as a whole.
  static let atomic: [StoreKind] = [.binary, .xml]

  /// Opens or creates the store in a folder.
  func open(
    in folder: TemporaryFolder, model: ManagedObjectModel, options: StoreOptions = StoreOptions(),
    identifier: UUID = TestStores.identifier
  ) throws -> any PersistentStore {
    let path = folder.path("store.\(rawValue)")
    var options = options
    options.identifier = identifier
    return switch self {
    case .memory: InMemoryStore(model: model, identifier: identifier)
    case .binary: try AtomicStore(path: path, model: model, format: .binary, options: options)
    case .xml: try AtomicStore(path: path, model: model, format: .xml, options: options)
    case .plain: PlainStore(model: model, identifier: identifier)
    // Both stores have all entities, so that every query reads both.
    case .combined:
      try CombinedStore(
        model: model, stores: [InMemoryStore(model: model), InMemoryStore(model: model)],
        identifier: identifier)
    case .sqlite: try SQLiteStore(path: path, model: model, options: options)
    case .postgres: try Self.openOnServer(in: folder, model: model, options: options)
    }
  }

  private static func openOnServer(
    in folder: TemporaryFolder, model: ManagedObjectModel, options: StoreOptions
  ) throws -> any PersistentStore {
    #if PostgreSQL
      try PostgresStores.open(in: folder, model: model, options: options)
    #else
      throw StoreError.notFound(path: "postgresql")
    #endif
  }
}

extension StoreKind: CaseIterable {
  /// All kinds that can be tested here.
  static let allCases: [StoreKind] = [.memory, .binary, .xml, .sqlite, .plain, .combined] + databases
}
