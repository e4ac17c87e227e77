import Flickr
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser
@testable import ObjectGraph

@MainActor @Suite("Changes that concern photos")
struct ContextChangesTests {
  @Test("Changes concern an entity if they have an object of it, or nothing is known of them")
  func entities() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "One", by: "Ann")])
    let photo = try library.photo("1").objectID
    let number = library.context.model.number(of: Photographer.self)
    for changes in [
      ContextChanges(inserted: [photo]), ContextChanges(updated: [photo]), ContextChanges(deleted: [photo]),
    ] {
      #expect(changes.concern(photo.entity) && !changes.concern(number))
    }
    var reload = ContextChanges()
    #expect(!reload.concern(photo.entity))
    reload.recordReload()
    #expect(reload.concern(photo.entity) && reload.concern(number))
  }
}
