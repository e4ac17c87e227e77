import Flickr
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The list of groups")
struct GroupListTests {
  @Test("Groups that cannot be counted are not said to be still counted, and can be counted again")
  func failing() async throws {
    var record = PhotoRecord("1", "Photo 1", by: "Ann")
    record.tags = "harbor"
    let (library, store) = try await TestLibrary.counted([record])
    let groups = try GroupList(.tags, of: library.library)
    store.isFailing = true
    await #expect(throws: (any Error).self) { try await groups.load() }
    #expect(groups.hasFailed && !groups.isReady)
    store.isFailing = false
    try await groups.load()
    #expect(!groups.hasFailed && groups.isReady)
  }
}
