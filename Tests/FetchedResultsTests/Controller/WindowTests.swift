import ObjectGraph
import Testing

@testable import FetchedResults

@MainActor
@Suite("The objects of a window of a list")
struct WindowTests {
  @Test("come in the order of the rows, across sections, with their values, unsaved ones included")
  func objects() async throws {
    let library = try Library()
    for title in ["bee", "ant", "ape", "cat"] { try library.photo(title) }
    try await library.save()
    let controller = try library.controller(FetchRequest<Photo>(order: [FetchOrder("title")]), by: "title")
    try await controller.load()
    let edited = controller.object(at: 1)
    edited.views = 7
    try library.photo("bat")
    library.context.processPendingChanges()
    let objects = controller.objects(at: 1..<4)
    #expect(objects.allSatisfy { !$0.isFault })
    #expect(objects.map(\.title) == ["ape", "bat", "bee"] && objects.map(\.views) == [7, 0, 0])
    #expect(objects.first === edited && controller.objects(at: 2..<2).isEmpty)
  }
}
