import Foundation
import Synchronization
import TestSupport
import Testing
import Transfer

@Suite("A transfer", .timeLimit(.minutes(10)))
struct TransferClientTests {
  let server: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
  }

  private func fetch(
    _ path: String = "/", limits: TransferLimits = TransferLimits()
  ) async throws(TransferError) -> TransferResponse {
    try await client.fetch(TransferRequest(TransferURL(server.url + path), limits: limits))
  }

  @Test("A transfer returns status, header fields and body")
  func success() async throws {
    var answer = LoopbackAnswer.json("{}")
    answer.headers.append(("X-Odd", "  a: b  "))
    server.serve("/a", answer)
    let response = try await fetch("/a?b=c")
    #expect(response.status == 200)
    #expect(response.body == Array("{}".utf8))
    #expect(response.header("content-type") == "application/json")
    #expect(response.header("x-odd") == "a: b")
    #expect(response.finalURL.text == server.url + "/a?b=c")
    #expect(response.bytesReceived == 2)
  }

  @Test("names the program and takes gzip")
  func requestHeader() async throws {
    server.serve("/", .json("{}"))
    _ = try await client.fetch(TransferRequest(TransferURL(server.url + "/"), headers: ["X-More: yes"]))
    let headers = try #require(server.requests.first).headers
    #expect(headers["user-agent"] == "Proofsheet/0.1 (terminal photo browser)")
    #expect(headers["accept-encoding"] == "gzip")
    #expect(headers["x-more"] == "yes")
  }

  @Test("A redirect to an empty address is an answer")
  func emptyLocation() async throws {
    server.serve("/a", .redirect(to: ""))
    let response = try await fetch("/a")
    #expect(response.status == 302 && response.finalURL.text == server.url + "/a")
    #expect(server.requests.count == 1)
  }

  @Test(
    "A redirect keeps the user name and the password of an address for the same server only",
    arguments: [
      ("HOST/b", "Basic dXNlcjpwQHNz"), ("b", "Basic dXNlcjpwQHNz"),
      ("http://me:x@127.0.0.1:PORT/b", "Basic bWU6eA=="),
      ("http://localhost:PORT/b", nil),
    ])
  func redirectedCredentials(location: String, expected: String?) async throws {
    let port = String(server.url.split(separator: ":")[2])
    server.serve(
      "/a", .redirect(to: location.replacing("HOST", with: server.url).replacing("PORT", with: port)))
    server.serve("/b", .json("{}"))
    let url = TransferURL("http://user:p%40ss@127.0.0.1:\(port)/a")
    #expect(try await client.fetch(TransferRequest(url)).status == 200)
    #expect(server.requests.map { $0.headers["authorization"] } == ["Basic dXNlcjpwQHNz", expected])
  }

  @Test("whose status is an error is a response", arguments: [404, 429, 500, 503])
  func errorStatus(status: Int) async throws {
    server.serve("/", .html(status: status, "Sorry"))
    let response = try await fetch()
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self).contains("<h1>"))
  }

  @Test("A transfer returns how long the server asks to wait")
  func retryAfter() async throws {
    var answer = LoopbackAnswer.html(status: 429, "Too Many Requests")
    answer.headers.append(("Retry-After", "7"))
    server.serve("/", answer)
    #expect(try await fetch().retryAfter == .seconds(7))
  }

  @Test(
    "arrives whole however it is framed",
    arguments: [
      LoopbackAnswer.json("hello"), .json("hello").framed(.chunked(2)), .json("hello").framed(.close),
      .gzip("hello"), .gzip("hello").framed(.chunked(3)),
    ])
  func framing(answer: LoopbackAnswer) async throws {
    server.serve("/", answer)
    #expect(try await fetch().body == Array("hello".utf8))
  }

  @Test("keeps its connection for the next request")
  func reuse() async throws {
    server.serve("/", .json("{}"))
    // Other tests may keep this one from its next request, however long that takes.
    let limits = TransferLimits(idleTime: .seconds(3_600))
    for _ in 0..<5 { _ = try await fetch(limits: limits) }
    #expect(server.requests.count == 5)
    #expect(server.connectionCount == 1)
  }

  @Test("does not wait for another one")
  func parallel() async throws {
    server.serve("/slow", .json("slow").stalled(.beforeHeader))
    server.serve("/fast", .json("fast"))
    // The slow one waits for the test, however long that takes.
    let hour = Duration.seconds(3_600)
    async let slow = fetch("/slow", limits: TransferLimits(stallTime: hour, overallTime: hour))
    try await server.waitForRequests(1)
    #expect(try await fetch("/fast").body == Array("fast".utf8))
    server.release()
    #expect(try await slow.body == Array("slow".utf8))
  }

  @Test("follows redirects and says where it ended")
  func redirect() async throws {
    server.serve("/old", .redirect(to: "/new"))
    server.serve("/new", .json("{}"))
    let response = try await fetch("/old")
    #expect(response.finalURL.text == server.url + "/new")
    #expect(response.header("location") == nil)
  }

  @Test("reports its progress up to the last byte")
  func progress() async throws {
    let reports = Reports()
    server.serve("/", .large(1 << 20, announced: true))
    _ = try await client.fetch(TransferRequest(TransferURL(server.url + "/"))) { reports.add($0) }
    let all = reports.all
    #expect(all.last == TransferProgress(received: 1 << 20, expected: 1 << 20))
    #expect(all.map(\.received) == all.map(\.received).sorted())
  }
}

private final class Reports: Sendable {
  private let reports = Mutex<[TransferProgress]>([])

  func add(_ report: TransferProgress) {
    reports.withLock { $0.append(report) }
  }

  var all: [TransferProgress] { reports.withLock { $0 } }
}
