import ObjectGraph
import SQLiteStore
import TestSupport

/// A bookshop's store in its own folder, with its contexts.
@MainActor
struct Shop {
  let folder: TemporaryFolder
  let container: PersistentContainer
  var context: ManagedObjectContext { container.viewContext }

  init(policy: MergePolicy = .error, inMemory: Bool = false) throws {
    folder = try TemporaryFolder()
    let model = try Bookshop.model()
    let store: any PersistentStore =
      inMemory
      ? InMemoryStore(model: model) : try SQLiteStore(path: folder.path("shop.store"), model: model)
    container = try PersistentContainer(store: store, mergePolicy: policy)
    context.undoHistory = UndoHistory()
  }

  /// Returns values of the store, read by another context.
  func reopened<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    try context.save()
    await container.coordinator.drain()
    return try await container.makeBackgroundContext().perform(body)
  }

  @discardableResult
  func volume(_ name: String, code: String? = nil) throws -> Volume {
    let volume = try context.insert(Volume.self)
    volume.name = name
    volume.code = code
    return volume
  }

  func tag(_ name: String) throws -> Topic {
    let tag = try context.insert(Topic.self)
    tag.name = name
    return tag
  }

  func rack(_ names: String...) throws -> Rack {
    let rack = try context.insert(Rack.self)
    for name in names { rack.items.append(try volume(name)) }
    return rack
  }
}

extension Sequence where Element: Item {
  var names: [String] { map(\.name) }
}
