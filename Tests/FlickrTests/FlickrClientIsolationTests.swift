import Flickr
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("A page that the main actor asks for", .timeLimit(.minutes(10)))
struct FlickrClientIsolationTests {
  @Test("leaves the main actor free meanwhile")
  func isolation() async throws {
    let server = try LoopbackFlickr()
    server.serve("/a", .json(FlickrAnswers.page(photos: FlickrAnswers.photos(3))).stalled(.beforeHeader))
    let client = FlickrClient(transfer: TransferClient())
    let page = Task { try await client.page(1, of: .address(TransferURL(server.url + "/a"))) }
    // Runs on the main actor while the page is under way, and is what lets the page come.
    try await server.waitForRequests(1)
    server.release()
    #expect(try await page.value?.records.count == 3)
  }
}
