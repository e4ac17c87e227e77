import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// An object with an attribute of each type.
final class Specimen: ManagedObject {
  @Attribute("small") var small: Int?
  @Attribute("medium") var medium: Int?
  @Attribute("large") var large: Int64?
  @Attribute("weight") var weight: Decimal?
  @Attribute("length") var length: Double?
  @Attribute("width") var width: Float?
  @Attribute("label") var label: String?
  @Attribute("shown") var shown: Bool?
  @Attribute("found") var found: Date?
  @Attribute("scan") var scan: Data?
  @Attribute("code") var code: UUID?
  @Attribute("page") var page: URL?
}

/// A store of specimens with its main context.
@MainActor
struct Cabinet {
  nonisolated static let types: [(name: String, type: AttributeType)] = [
    ("small", .integer16), ("medium", .integer32), ("large", .integer64), ("weight", .decimal),
    ("length", .double), ("width", .float), ("label", .string), ("shown", .boolean), ("found", .date),
    ("scan", .binary), ("code", .uuid), ("page", .uri),
  ]

  let folder: TemporaryFolder
  let container: PersistentContainer
  var context: ManagedObjectContext { container.viewContext }

  /// Opens a store of `model`; without a model, of specimens whose attributes have these rules.
  init(inMemory: Bool, model: ManagedObjectModel? = nil, rules: [String: [ValidationRule]] = [:]) throws {
    folder = try TemporaryFolder()
    let model = try model ?? Self.model(rules: rules)
    let store: any PersistentStore =
      inMemory
      ? InMemoryStore(model: model) : try SQLiteStore(path: folder.path("cabinet.store"), model: model)
    container = try PersistentContainer(store: store)
    context.undoHistory = UndoHistory()
  }

  nonisolated static func model(
    rules: [String: [ValidationRule]] = [:], defaults: [String: PropertyValue] = [:]
  ) throws -> ManagedObjectModel {
    let attributes = types.map { name, type in
      AttributeDescription(
        name, type, isOptional: true, default: defaults[name] ?? .null, rules: rules[name] ?? [])
    }
    return try ManagedObjectModel([EntityDescription(Specimen.self, attributes: attributes)])
  }

  /// Returns the row in the store.
  func stored(_ object: ManagedObject) async throws -> Row? {
    await container.coordinator.drain()
    let id = object.objectID
    return try await container.coordinator.read { try $0.rows([id]).first }
  }
}
