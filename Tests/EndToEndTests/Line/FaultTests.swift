import Foundation
import TestSupport
import Testing

@Suite("A fault of the line, from the command line to the library", .fewAtOnce)
struct FaultTests {
  private let home: Home
  private let flickr: FakeFlickr

  init() throws {
    home = try Home()
    flickr = try FakeFlickr(photos: 300)
  }

  private func refresh() async throws -> CommandRun {
    try await home.run(
      "refresh", "--json", "--source", "recent", "--endpoint", flickr.url,
      environment: ["FLICKR_API_KEY": "abc123"])
  }

  @Test(
    "that goes by is not noticed, but by the number of requests",
    arguments: [
      "429", "429:1", "500", "502", "503:1", "fail:105", "fail:201:Sorry, not currently available", "fail:0",
      "cut", "cut:0", "reset", "hangup", "long", "html", "empty", "not-json", "garbage",
    ])
  func transient(fault: String) async throws {
    flickr.faults.add(fault, path: "/rest/", count: 1)
    let run = try await refresh()
    run.expectSuccess()
    let (numbers, _) = try run.figures()
    #expect(numbers["new"] == 250 && numbers["requests"] == 2)
    #expect(flickr.server.requests.count == 2)
  }

  @Test("A host name with letters beyond ASCII is looked up, and a refused connection is not that of a proxy")
  func internationalName() async throws {
    let port = try LoopbackFlickr.closedPort()
    let number = port.url.split(separator: ":")[2]
    let run = try await home.run(
      "refresh", "--source", "http://bücher.localhost:\(number)/page.json", environment: ["LC_ALL": "C.UTF-8"]
    )
    #expect(run.status == 1 && !run.errors.contains("is not an address") && !run.errors.contains("proxy"))
    #expect(run.errors.contains("bücher.localhost") || run.errors.contains("xn--bcher-kva.localhost"))
    withExtendedLifetime(port) {}
  }

  @Test(
    "that makes no difference makes none",
    arguments: ["slow:100000", "delay:1", "chunked", "close", "comma", "jsonp", "gzip"])
  func harmless(fault: String) async throws {
    flickr.faults.add(fault, path: "/rest/")
    let run = try await refresh()
    run.expectSuccess()
    let (numbers, _) = try run.figures()
    #expect(numbers["new"] == 250 && numbers["requests"] == 1)
  }

  @Test(
    "A permanent fault is reported at once, after one request",
    arguments: [
      ("404", "404 Not Found"), ("403", "403 Forbidden"), ("fail:1", "(code 1)"), ("fail:100", "(code 100)"),
      ("fail:112", "(code 112)"), ("redirect:file", "redirects to file:"), ("redirect:loop", "redirect"),
      ("redirect:host", "redirect"), ("gzip-bomb", "larger than"), ("large", "larger than"),
      ("endless", "larger than"),
      ("429:600", "left alone for another 10 min"),
    ])
  func final(fault: String, words: String) async throws {
    flickr.faults.add(fault, path: "/rest/")
    let run = try await refresh()
    #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
    #expect(!run.errors.contains("abc123") && !run.output.contains("abc123"))
    let (numbers, values) = try run.figures()
    #expect(numbers["new"] == 0 && numbers["requests"] == 1 && values["end"] == "failed")
    // A loop is followed a few times, by the transfer itself.
    #expect(flickr.server.requests.count == 1 || fault == "redirect:loop")
    try await home.run("check").expectSuccess()
  }
}

@Suite("TLS, from the command line to Flickr", .fewAtOnce)
struct TLSTests {
  private let home: Home

  init() throws { home = try Home() }

  private func refresh(_ endpoint: String, _ environment: [String: String]) async throws -> CommandRun {
    try await home.run(
      "refresh", "--source", "recent", "--endpoint", endpoint,
      environment: ["FLICKR_API_KEY": "abc123"].merging(environment) { $1 })
  }

  @Test("is believed where the bundle of SSL_CERT_FILE vouches for the server, and not without it")
  func trusted() async throws {
    let flickr = try FakeFlickr(photos: 30, tls: .good)
    let authority = try #require(flickr.certificates).authority
    try await refresh(flickr.url, [:]).expectFailure("There is no secure connection to 127.0.0.1")
    try await refresh(flickr.url, ["SSL_CERT_FILE": authority]).expectSuccess()
    #expect(try await home.run("photos").lines.count == 30)
  }

  @Test(
    "A server with a bad certificate is refused, even from a trusted authority, and the key stays here",
    arguments: [LoopbackCertificates.Kind.expired, .wrongHost, .selfSigned])
  func bad(kind: LoopbackCertificates.Kind) async throws {
    let flickr = try FakeFlickr(photos: 30, tls: kind)
    let authority = try #require(flickr.certificates).authority
    let run = try await refresh(flickr.url, ["SSL_CERT_FILE": authority])
    run.expectFailure("There is no secure connection to 127.0.0.1", "certificate")
    #expect(flickr.server.requests.isEmpty && !run.errors.contains("abc123"))
  }

  @Test("goes through the tunnel of https_proxy, and is as strict there")
  func tunnel() async throws {
    // The only certificate that is for a name which is no address of this machine.
    let flickr = try FakeFlickr(photos: 30, tls: .wrongHost)
    let port = try #require(Int(flickr.url.split(separator: ":").last ?? ""))
    let proxy = try LoopbackFlickr()
    proxy.serve { _ in .tunnel(to: port) }
    let authority = try #require(flickr.certificates).authority
    let environment = ["https_proxy": proxy.url, "SSL_CERT_FILE": authority]
    try await refresh("https://elsewhere.invalid", environment).expectSuccess()
    #expect(proxy.requests.map(\.target) == ["elsewhere.invalid:443"])
    #expect(try await home.run("photos").lines.count == 30)
    try await refresh("https://other.invalid", environment)
      .expectFailure("There is no secure connection to other.invalid")
    try await refresh("https://elsewhere.invalid", ["https_proxy": proxy.url])
      .expectFailure("There is no secure connection to elsewhere.invalid")
    #expect(flickr.server.requests.count == 1)
  }
}
