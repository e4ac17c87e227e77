import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// The kinds of stores that the same checks are made on.
///
/// Whoever writes a store of their own adds a case here, and the conformance tests say what is missing.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, binary, xml, sqlite, plain

  var testDescription: String { rawValue }

  /// Those that are there again when they are opened again.
  static let lasting: [StoreKind] = [.binary, .xml, .sqlite]
  /// Those that are one file, written as a whole.
  static let atomic: [StoreKind] = [.binary, .xml]

  /// Opens the store in a folder, or makes it.
  func open(
    in folder: TemporaryFolder, model: ObjectModel, options: StoreOptions = StoreOptions(),
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
    case .sqlite: try SQLiteStore(path: path, model: model, options: options)
    }
  }
}
