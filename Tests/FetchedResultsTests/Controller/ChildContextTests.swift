import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("A list of a context within a context")
@MainActor
struct ChildContextTests {
  @Test("It shows what the child shows, and follows the child, its parent, and the undo of either")
  func follows() async throws {
    let library = try Library()
    let ann = try library.photographer("Ann")
    let bee = try library.photo("bee", by: ann)
    try await library.save()
    bee.title = "bat"
    try library.photo("cow", by: ann)
    let child = ManagedObjectContext(parent: library.context)
    child.automaticallyMergesChangesFromParent = true
    child.undoHistory = UndoHistory()
    let request = FetchRequest<Photo>(
      where: .comparison(.init("photographer.name", .equal, .value(.string("Ann")))),
      order: [FetchOrder("title")])
    let controller = try FetchedResultsController(request, context: child)
    try await controller.load()
    let follower = Follower(controller)
    #expect(controller.titles == [["bat", "cow"]])

    let new = try child.insert(Photo.self)
    new.title = "ant"
    new.photographer = child.object(with: ann.objectID) as? Photographer
    (child.object(with: bee.objectID) as? Photo)?.title = "dog"
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "cow", "dog"]])
    let count = follower.received.count
    try child.save()
    try follower.expectCurrent()
    #expect(follower.received.count == count, "a save changes nothing that is seen")

    library.context.undo()
    library.context.processPendingChanges()
    try follower.expectCurrent()
    #expect(controller.titles == [["bat", "cow"]])
    library.context.redo()
    library.context.processPendingChanges()
    try await library.save()
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "cow", "dog"]])

    ann.name = "Bob"
    library.context.processPendingChanges()
    try follower.expectCurrent()
    #expect(controller.count == 0)
    library.context.undo()
    library.context.processPendingChanges()
    let worker = try library.container.makeBackgroundContext()
    let id = bee.objectID
    await worker.perform { $0.delete($0.object(with: id)) }
    try await worker.save()
    try follower.expectCurrent()
    #expect(controller.titles == [["ant", "cow"]])
    child.undo()
    try follower.expectCurrent()
  }
}
