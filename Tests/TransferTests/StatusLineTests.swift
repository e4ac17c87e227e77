import TestSupport
import Testing
import Transfer

@Suite("A status line", .timeLimit(.minutes(10)))
struct StatusLineTests {
  let server: LoopbackFlickr
  let other: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
    other = try LoopbackFlickr()
    other.serve { _ in .json("{}") }
  }

  private static let redirects = [
    "HTTP/1.1 302 Found\r\n", "HTTP/1.1 302\r\n", "HTTP/1.1 302 \r\n", "HTTP/1.1 302\tFound\r\n",
    "HTTP/1.1 302\n", "HTTP/1.1 302 Found\n", "HTTP/1.1  302 Found\r\n", "HTTP/1.1 302  Found\r\n",
    "HTTP/1.0 302 Found\r\n", "HTTP/1.0 302\r\n", "HTTP/2 302\r\n", "HTTP/2 302 Found\r\n",
    "HTTP/1.1 300\r\n", "HTTP/1.1 301\r\n", "HTTP/1.1 303\r\n", "HTTP/1.1 307\r\n", "HTTP/1.1 308\r\n",
    "HTTP/1.1 302 200\r\n", "HTTP/1.1 302 \u{E4}\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302\r\n",
    "HTTP/1.1 302 Found\r\nHTTP/1.1 200 OK: x\r\n",
  ]

  @Test("of a redirect, in any form, takes no key to another host", arguments: redirects)
  func redirectOfKey(line: String) async throws {
    server.serve("/rest/", .redirect(to: other.url + "/?api_key=abc123").statusLine(line))
    let error = await #expect(throws: TransferError.self) {
      try await client.fetch(TransferRequest(TransferURL(server.url + "/rest/?api_key=abc123")))
    }
    // libcurl takes some forms for no HTTP at all.
    #expect(error?.code == .foreignRedirect || error?.code == .failed, "\(String(describing: error))")
    #expect(other.requests.isEmpty)
  }

  @Test("of a redirect needs no words to be followed", arguments: redirects.prefix(3))
  func followed(line: String) async throws {
    server.serve("/feed", .redirect(to: other.url + "/new").statusLine(line))
    let response = try await client.fetch(TransferRequest(TransferURL(server.url + "/feed")))
    #expect(response.status == 200 && response.finalURL.text == other.url + "/new")
  }

  @Test(
    "of an error needs no words", arguments: [429, 404, 410, 500, 503],
    ["HTTP/1.1 STATUS\r\n", "HTTP/2 STATUS\r\n", "HTTP/1.1 STATUS\tNo\r\n", "HTTP/1.0 STATUS\n"])
  func error(status: Int, form: String) async throws {
    let line = form.replacing("STATUS", with: String(status))
    var answer = LoopbackAnswer.json("{}").statusLine(line)
    answer.headers.append(("Retry-After", "7"))
    server.serve("/", answer)
    let response = try await client.fetch(TransferRequest(TransferURL(server.url + "/")))
    #expect(response.status == status)
    #expect(response.retryAfter == .seconds(7))
  }

  @Test("within a header changes neither status nor fields")
  func withinHeader() async throws {
    let answer = LoopbackAnswer.json("{}").statusLine("HTTP/1.1 404\r\nX-Before: 1\r\nHTTP/1.1 200 OK: x\r\n")
    server.serve("/", answer)
    let response = try await client.fetch(TransferRequest(TransferURL(server.url + "/")))
    #expect(response.status == 404)
    #expect(response.header("X-Before") == "1")
  }
}
