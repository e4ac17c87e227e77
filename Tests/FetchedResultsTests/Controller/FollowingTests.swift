import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("A list that follows its context")
@MainActor
struct FollowingTests {
  let library: Library

  init() throws { library = try Library() }

  private var byTitle: FetchRequest<Photo> { FetchRequest(order: [FetchOrder("title")]) }

  private func path(_ row: Int, section: Int = 0) -> RowPath { RowPath(section: section, row: row) }

  @Test("A list is empty before its first fetch, and reports nothing")
  func empty() throws {
    let controller = try library.controller(byTitle)
    let follower = Follower(controller)
    try library.photo("bee")
    library.context.processPendingChanges()
    #expect(controller.count == 0 && controller.sectionCount == 1 && follower.received.isEmpty)
    let sectioned = try library.controller(byTitle, by: "title")
    #expect(sectioned.count == 0 && sectioned.sectionCount == 0)
  }

  @Test("New, changed and deleted objects are reported, saved or not")
  func edits() async throws {
    let bee = try library.photo("bee")
    try library.photo("cow")
    try await library.save()
    try library.photo("ant")
    let controller = try library.controller(byTitle)
    try await controller.load()
    let follower = Follower(controller)
    #expect(controller.titles == [["ant", "bee", "cow"]])
    try library.photo("bat")
    try follower.expectCurrent()
    #expect(follower.received.last == SectionedChanges(insertedRows: [path(1)]))
    bee.title = "dog"
    try follower.expectCurrent()
    let move = SectionedChanges.Move(old: path(2), new: path(3), contentChanged: true)
    #expect(follower.received.last == SectionedChanges(movedRows: [move]))
    bee.views = 7
    try follower.expectCurrent()
    #expect(follower.received.last == SectionedChanges(updatedRows: [.init(old: path(3), new: path(3))]))
    library.context.delete(bee)
    try follower.expectCurrent()
    #expect(follower.received.last == SectionedChanges(deletedRows: [path(3)]))
    library.context.undo()
    try follower.expectCurrent()
    #expect(follower.received.last == SectionedChanges(insertedRows: [path(3)]))
    #expect(controller.object(at: 3) === bee && controller.object(at: path(0)).title == "ant")
    let count = follower.received.count
    try await library.save()
    try follower.expectCurrent()
    #expect(follower.received.count == count, "a save changes nothing that is seen")
  }

