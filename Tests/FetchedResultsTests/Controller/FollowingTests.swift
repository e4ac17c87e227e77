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

  @Test("Before it is fetched a list is empty, and tells nothing")
  func empty() throws {
    let controller = try library.controller(byTitle)
    let follower = Follower(controller)
    try library.photo("bee")
    library.context.processPendingChanges()
    #expect(controller.count == 0 && controller.sectionCount == 1 && follower.told.isEmpty)
    let sectioned = try library.controller(byTitle, by: "title")
    #expect(sectioned.count == 0 && sectioned.sectionCount == 0)
  }

  @Test("New, changed and deleted objects are told, saved or not")
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
    #expect(follower.told.last == SectionedChanges(insertedRows: [path(1)]))
    bee.title = "dog"
    try follower.expectCurrent()
    let move = SectionedChanges.Move(old: path(2), new: path(3), contentChanged: true)
    #expect(follower.told.last == SectionedChanges(movedRows: [move]))
    bee.views = 7
    try follower.expectCurrent()
    #expect(follower.told.last == SectionedChanges(updatedRows: [.init(old: path(3), new: path(3))]))
    library.context.delete(bee)
    try follower.expectCurrent()
    #expect(follower.told.last == SectionedChanges(deletedRows: [path(3)]))
    library.context.undo()
    try follower.expectCurrent()
    #expect(follower.told.last == SectionedChanges(insertedRows: [path(3)]))
    #expect(controller.object(at: 3) === bee && controller.object(at: path(0)).title == "ant")
    let count = follower.told.count
    try await library.save()
    try follower.expectCurrent()
    #expect(follower.told.count == count, "a save changes nothing that is seen")
  }

  @Test("What a worker saves is told")
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
    #expect(follower.told.last?.movedRows.count == 2 && follower.told.last?.insertedRows.isEmpty == true)
    #expect(follower.told.last?.deletedSections == [0] && follower.told.last?.insertedSections == [1])
  }

  @Test("A change of a related object brings in and takes out the rows that match by it")
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
    #expect(follower.told.last == SectionedChanges(insertedRows: [path(1)]))
  }

  @Test("Changes made in a callback are told after it has returned")
  func reentrance() async throws {
    let first = try library.photo("ant")
    let controller = try library.controller(byTitle)
    try await controller.load()
    var depth = 0
    var told: [SectionedChanges] = []
    controller.onChange = { [library] changes in
      depth += 1
      #expect(depth == 1, "a callback was called within another")
      told.append(changes)
      if told.count < 3 {
        _ = try? library.photo("bee \(told.count)")
        library.context.processPendingChanges()
        #expect(controller.count == told.count, "the list changed under a callback")
      }
      if told.count == 3 { #expect(throws: Never.self) { try controller.performFetch() } }
      depth -= 1
    }
    first.title = "asp"
    library.context.processPendingChanges()
    #expect(told.count == 3 && controller.titles == [["asp", "bee 1", "bee 2"]])
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

  @Test("A list that is let go is told nothing any more")
  func released() throws {
    var controller: FetchedResultsController<Photo>? = try library.controller(byTitle)
    weak let released = controller
    var told = 0
    controller?.onChange = { _ in told += 1 }
    try controller?.performFetch()
    controller = nil
    #expect(released == nil)
    try library.photo("ant")
    library.context.processPendingChanges()
    #expect(told == 0)
  }
}
