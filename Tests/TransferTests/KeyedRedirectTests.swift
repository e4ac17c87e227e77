import TestSupport
import Testing
import Transfer

@Suite("A redirect of a request that holds a key", .timeLimit(.minutes(10)))
struct KeyedRedirectTests {
  let server: LoopbackFlickr
  let other: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
    other = try LoopbackFlickr()
    other.serve { _ in .json("{}") }
    server.serve("/new", .json("{}"))
  }

  private func fetch(_ target: String) async throws(TransferError) -> TransferResponse {
    try await client.fetch(TransferRequest(TransferURL(server.url + target)))
  }

  @Test("goes on within the same server", arguments: ["/new?api_key=abc123", "new", "HOST/new"])
  func sameHost(location: String) async throws {
    server.serve("/rest/", .redirect(to: "../" + location))
    if !location.hasPrefix("new") {
      server.serve("/rest/", .redirect(to: location.replacing("HOST", with: server.url)))
    }
    #expect(try await fetch("/rest/?api_key=abc123").status == 200)
  }

  @Test(
    "goes nowhere else, and nothing is asked there",
    arguments: [
      "OTHER/rest/?api_key=abc123", "//localhost:PORT/rest/", "https://127.0.0.1:PORT/rest/",
      "http://evil.example/?k=1", "file:///etc/passwd",
    ])
  func otherHost(location: String) async throws {
    let port = String(server.url.split(separator: ":")[2])
    let location = location.replacing("OTHER", with: other.url).replacing("PORT", with: port)
    server.serve("/rest/", .redirect(to: location))
    let error = try await #require(throws: TransferError.self) { try await fetch("/rest/?api_key=abc123") }
    #expect(error.code == .foreignRedirect)
    #expect(error.httpStatus == 302)
    #expect(
      error.description.hasSuffix(
        "is not followed: an address with a key goes to no other scheme, host or port."))
    #expect(!"\(error)".contains("abc123"))
    #expect(other.requests.isEmpty && server.requests.count == 1)
  }

  @Test("to another port is refused in a short sentence, also if the address is long")
  func longAddress() async throws {
    let long = "http://127.0.0.1:1/rest/?method=x&extras=" + String(repeating: "description,", count: 50)
    server.serve("/rest/", .redirect(to: long))
    let error = try await #require(throws: TransferError.self) { try await fetch("/rest/?api_key=abc123") }
    #expect(error.code == .foreignRedirect && error.detail == "http://127.0.0.1:1/rest/?method=x&…")
  }

  @Test("that only comes after another one is refused too")
  func second() async throws {
    server.serve("/rest/", .redirect(to: "/next"))
    server.serve("/next", .redirect(to: other.url + "/"))
    let error = await #expect(throws: TransferError.self) { try await fetch("/rest/?oauth_token=abc123") }
    #expect(error?.code == .foreignRedirect)
    #expect(other.requests.isEmpty)
  }

  @Test("of one without a key goes anywhere")
  func withoutKey() async throws {
    server.serve("/feed", .redirect(to: other.url + "/"))
    #expect(try await fetch("/feed?tags=a").finalURL.text == other.url + "/")
    #expect(other.requests.count == 1)
  }
}
