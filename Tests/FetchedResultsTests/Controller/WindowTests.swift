import ListChanges
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

  @Test("come in the order of the paths, also in a part of the rows, after each change")
  func paths() async throws {
    let library = try Library()
    for title in ["bee", "ant", "ape", "cat", "bat", "asp"] { try library.photo(title) }
    try await library.save()
    var request = FetchRequest<Photo>(order: [FetchOrder("title")])
    (request.offset, request.limit) = (1, 4)
    let controller = try library.controller(request, by: "title", length: 1)
    try await controller.load()
    func titles() -> [String?] {
      let paths = (0..<controller.sectionCount).flatMap { section in
        (0..<controller.rowCount(inSection: section)).map { RowPath(section: section, row: $0) }
      }
      let objects = controller.objects(at: paths.reversed())
      #expect(objects.allSatisfy { !$0.isFault })
      #expect(objects.map(\.objectID) == paths.reversed().map { controller.objectID(at: $0) })
      #expect(objects.reversed().map(\.objectID) == (0..<paths.count).map { controller.objectID(at: $0) })
      return objects.reversed().map(\.title)
    }
    #expect(titles() == ["ape", "asp", "bat", "bee"] && controller.objects(at: [RowPath]()).isEmpty)
    let first = controller.object(at: 0)
    library.context.delete(first)
    library.context.processPendingChanges()
    #expect(titles() == ["asp", "bat", "bee", "cat"])
    try library.photo("aardvark")
    library.context.processPendingChanges()
    #expect(titles() == ["ant", "asp", "bat", "bee"])
  }
}
