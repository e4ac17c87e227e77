import Foundation
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("URIs of objects")
struct URITests {
  @Test("An ID goes into a URI and comes back, also before the object was saved")
  func roundTrip() throws {
    let library = try Library()
    let id = try library.book("Comet").objectID
    let coordinator = library.container.coordinator
    let uri = coordinator.uriRepresentation(of: id)
    #expect(uri.absoluteString == "x-coredata://\(coordinator.store.identifier)/Book/p\(id.key)")
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == id)
    let again = try #require(URL(string: uri.absoluteString.lowercased().replacing("book", with: "Book")))
    #expect(coordinator.managedObjectID(forURIRepresentation: again) == id)
  }

  @Test(
    "What is no URI of this store leads to no ID",
    arguments: [
      "https://STORE/Book/p1", "x-coredata://6F1A0F57-0000-4E3F-8B6A-111111111111/Book/p1",
      "x-coredata://STORE/Song/p1", "x-coredata://STORE/Book/1", "x-coredata://STORE/Book/p",
      "x-coredata://STORE/Book/p0", "x-coredata://STORE/Book/p-1", "x-coredata://STORE/Book/p1/more",
      "x-coredata://STORE/Book/p+1", "x-coredata://STORE/Book/p01",
      "x-coredata://STORE/Book", "x-coredata://STORE", "x-coredata:///Book/p1", "p1",
    ])
  func others(_ text: String) throws {
    let coordinator = try Library(inMemory: true).container.coordinator
    let uri = try #require(
      URL(string: text.replacing("STORE", with: coordinator.store.identifier.uuidString)))
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == nil)
  }
}
