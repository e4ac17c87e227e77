import ListChanges
import ObjectGraph
import Observation
import Synchronization
import TestSupport
import Testing

@testable import FetchedResults

@Suite("Observers of a list")
@MainActor
struct ObservingTests {
  private let library: Library
  private let controller: FetchedResultsController<Photo>
  private var context: ManagedObjectContext { library.context }

  init() throws {
    library = try Library()
    controller = try library.controller(FetchRequest(order: [FetchOrder("title")]))
  }

  @Test("Every observer gets every change and the reload of a fetch, until its observation is released")
  func observers() throws {
    var received: [[SectionedChanges]] = [[], [], []]
    controller.onChange = { received[0].append($0) }
    let first = controller.observe { received[1].append($0) }
    var second: ListObservation? = controller.observe { received[2].append($0) }
    try controller.performFetch()
    try library.photo("a")
    context.processPendingChanges()
    #expect(received.map(\.count) == [1, 2, 2])
    #expect(received[1][0].isReload && received[1][1] == received[0][0])
    second = nil
    try library.photo("b")
    context.processPendingChanges()
    #expect(received.map(\.count) == [2, 3, 2])
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "An observer gets only the reload when a callback before it has fetched the list",
    arguments: [true, false])
  func fetchInCallback(isObserver: Bool) throws {
    try library.photo("a")
    let b = try library.photo("b")
    try controller.performFetch()
    var hasFetched = false
    let fetch = { (_: SectionedChanges) in
      guard !hasFetched else { return }
      hasFetched = true
      context.delete(b)
      #expect(throws: Never.self) { try controller.performFetch() }
    }
    let first = isObserver ? controller.observe(fetch) : nil
    if !isObserver { controller.onChange = fetch }
    var received: [SectionedChanges] = []
    let second = controller.observe { received.append($0) }
    b.views = 3
    context.processPendingChanges()
    #expect(received == [SectionedChanges(isReload: true)] && controller.count == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test("An observer is not called any more when another one has released its observation")
  func releaseInCallback() throws {
    try controller.performFetch()
    var (second, calls): (ListObservation?, Int) = (nil, 0)
    let first = controller.observe { _ in second = nil }
    second = controller.observe { _ in calls += 1 }
    try library.photo("a")
    context.processPendingChanges()
    #expect(calls == 0 && second == nil)
    withExtendedLifetime(first) {}
  }

  @Test("The release of an observation ends the observations that its observer alone retains")
  func releaseOfChain() throws {
    try controller.performFetch()
    var calls = 0
    var outer: ListObservation?
    do {
      let inner = controller.observe { _ in calls += 1 }
      outer = controller.observe { _ in withExtendedLifetime(inner) {} }
    }
    #expect(outer != nil)
    outer = nil
    try library.photo("a")
    context.processPendingChanges()
    #expect(calls == 0)
  }

  @Test("A list that is loaded is reported before changes that could not be read before it")
  func loadAfterFailure() async throws {
    let photographer = try library.photographer("Ann")
    let photo = try library.photo("a", by: photographer)
    try await library.save()
    let list = try library.controller(FetchRequest<Photo>(order: [FetchOrder("photographer.name")]))
    try await list.load()
    var failures = 0
    list.onFailure = { _ in failures += 1 }
    var received: [SectionedChanges] = []
    let observation = list.observe { received.append($0) }
    try library.rename(table: "ZPHOTO", to: "HIDDEN")
    photographer.name = "Bob"
    context.processPendingChanges()
    #expect(failures > 0 && received.isEmpty)
    try library.rename(table: "HIDDEN", to: "ZPHOTO")
    try await list.load()
    #expect(received.first?.isReload == true)
    #expect(list.objectID(at: 0) == photo.objectID)
    withExtendedLifetime(observation) {}
  }

  @Test("Tasks that read changes late follow the list exactly, each by its own sequence")
  func sequences() async throws {
    try controller.performFetch()
    var lists: [[[ManagedObjectID]]] = []
    let observation = controller.observe { _ in lists.append(Follower.rows(controller)) }
    let sequences = [controller.changes, controller.changes]
    for number in 0..<20 {
      let photo = try library.photo("\(number * 7 % 20)")
      if number.isMultiple(of: 3) { photo.title = "x" }
      if number.isMultiple(of: 5), let other = try context.fetch(controller.request).first {
        context.delete(other)
      }
      context.processPendingChanges()
    }
    #expect(lists.count > 15)
    for sequence in sequences {
      var rows: [[ManagedObjectID]] = [[]]
      var iterator = sequence.makeAsyncIterator()
      for list in lists {
        let changes = try #require(await iterator.next(isolation: #isolation))
        rows = changes.replayed(on: rows) { list[$0.section][$0.row] }
        #expect(rows == list)
      }
    }
    withExtendedLifetime(observation) {}
  }

  @Test("A reload takes the place of more changes than the buffer keeps, and later ones are part of it")
  func overflow() async throws {
    try controller.performFetch()
    let sequence = controller.changes
    for number in 0..<70 {
      try library.photo("\(number)")
      context.processPendingChanges()
    }
    var iterator = sequence.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == SectionedChanges(isReload: true))
    #expect(controller.count == 70)
    try library.photo("last")
    context.processPendingChanges()
    let last = try #require(await iterator.next(isolation: #isolation))
    #expect(!last.isReload && last.insertedRows.count == 1)
  }

  @Test("Snapshots start with the present one, and a busy reader gets the newest, with all changed rows")
  func snapshots() async throws {
    let (a, b) = (try library.photo("a"), try library.photo("b"))
    try controller.performFetch()
    var iterator = controller.snapshots.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation)?.itemIDs == [a.objectID, b.objectID])
    b.views = 3
    context.processPendingChanges()
    a.views = 4
    context.processPendingChanges()
    let c = try library.photo("c")
    context.processPendingChanges()
    let newest = try #require(await iterator.next(isolation: #isolation))
    #expect(newest.itemIDs == [a.objectID, b.objectID, c.objectID])
    #expect(newest.reconfiguredItems == [a.objectID, b.objectID])
    #expect(newest.itemIDs == controller.snapshot.itemIDs && controller.snapshot.reconfiguredItems.isEmpty)
  }

  @Test("A sequence ends with its controller")
  func end() async throws {
    var controller: FetchedResultsController<Photo>? = try library.controller(FetchRequest())
    let changes = try #require(controller?.changes)
    try controller?.performFetch()
    controller = nil
    var received: [SectionedChanges] = []
    for await change in changes { received.append(change) }
    #expect(received == [SectionedChanges(isReload: true)])
  }

  @Test("Observation tracking follows the rows of an observable list")
  func tracking() async throws {
    try library.photo("b")
    try context.save()
    let list = try ObservableList(FetchRequest<Photo>(order: [FetchOrder("title")]), context: context)
    let notified = Atomic(0)
    let titles = {
      withObservationTracking {
        list.map(\.title)
      } onChange: {
        notified.add(1, ordering: .relaxed)
      }
    }
    #expect(titles() == [])
    try await list.load()
    #expect(notified.load(ordering: .relaxed) == 1)
    #expect(titles() == ["b"])
    try library.photo("a")
    context.processPendingChanges()
    #expect(notified.load(ordering: .relaxed) == 2)
    #expect(titles() == ["a", "b"])
    #expect(list[RowPath(section: 0, row: 1)].title == "b" && list.rowCount(inSection: 0) == 2)
    // Another entity is no change of the list.
    _ = try library.photographer("Ann")
    context.processPendingChanges()
    #expect(notified.load(ordering: .relaxed) == 2)
  }
}
