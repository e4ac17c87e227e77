import Flickr
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing
import WorldMap

@testable import Browser

@MainActor @Suite("The details of a photo")
struct DetailsViewTests {
  @Test("Details that are shown again read nothing from the library, and follow changes")
  func again() async throws {
    let (test, store) = try await TestLibrary.counted([PhotoRecord("1", "Photo", by: "Ann")])
    let worker = try test.library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let photo = try #require(try context.fetch(FetchRequest<Photo>()).first)
      for name in ["tag:sea", "recent"] {
        let source = try context.insert(Source.self)
        source.name = name
        photo.sources.insert(source)
      }
      photo.shot = try context.insert(Shot.self)
    }
    try await worker.save()
    try test.library.add([try test.photo("1")], to: try test.library.createAlbum(named: "Sea"))
    await test.context.coordinator.drain()
    let photo = try test.photo("1")
    let view = DetailsView(PhotographerFacts(context: test.context), Gazetteer())
    let before = store.counts
    view.show(photo)
    let first = store.counts
    #expect((first - before).reads > 0)
    let facts = ["By: Ann", "Albums: Sea", "From: recent, tag:sea"]
    #expect(facts.allSatisfy { view.text.contains($0) })
    for _ in 0..<3 { view.show(photo) }
    #expect((store.counts - first).reads == 0)
    #expect(facts.allSatisfy { view.text.contains($0) })
    try test.library.rename(try #require(photo.albums.first), to: "Ocean")
    view.show(photo)
    #expect(view.text.contains("Albums: Ocean"))
  }
}
