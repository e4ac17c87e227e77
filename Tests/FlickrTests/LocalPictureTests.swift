import TestSupport
import Testing
import Transfer

@testable import Flickr

@Suite("A page that names pictures in the local network", .timeLimit(.minutes(10)))
struct LocalPictureTests {
  private let body = Array(
    #"""
    {"photos":{"photo":[{"id":"1","url_s":"http://127.0.0.1:8080/admin","url_m":"http://169.254.169.254/x.jpg",
    "url_l":"http://router/x.jpg","url_o":"https://live.staticflickr.com/1.jpg"}]}}
    """#.utf8)

  @Test("keeps them when it comes from there itself")
  func local() async throws {
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", LoopbackAnswer(body: body))
    let client = FlickrClient(transfer: TransferClient(), retry: .never)
    let source = try PhotoSource(parsing: server.url + "/page-1.json")
    let page = try #require(try await client.page(1, of: source))
    #expect(page.records[0].renditions.map(\.suffix) == ["s", "m", "l", "o"])
  }

  @Test("loses them when it comes from the internet")
  func remote() throws {
    let url = TransferURL("https://example.com/page-1.json")
    let response = TransferResponse(status: 200, body: body, finalURL: url)
    let page = try PhotoPageDecoder.decode(response: response)
    #expect(page.records[0].renditions.map(\.suffix) == ["o"])
  }
}