  @Test("Changes that a worker saves are reported")
  func worker() async throws {
    let controller = try library.controller(byTitle)
    try await controller.load()
    let follower = Follower(controller)
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      for title in ["cow", "ant", "bee"] { try context.insert(Photo.self).title = title }
    }
    try await worker.save()
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "bee", "cow"]])
  }

  @Test("A list that read an older state than an object follows the commit of a worker")
  func newerObject() async throws {
    for title in ["a", "b", "c"] { try library.photo(title) }
    try await library.save()
    let controller = try library.controller(byTitle)
    try await controller.load()
    #expect(library.context.registeredObjects.isEmpty)
    let worker = try library.container.makeBackgroundContext()
    // The main actor waits, so that the commit is not merged yet.
    try worker.performAndWait { context in
      try #require(try context.fetch(FetchRequest<Photo>(order: [FetchOrder("title")])).first).title = "d"
      try context.save()
    }
    let known = try library.context.fetch(byTitle)
    #expect(known.map(\.title) == ["b", "c", "d"])
    await library.container.coordinator.drain()
    #expect(controller.titles == [["b", "c", "d"]])
    try controller.checkInvariants()
  }

  @Test("A change of a related object moves the rows that are sorted by it, sections and all")
  func relatedOrder() async throws {
    let (ada, bob) = (try library.photographer("Ada"), try library.photographer("Bob"))
    for title in ["x", "y"] { try library.photo(title, by: ada) }
    try library.photo("z", by: bob)
    try await library.save()
    let request = FetchRequest<Photo>(order: [FetchOrder("photographer.name"), FetchOrder("title")])
    let controller = try library.controller(request, by: "photographer.name")
    try await controller.load()
    let follower = Follower(controller)
    #expect((0..<2).map(controller.sectionName) == ["Ada", "Bob"])
    ada.name = "Cyd"
    try follower.expectCurrent()
    #expect(controller.titles == [["z"], ["x", "y"]])
    #expect(
      follower.received.last?.movedRows.count == 2 && follower.received.last?.insertedRows.isEmpty == true)
    #expect(follower.received.last?.deletedSections == [0] && follower.received.last?.insertedSections == [1])
  }

  @Test("A change of a related object inserts and deletes the rows that match by it")
  func relatedPredicate() async throws {
    let ada = try library.photographer("Ada")
    for title in ["x", "y"] { try library.photo(title, by: ada) }
    try library.photo("z")
    try await library.save()
    let isAda = FetchPredicate.comparison(.init("photographer.name", .beginsWith, .value(.string("A"))))
    let controller = try library.controller(FetchRequest<Photo>(where: isAda, order: [FetchOrder("title")]))
    try await controller.load()
    let follower = Follower(controller)
    ada.name = "Bob"
    try follower.expectCurrent()
    #expect(controller.count == 0)
    ada.name = "Ann"
    try follower.expectCurrent()
    #expect(controller.titles == [["x", "y"]])
    library.context.delete(ada)
    try follower.expectCurrent()
    #expect(controller.count == 0)
  }

  @Test("A related object that only got another member does not touch its rows")
  func newMember() async throws {
    let ada = try library.photographer("Ada")
    for title in ["x", "y"] { try library.photo(title, by: ada) }
    try await library.save()
    let request = FetchRequest<Photo>(order: [FetchOrder("photographer.name"), FetchOrder("title")])
    let controller = try library.controller(request)
    try await controller.load()
    let follower = Follower(controller)
    for title in ["u", "v"] {
      try library.photo(title, by: ada)
      try follower.expectCurrent()
    }
    #expect(follower.received.last == SectionedChanges(insertedRows: [path(1)]))
  }

  @Test("Changes made in a callback are reported after it has returned")
  func reentrance() async throws {
    let first = try library.photo("ant")
    let controller = try library.controller(byTitle)
    try await controller.load()
    var depth = 0
    var received: [SectionedChanges] = []
    controller.onChange = { [library] changes in
      depth += 1
      #expect(depth == 1, "a callback was called within another")
      received.append(changes)
      if received.count < 3 {
        _ = try? library.photo("bee \(received.count)")
        library.context.processPendingChanges()
        #expect(controller.count == received.count, "the list changed under a callback")
      }
      if received.count == 3 { #expect(throws: Never.self) { try controller.performFetch() } }
      depth -= 1
    }
    first.title = "asp"
    library.context.processPendingChanges()
    #expect(received.count == 3 && controller.titles == [["asp", "bee 1", "bee 2"]])
    try controller.checkInvariants()
  }

  @Test("Sections need an order by their key path first")
  func sectionsOutOfOrder() throws {
    let request = byTitle
    #expect(
      throws: FetchedResultsError.notSortedBySection(sectionKeyPath: "views", firstOrder: "title")
    ) { try library.controller(request, by: "views") }
    #expect(throws: FetchError.self) {
      try library.controller(FetchRequest<Photo>(order: [FetchOrder("nothing")]))
    }
  }

  @Test("A released list receives no more changes")
  func released() throws {
    var controller: FetchedResultsController<Photo>? = try library.controller(byTitle)
    weak let released = controller
    var received = 0
    controller?.onChange = { _ in received += 1 }
    try controller?.performFetch()
    controller = nil
    #expect(released == nil)
    try library.photo("ant")
    library.context.processPendingChanges()
    #expect(received == 0)
  }
}
