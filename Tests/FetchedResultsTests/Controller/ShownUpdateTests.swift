import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@MainActor
@Suite("Updates of a list")
struct ShownUpdateTests {
  private let library: Library

  init() throws { library = try Library() }

  private func list() async throws -> Follower<Photo> {
    let controller = try library.controller(FetchRequest<Photo>(order: [FetchOrder("title")]))
    try await controller.load()
    return Follower(controller)
  }

  @Test("A commit that lies wholly beneath unsaved changes is no update of a list")
  func hidden() async throws {
    let photo = try library.photo("ant", views: 1)
    try await library.save()
    let follower = try await list()
    photo.views = 5
    try follower.expectCurrent()
    #expect(follower.received.count == 1)
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let id = photo.objectID
    await worker.perform { context in (context.object(with: id) as? Photo)?.views = 7 }
    try await worker.save()
    try follower.expectCurrent()
    #expect(photo.views == 5 && follower.received.count == 1)
    // Another property of the same row is shown.
    await worker.perform { context in (context.object(with: id) as? Photo)?.title = "bee" }
    try await worker.save()
    try follower.expectCurrent()
    #expect(photo.views == 5 && photo.title == "bee" && follower.received.count == 2)
  }

  @Test(
    "Each update of a list shows other values than before, regardless of the context that changed them",
    arguments: Seeds.range(quick: 1, long: 20))
  func random(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let photos = try (0..<4).map { try library.photo("t\($0)") }
    try await library.save()
    let follower = try await list()
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    for step in 0..<150 {
      let before = photos.map { $0.dictionaryWithValues(forKeys: ["title", "views"]) }
      let photo = photos[Int.random(in: 0..<4, using: &random)]
      let (views, title) = (
        Int.random(in: 0..<3, using: &random), "t\(Int.random(in: 0..<9, using: &random))"
      )
      let isTitle = Bool.random(using: &random)
      let known = follower.received.count
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: if isTitle { photo.title = title } else { photo.views = views }
      case 2: if step.isMultiple(of: 3) { try? library.context.save() }
      default:
        let id = photo.objectID
        await worker.perform { context in
          let photo = context.object(with: id) as? Photo
          if isTitle { photo?.title = title } else { photo?.views = views }
        }
        try await worker.save()
      }
      try follower.expectCurrent("seed \(seed), step \(step)")
      let changed = photos.indices.filter {
        photos[$0].dictionaryWithValues(forKeys: ["title", "views"]) != before[$0]
      }
      let reported = follower.received[known...].reduce(0) { $0 + $1.updatedRows.count + $1.movedRows.count }
      // A row that changes its place can push another aside, which then moves without a change.
      #expect(reported <= changed.count, "seed \(seed), step \(step)")
    }
  }
}
