import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("Parts of lists")
@MainActor
struct PartTests {
  let library: Library

  init() throws { library = try Library() }

  /// A saved library of `count` photos whose titles are numbers, in another order than their keys.
  private func photos(_ count: Int) async throws -> [Photo] {
    let photos = try (0..<count).map { try library.photo(title($0 * 7 % count), views: $0 % 3) }
    try await library.save()
    return photos.sorted { ($0.title ?? "") < ($1.title ?? "") }
  }

  /// Returns the places of the objects that have values.
  private func read(_ ids: [ManagedObjectID]) -> [Int] {
    ids.indices.filter { library.context.registeredObject(for: ids[$0])?.isFault == false }
  }

  private func title(_ number: Int) -> String { "t\(1_000 + number)" }

  private var byTitle: FetchRequest<Photo> { FetchRequest(order: [FetchOrder("title")]) }

  @Test("The first rows are shown alone, and the others are reported when they come")
  func firstRows() async throws {
    let photos = try await photos(100)
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10))
    #expect(controller.titles == [(0..<10).map(title)] && !controller.isComplete)
    #expect(controller.path(of: photos[10].objectID) == nil)
    let follower = Follower(controller)
    try await controller.loadRest()
    try follower.expectCurrent()
    #expect(controller.isComplete && controller.count == 100)
    #expect(follower.received.count == 1 && follower.received[0].insertedRows.count == 90)
    try await controller.loadRest()
    #expect(follower.received.count == 1)
  }

  @Test("The rows around an object are shown alone", arguments: [0, 2, 50, 97, 99])
  func around(place: Int) async throws {
    let photos = try await photos(100)
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10, around: photos[place].objectID))
    #expect(controller.titles == [(max(0, place - 5)...min(99, place + 5)).map(title)])
    #expect(controller.hasFirstRow == (place < 5) && !controller.isComplete)
    try await controller.loadRest()
    #expect(controller.titles == [(0..<100).map(title)])
  }

  @Test("Objects around the center, or the first ones, are read with the part", arguments: [nil, 0, 50, 99])
  func objects(center: Int?) async throws {
    let ids = try await photos(100).map(\.objectID)
    library.context.reset()
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10, around: center.map { ids[$0] }, objectCount: 4))
    let first = min(max(0, (center ?? 0) - 2), 96)
    #expect(read(ids) == Array(first..<first + 4))
    #expect(controller.path(of: ids[first]) != nil && controller.path(of: ids[first + 3]) != nil)
  }

  @Test("Objects with unsaved changes keep them when their rows are read with the part")
  func changedObjects() async throws {
    let photos = try await photos(20)
    library.context.delete(photos[0])
    photos[1].title = "t1000b"
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10, objectCount: 10))
    #expect(photos[0].isDeleted && controller.path(of: photos[0].objectID) == nil)
    #expect(controller.titles == [["t1000b"] + (2..<10).map(title)])
  }

  @Test("A list of a context that is pinned shows the state to which it is pinned")
  func pinned() async throws {
    _ = try await photos(20)
    let context = library.context
    try context.setQueryGeneration(.current)
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { try $0.insert(Photo.self).title = "t0" }
    try await worker.save()
    let controller = try library.controller(byTitle)
    try await controller.load()
    #expect(controller.titles == [(0..<20).map(title)])
    try await controller.loadPart(ListPart(10, objectCount: 10))
    #expect(controller.titles == [(0..<20).map(title)] && controller.isComplete)
    try await controller.replaceRequest(FetchRequest(order: [FetchOrder("title", ascending: false)]))
    #expect(controller.titles == [(0..<20).map(title).reversed()])
    try context.setQueryGeneration(.unpinned)
    try await controller.load()
    #expect(controller.count == 21)
  }

  @Test("The fetch of a list of a context that is pinned ends when its task is canceled")
  func canceledWhilePinned() async throws {
    _ = try await photos(1_100)
    try library.context.setQueryGeneration(.current)
    let controller = try library.controller(byTitle)
    let loading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await controller.load()
    }
    await #expect(throws: CancellationError.self) { try await loading.value }
    #expect(controller.count == 0)
  }

  @Test("A list that is pinned while it is read follows changes afterwards")
  func pinnedWhileReading() async throws {
    _ = try await photos(20)
    let controller = try library.controller(byTitle)
    let former = Task { try await controller.load() }
    while controller.changedWhileReading == nil { await Task.yield() }
    try library.context.setQueryGeneration(.current)
    try await controller.load()
    _ = await former.result
    #expect(controller.changedWhileReading == nil && controller.count == 20)
  }

  @Test("Objects of the rows in a window are read, and no others")
  func objectsOfWindow() async throws {
    let ids = try await photos(30).map(\.objectID)
    library.context.reset()
    let request = FetchRequest<Photo>(order: [FetchOrder("title")], limit: 4, offset: 10)
    let controller = try library.controller(request)
    try await controller.loadPart(ListPart(10, objectCount: 10))
    #expect(read(ids) == [10, 11, 12, 13] && controller.count == 4)
  }

  @Test("A list that is as short as the part is complete", arguments: [false, true])
  func short(isCentered: Bool) async throws {
    let photos = try await photos(9)
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(20, around: isCentered ? photos[3].objectID : nil))
    #expect(controller.isComplete && controller.count == 9)
  }

  @Test("An object that does not match, or is gone, leaves the first rows")
  func missingCenter() async throws {
    let photos = try await photos(30)
    let isLate = FetchPredicate.comparison(.init("title", .greater, .value(.string(title(9)))))
    let controller = try library.controller(FetchRequest<Photo>(where: isLate, order: [FetchOrder("title")]))
    try await controller.loadPart(ListPart(4, around: photos[3].objectID))
    #expect(controller.titles == [(10..<14).map(title)])
  }

  @Test("A part follows changes between its ends, and nothing beyond")
  func following() async throws {
    let photos = try await photos(100)
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10, around: photos[50].objectID))
    let follower = Follower(controller)
    photos[50].title = "t1052b"
    photos[51].title = "t1099b"
    photos[10].title = "t1047b"
    photos[20].title = "t1020b"
    library.context.delete(photos[45])
    try library.photo("t1000b")
    library.context.processPendingChanges()
    try controller.checkInvariants()
    #expect(follower.rows == Follower.rows(controller))
    let expected =
      [46, 47].map(title) + ["t1047b"] + [48, 49, 52].map(title) + ["t1052b"] + [53, 54, 55].map(title)
    #expect(controller.titles == [expected])
    try await controller.loadRest()
    try follower.expectCurrent()
  }

  @Test("A replaced request shows the part first, then all")
  func replacing() async throws {
    let photos = try await photos(100)
    let controller = try library.controller(byTitle)
    try await controller.load()
    let follower = Follower(controller)
    var counts: [Int] = []
    let onChange = controller.onChange
    controller.onChange = {
      counts.append(controller.count)
      onChange?($0)
    }
    let backward = FetchRequest<Photo>(order: [FetchOrder("title", ascending: false)])
    let part = ListPart(10, around: photos[50].objectID)
    #expect(try await controller.replaceRequest(backward, showingFirst: part))
    try follower.expectCurrent()
    #expect(counts == [11, 100] && controller.request.order == backward.order)
  }

  @Test("A list of very many rows is reloaded, after a callback that still sees the former rows")
  func reload() async throws {
    _ = try await photos(11_000)
    let controller = try library.controller(byTitle)
    try await controller.loadPart(ListPart(10))
    var events: [String] = []
    controller.willReload = { events.append("will reload \(controller.count)") }
    controller.onChange = { events.append("\($0 == SectionedChanges(isReload: true)) \(controller.count)") }
    try await controller.loadRest()
    #expect(events == ["will reload 10", "true 11000"])
    try await controller.replaceRequest(FetchRequest<Photo>(order: [FetchOrder("views")]))
    #expect(events.dropFirst(2) == ["will reload 11000", "true 11000"])
  }

  @Test(
    "A part of any list under random changes is a part of what a fetch gives",
    arguments: Seeds.range(quick: 2, long: 40))
  func randomly(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var life = RandomLife(library: library)
    for _ in 0..<60 { try life.change(using: &random) }
    try await library.save()
    for round in 0..<6 {
      for _ in 0..<4 { try life.change(using: &random) }
      for (request, path) in RandomFollowingTests.photoLists {
        let comment: Comment = "seed \(seed), round \(round), \(request)"
        let controller = try library.controller(request, by: path)
        let ids = try library.context.fetchIDs(request)
        let center = Bool.random(using: &random) ? ids.randomElement(using: &random) : nil
        try await controller.loadPart(ListPart(Int.random(in: 1...12, using: &random), around: center))
        let follower = Follower(controller)
        if round % 3 == 0 { try life.change(using: &random) }
        if round % 5 == 0 { try await life.work(using: &random) }
        library.context.processPendingChanges()
        try controller.checkInvariants()
        let listed = Array(Follower.rows(controller).joined())
        #expect(follower.rows == Follower.rows(controller), comment)
        if path == nil {
          let all = try library.context.fetchIDs(request)
          #expect(listed.isEmpty || all.contains(listed), "\(comment): \(listed) in \(all)")
        }
        try await controller.loadRest()
        try follower.expectCurrent(comment)
        controller.onChange = nil
      }
      if round % 4 == 1 { try library.context.publish() }
      if round % 4 == 3 { try await life.save() }
    }
  }
}
