import FetchedResults
import Foundation
import ListChanges
import ObjectGraph
import SQLiteStore

/// Pages as objects, written in a worker and merged into the main context, which lists may observe.
final class GraphPages: PageKeeper {
  private let container: PersistentContainer
  private let worker: BackgroundContext
  private var lists: (FetchedResultsController<PagePhoto>, FetchedResultsController<PageOwner>)?
  private var shown = 0

  init(path: String, isObserved: Bool, keepsHistory: Bool = false) async throws {
    let options = StoreOptions(keepsHistory: keepsHistory)
    container = try PersistentContainer(
      store: try SQLiteStore(path: path, model: try PagePhoto.model(), options: options))
    worker = try container.makeBackgroundContext(
      mergePolicy: .objectTrumps, durability: .normal, name: "import")
    guard isObserved else { return }
    let photos = try FetchedResultsController(
      FetchRequest<PagePhoto>(order: [FetchOrder("title")]), context: container.viewContext)
    let owners = try FetchedResultsController(
      FetchRequest<PageOwner>(order: [FetchOrder("name")]), context: container.viewContext)
    try await photos.load()
    try await owners.load()
    photos.onChange = { [weak self] in self?.shown += $0.insertedRows.count }
    owners.onChange = { [weak self] in self?.shown += $0.insertedRows.count }
    lists = (photos, owners)
  }

  func keep(_ page: [PageRow]) async throws {
    try await worker.perform { context in
      var owners = try Self.known(PageOwner.self, page.map(\.owner), key: \.number, in: context)
      let photos = try Self.known(PagePhoto.self, page.map(\.number), key: \.number, in: context)
      for row in page where photos[row.number] == nil {
        let photo = try context.insert(PagePhoto.self)
        photo.number = row.number
        photo.title = row.title
        photo.text = row.text
        photo.tags = row.tags
        photo.uploaded = row.uploaded
        photo.views = row.views
        if let owner = owners[row.owner] {
          photo.owner = owner
        } else {
          let owner = try context.insert(PageOwner.self)
          owner.number = row.owner
          owner.name = row.ownerName
          owners[row.owner] = owner
          photo.owner = owner
        }
      }
    }
    try await worker.save()
    await worker.perform { $0.reset() }
  }

  private nonisolated static func known<Object: ManagedObject>(
    _ type: Object.Type, _ numbers: [String], key: KeyPath<Object, String>, in context: ManagedObjectContext
  ) throws -> [String: Object] {
    let request = FetchRequest<Object>(where: Property<Object, String>("number").isIn(Set(numbers).sorted()))
    return Dictionary(try context.fetch(request).map { ($0[keyPath: key], $0) }) { first, _ in first }
  }

  func count() async throws -> Int {
    await container.coordinator.drain()
    let count = try container.viewContext.count(FetchRequest<PagePhoto>())
    if let lists, lists.0.count != count || shown != count + lists.1.count {
      throw Refusal("\(count) photos were written, and the lists show \(lists.0.count)")
    }
    return count
  }
}
