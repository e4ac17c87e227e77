import ObjectGraph
import Testing

@testable import PhotoLibrary

@Suite("The model of the library")
struct LibraryModelTests {
  @Test("The properties of all classes fit their entities")
  func classes() throws {
    let checked = try LibraryModel.make(checksClasses: true)
    #expect(checked.versionHashes == (try LibraryModel.shared()).versionHashes)
    #expect(checked.entities.allSatisfy { $0.objectClass != nil })
  }
}
