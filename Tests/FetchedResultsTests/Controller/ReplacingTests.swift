import Dispatch
import ListChanges
import TestSupport
import Testing

@testable import FetchedResults
@testable import ObjectGraph

@Suite("Fetches and replaced requests", .timeLimit(.minutes(10)))
@MainActor
struct ReplacingTests {
  let library: Library

  init() throws { library = try Library() }

  private var byTitle: FetchRequest<Photo> { FetchRequest(order: [FetchOrder("title")]) }

  private func contains(_ text: String) -> FetchRequest<Photo> {
    FetchRequest(
      where: .comparison(.init("title", .contains, .value(.string(text)))), order: [FetchOrder("title")])
  }

  /// A list of saved photos that was fetched, and its follower.
  private func follower(_ titles: [String]) async throws -> Follower<Photo> {
    for title in titles { try library.photo(title) }
    try await library.save()
    let controller = try library.controller(byTitle)
    try await controller.load()
    return Follower(controller)
  }

  /// Keeps the coordinator's reader busy until it is opened, so that readings wait.
  private struct Gate {
    private let semaphore = DispatchSemaphore(value: 0)
    private let holding: Task<Void, any Error>

    @MainActor
    init(_ coordinator: PersistentStoreCoordinator) async {
      let (entered, entrance) = AsyncStream<Void>.makeStream()
      holding = Task { [semaphore] in
        try await coordinator.read(isBulk: true) { _ in
          entrance.finish()
          semaphore.wait()
        }
      }
      for await _ in entered {}
    }

    func open() async throws {
      semaphore.signal()
      try await holding.value
    }
  }

