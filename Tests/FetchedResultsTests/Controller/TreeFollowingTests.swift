import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults
@testable import SQLiteStore

@Suite("Lists of inherited, joined and ordered objects")
@MainActor
struct TreeFollowingTests {
  @Test(
    "are at any time what a fetch gives, and their changes lead there",
    arguments: Seeds.range(quick: 4, long: 80))
  func everyList(_ seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("shop.store"), model: Bookshop.model())
    let container = try PersistentContainer(store: store)
    let context = container.viewContext
    context.undoHistory = UndoHistory()
    var editor = ShopEditor(seed: seed)
    for _ in 0..<60 { try editor.edit(context) }
    try context.save()
    for _ in 0..<10 { try editor.edit(context) }
    let isAtOnce = seed.isMultiple(of: 2)
    let items = try await Self.itemLists.asyncMap { try await follower($0, context, isAtOnce) }
    let games = try await Self.gameLists.asyncMap { try await follower($0, context, isAtOnce) }
    let topics = try await Self.topicLists.asyncMap { try await follower($0, context, isAtOnce) }
    let named = try await follower(
      FetchRequest<ManagedObject>(entity: "Game", order: [FetchOrder("name")]), context, isAtOnce)
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...4, using: &editor.random) { try editor.edit(context) }
      if round % 7 == 3 { try context.save() }
      if round % 7 == 6 { try context.save() }
      if round % 9 == 8 { context.undo() }
      let comment: Comment = "seed \(seed), round \(round)"
      for follower in items { try follower.expectCurrent(comment) }
      for follower in games { try follower.expectCurrent(comment) }
      for follower in topics { try follower.expectCurrent(comment) }
      try named.expectCurrent(comment)
    }
  }

  @Test("A request for objects of other entities is a reload: their rows can have the same keys")
  func otherEntities() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("shop.store"), model: Bookshop.model())
    let context = try PersistentContainer(store: store).viewContext
    for number in 0..<10 { try context.insert(Game.self).name = "\(number)" }
    try context.save()
    let order = [FetchOrder("name")]
    let list = try FetchedResultsController(FetchRequest<Game>(order: order), context: context)
    try await list.load()
    var received: [SectionedChanges] = []
    list.onChange = { received.append($0) }
    try await list.replaceRequest(FetchRequest(order: order, includesSubentities: false))
    #expect(received.map(\.isReload) == [true] && list.count == 10)
    try list.checkInvariants()
    try context.insert(Game.self).name = "99"
    context.processPendingChanges()
    #expect(received.count == 2 && received[1].insertedRows == [RowPath(section: 0, row: 10)])
  }

  private static let itemLists: [FetchRequest<Item>] = [
    FetchRequest(order: [FetchOrder("name")]),
    FetchRequest(order: [FetchOrder("tags.@count"), FetchOrder("name", comparison: .natural)]),
    FetchRequest(
      where: .comparison(.init("tags.name", .contains, .value(.string("1")), quantifier: .any)),
      order: [FetchOrder("rack.label"), FetchOrder("wishers.@count", ascending: false)]),
    FetchRequest(order: [FetchOrder("code")], limit: 5, offset: 1),
  ]

  private static let gameLists: [FetchRequest<Game>] = [
    FetchRequest(order: [FetchOrder("players")]), FetchRequest(includesSubentities: false),
  ]

  private static let topicLists: [FetchRequest<Topic>] = [
    FetchRequest(order: [FetchOrder("items.@count", ascending: false), FetchOrder("narrower.@count")]),
    FetchRequest(where: .comparison(.init("items.name", .less, .value(.string("3")), quantifier: .none))),
  ]

  private func follower<Object>(
    _ request: FetchRequest<Object>, _ context: ManagedObjectContext, _ isAtOnce: Bool
  ) async throws -> Follower<Object> {
    let controller = try FetchedResultsController(request, context: context)
    if isAtOnce { try controller.performFetch() } else { try await controller.load() }
    return Follower(controller)
  }
}

extension Array {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
