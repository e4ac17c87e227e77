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

  convenience init(path: String, isObserved: Bool, keepsHistory: Bool = false) async throws {
    let options = StoreOptions(keepsHistory: keepsHistory)
    try await self.init(
      PersistentContainer(store: SQLiteStore(path: path, model: PagePhoto.model(), options: options)),
      isObserved: isObserved)
  }

  init(_ container: PersistentContainer, isObserved: Bool) async throws {
    self.container = container
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
      let (known, photos) = try Self.known(page, in: context)
      var owners = known
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

  /// Looks up the photos of a page, and returns the number of those that have all values of the page.
  func compare(_ page: [PageRow]) async throws -> Int {
    let count = try await worker.perform { context in
      // Photos of the page share the objects of their owners.
      let (owners, photos) = try Self.known(page, in: context)
      return page.count { row in
        guard let photo = photos[row.number], let owner = owners[row.owner] else { return false }
        return photo.title == row.title && photo.text == row.text && photo.tags == row.tags
          && photo.uploaded == row.uploaded && photo.views == row.views && photo.owner === owner
          && owner.name == row.ownerName
      }
    }
    await worker.perform { $0.reset() }
    return count
  }

  /// The owners and the photos of a page that are in the store, by their numbers.
  private nonisolated static func known(
    _ page: [PageRow], in context: ManagedObjectContext
  ) throws -> ([String: PageOwner], [String: PagePhoto]) {
    let (owners, photos) = try context.fetch(
      FetchRequest<PageOwner>(where: isNumbered(page.map(\.owner))),
      FetchRequest<PagePhoto>(where: isNumbered(page.map(\.number))))
    return (
      Dictionary(owners.map { ($0.number, $0) }) { first, _ in first },
      Dictionary(photos.map { ($0.number, $0) }) { first, _ in first }
    )
  }

  private nonisolated static func isNumbered(_ numbers: [String]) throws -> FetchPredicate {
    try FetchPredicate("number IN %@", Set(numbers).sorted())
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