  /// Starts something that runs on the main actor, and returns when it waits for the first time.
  private func start<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
  ) async -> Task<Value, any Error> {
    let task = Task { @MainActor in try await body() }
    await Task.yield()
    return task
  }

  @Test("A narrower and a wider predicate delete and insert rows, and move none")
  func filter() async throws {
    let follower = try await follower(["ant", "bat", "bee", "cat", "cow"])
    let controller = follower.controller
    let cat = controller.objectID(at: 3)
    for (text, titles) in [
      ("a", ["ant", "bat", "cat"]), ("at", ["bat", "cat"]), ("", []), ("c", ["cat", "cow"]),
    ] {
      let request = text.isEmpty ? FetchRequest<Photo>(where: .constant(false)) : contains(text)
      #expect(try await controller.replaceRequest(request))
      try follower.expectCurrent()
      #expect(controller.titles == [titles])
      #expect(controller.path(of: cat)?.row == titles.firstIndex(of: "cat"))
      #expect(
        follower.received.last?.movedRows.isEmpty == true
          && follower.received.last?.updatedRows.isEmpty == true)
    }
    #expect(controller.request.predicate == contains("c").predicate)
  }

  @Test("Another order moves rows, and the list follows the context in it from then on")
  func order() async throws {
    let follower = try await follower(["ant", "bat", "bee", "cat", "cow"])
    let controller = follower.controller
    try await controller.replaceRequest(FetchRequest(order: [FetchOrder("title", ascending: false)]))
    try follower.expectCurrent()
    #expect(follower.received.last?.movedRows.count == 4)
    try library.photo("bug")
    try follower.expectCurrent()
    #expect(controller.titles == [["cow", "cat", "bug", "bee", "bat", "ant"]])
  }

  @Test("Sections, limit and offset are replaced like the predicate")
  func sectionsAndWindow() async throws {
    let follower = try await follower(["ant", "ant", "bee", "cow", "cow"])
    let controller = follower.controller
    try await controller.replaceRequest(byTitle, sectionKeyPath: "title")
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "ant"], ["bee"], ["cow", "cow"]])
    var request = byTitle
    (request.offset, request.limit) = (1, 3)
    try await controller.replaceRequest(request)
    try follower.expectCurrent()
    #expect(controller.titles == [["ant"], ["bee"], ["cow"]])
    try await controller.replaceRequest(request, sectionKeyPath: nil)
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "bee", "cow"]])
  }

  @Test("A request that does not fit throws and leaves the list as it is")
  func refused() async throws {
    let follower = try await follower(["ant"])
    await #expect(throws: FetchError.self) {
      try await follower.controller.replaceRequest(FetchRequest(order: [FetchOrder("nothing")]))
    }
    await #expect(throws: FetchedResultsError.self) {
      try await follower.controller.replaceRequest(byTitle, sectionKeyPath: "views")
    }
    try follower.expectCurrent()
    #expect(follower.received.isEmpty && follower.controller.titles == [["ant"]])
  }

  @Test("Changes made while the list is fetched are in it")
  func changesWhileFetching() async throws {
    for title in ["ant", "bee", "cow"] { try library.photo(title) }
    try await library.save()
    let controller = try library.controller(byTitle)
    let gate = await Gate(library.container.coordinator)
    let fetch = await start { try await controller.load() }
    // Neither saved, nor on its way, nor committed after the reading began, may be missed or seen twice.
    try library.photo("bat")
    library.context.processPendingChanges()
    try library.context.save()
    let ant = try #require(try library.context.fetch(byTitle).first)
    library.context.delete(ant)
    library.context.processPendingChanges()
    try await gate.open()
    try await fetch.value
    let follower = Follower(controller)
    try follower.expectCurrent()
    #expect(controller.titles == [["bat", "bee", "cow"]])
    #expect(follower.received.isEmpty)
  }

  @Test("What was on its way when a fetch began, and was committed when it ended, is in the list")
  func commitWhileFetching() async throws {
    let controller = try library.controller(byTitle)
    try library.photo("ant")
    let saving = try library.context.publish()
    try await controller.load()
    try await saving.committed()
    #expect(controller.titles == [["ant"]])
    try Follower(controller).expectCurrent()
  }

  @Test(
    "A reload is not lost when a reading is canceled that waits before it comes, or takes the place of its reading",
    arguments: [true, false])
  func reloadAndCanceledReading(waitsBefore: Bool) async throws {
    let controller = try await follower(["ant", "bat", "bee"]).controller
    controller.onChange = nil
    var changes = controller.changes.makeAsyncIterator()
    let gate = await Gate(library.container.coordinator)
    func start() async -> Task<Void, any Error> { await self.start { try await controller.load() } }
    let before = waitsBefore ? await start() : nil
    var deletion = BatchDeleteRequest(FetchRequest<Photo>(where: try FetchPredicate("title == 'bat'")))
    deletion.rowLimit = 0
    try library.context.executeAndWait(deletion)
    let loading = if let before { before } else { await start() }
    loading.cancel()
    try await gate.open()
    await #expect(throws: (any Error).self) { try await loading.value }
    while controller.count != 2 {
      guard await changes.next(isolation: #isolation) != nil else { throw CancellationError() }
    }
    #expect(controller.titles == [["ant", "bee"]])
  }

  @Test("A list is not read again while another one is compared with it, whose request would be lost")
  func reloadWhileComparing() async throws {
    let controller = try await follower(["ant"]).controller
    controller.onChange = nil
    let number = controller.latest
    (controller.reloads, controller.comparison) = (controller.reloads + 1, number)
    await controller.work()
    #expect(controller.latest == number)
    controller.comparison = nil
    await controller.work()
    #expect(controller.latest > number && !controller.isStale)
  }

  @Test("A fetch that is canceled when it processes changes leaves the list as it is")
  func canceledByCallback() async throws {
    let controller = try await follower(["ant"]).controller
    var reloads = 0
    let observation = controller.observe { if $0.isReload { reloads += 1 } }
    controller.onChange = { _ in controller.cancelFetch() }
    let gate = await Gate(library.container.coordinator)
    let loading = await start { try await controller.load() }
    try library.photo("bat")
    try await gate.open()
    try await loading.value
    #expect(reloads == 0 && controller.titles == [["ant", "bat"]])
    controller.onChange = nil
    withExtendedLifetime(observation) {}
  }

  @Test("Sections whose names only look the same are other sections")
  func exactNames() async throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    for title in [two, one] { try library.photo(title) }
    try await library.save()
    let controller = try library.controller(byTitle, by: "title")
    try await controller.load()
    let follower = Follower(controller)
    try library.photo("f")
    try follower.expectCurrent()
    #expect((0..<controller.sectionCount).map(controller.sectionName) == [two, "f", one])
    try await controller.replaceRequest(byTitle, sectionKeyPath: "title")
    try follower.expectCurrent()
  }

  @Test("A later request overtakes an earlier one, and changes in between are still reported")
  func updatesBeneath() async throws {
    let follower = try await follower(["ant", "bat", "bee", "cat", "cow"])
    let controller = follower.controller
    let gate = await Gate(library.container.coordinator)
    let first = await start { [request = contains("b")] in try await controller.replaceRequest(request) }
    try library.photo("cab")
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "bat", "bee", "cab", "cat", "cow"]])
    let second = await start { [request = contains("c")] in try await controller.replaceRequest(request) }
    try library.photo("ice")
    try follower.expectCurrent()
    #expect(controller.count == 7)
    try await gate.open()
    #expect(try await first.value == false)
    #expect(try await second.value)
    try follower.expectCurrent()
    #expect(controller.titles == [["cab", "cat", "cow", "ice"]])
  }

  @Test("A later request interrupts the query of an earlier one", .timeLimit(.minutes(10)))
  func interruption() async throws {
    let photographer = try library.photographer("a")
    for number in 0..<3_000 { try library.photo("p\(number)", by: photographer) }
    try await library.save()
    let controller = try library.controller(byTitle)
    // About 10^10 comparisons.
    let endless = FetchRequest<Photo>(
      where: try FetchPredicate(
        """
        SUBQUERY(photographer.photos, $a, SUBQUERY(photographer.photos, $b, $b.views > $a.views).@count > 5000)\
        .@count > 0
        """), order: [FetchOrder("title")])
    let first = await start { try await controller.replaceRequest(endless) }
    let second = await start { try await controller.replaceRequest(endless) }
    #expect(try await controller.replaceRequest(contains("p299")))
    #expect(try await first.value == false)
    #expect(try await second.value == false)
    #expect(controller.count == 11)
  }

  @Test(
    "Changes at any moment of replaced requests lose and double nothing",
    arguments: Seeds.range(quick: 3, long: 60))
  func randomReplacing(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let follower = try await follower((0..<60).map { "t\($0)" })
    let controller = follower.controller
    for round in 0..<30 {
      let request = contains("\(Int.random(in: 0..<7, using: &random))")
      let replacing = await start { try await controller.replaceRequest(request) }
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let photos = try library.context.fetch(byTitle)
        let photo = photos.randomElement(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: photo?.title = "t\(Int.random(in: 0..<100, using: &random))"
        case 1: photo.map(library.context.delete)
        default: try library.photo("t\(Int.random(in: 0..<100, using: &random))")
        }
        if Bool.random(using: &random) { library.context.processPendingChanges() }
        if Int.random(in: 0..<4, using: &random) == 0 { try library.context.save() }
        await Task.yield()
      }
      if Bool.random(using: &random) { _ = try await replacing.value }
      #expect(follower.rows == Follower.rows(controller), "seed \(seed), round \(round)")
      try controller.checkInvariants()
      _ = try await replacing.value
      try follower.expectCurrent("seed \(seed), round \(round)")
    }
  }

  @Test("A list that was never fetched reports its first request as insertions")
  func firstRequest() async throws {
    try library.photo("ant")
    let controller = try library.controller(byTitle)
    let follower = Follower(controller)
    try await controller.replaceRequest(byTitle)
    try follower.expectCurrent()
    #expect(follower.received.count == 1 && follower.received[0].insertedRows.count == 1)
  }

  @Test("After its context was reset a list is fetched again")
  func reset() async throws {
    let follower = try await follower(["ant", "bee"])
    try library.photo("cow")
    try follower.expectCurrent()
    library.context.reset()
    try await follower.controller.load()
    #expect(follower.controller.titles == [["ant", "bee"]])
  }

  @Test("A fetch at once gives what a fetch in the background gives")
  func fetchNow() async throws {
    for title in ["ant", "bee", "cow", "dog"] { try library.photo(title) }
    try await library.save()
    try library.photo("asp")
    let request = FetchRequest<Photo>(order: [FetchOrder("title")], limit: 3, offset: 1)
    let controller = try library.controller(request)
    try controller.performFetch()
    #expect(controller.titles == [["asp", "bee", "cow"]])
    try Follower(controller).expectCurrent()
  }

  @Test("Objects that could not be read are looked at again with the next change")
  func failure() async throws {
    let ada = try library.photographer("Ada")
    try library.photo("x", by: ada)
    try await library.save()
    let request = FetchRequest<Photo>(order: [FetchOrder("photographer.name")])
    let controller = try library.controller(request, by: "photographer.name")
    try await controller.load()
    let follower = Follower(controller)
    var failures = 0
    controller.onFailure = { _ in failures += 1 }
    try library.rename(table: "ZPHOTO", to: "HIDDEN")
    ada.name = "Bob"
    library.context.processPendingChanges()
    #expect(failures == 1 && controller.sectionName(0) == "Ada")
    try library.rename(table: "HIDDEN", to: "ZPHOTO")
    _ = try library.photographer("Cyd")
    try follower.expectCurrent()
    #expect(failures == 1 && controller.sectionName(0) == "Bob")
  }
}
