import Foundation
import TestSupport
import Testing
import Transfer

@Suite("A transfer that fails", .timeLimit(.minutes(10)))
struct TransferFaultTests {
  let server: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
  }

  private func failure(
    _ url: String, limits: TransferLimits = TransferLimits()
  ) async throws -> TransferError {
    try await #require(throws: TransferError.self) {
      try await client.fetch(TransferRequest(TransferURL(url), limits: limits))
    }
  }

  @Test("A transfer to a port without a listener reports that")
  func refused() async throws {
    let port = try LoopbackFlickr.closedPort()
    let error = try await failure(port.url + "/?api_key=abc")
    #expect(error.code == .connectionRefused)
    #expect(error.description == "\(port.url.dropFirst(7)) refused the connection.")
    withExtendedLifetime(port) {}
  }

  @Test("because the host is not known says so")
  func unknownHost() async throws {
    // RFC 2606 keeps “invalid” free of names.
    let error = try await failure("http://unknown.invalid/")
    #expect(error.code == .unknownHost)
    #expect(error.description == "The host unknown.invalid is not known.")
  }

  @Test(
    "because the body is too large names the limit",
    arguments: [
      LoopbackAnswer.large(50 << 20, announced: true), .large(50 << 20, announced: false), .endless,
      .gzipBomb(50 << 20),
    ])
  func tooLarge(answer: LoopbackAnswer) async throws {
    server.serve("/", answer)
    let error = try await failure(server.url + "/")
    #expect(error.code == .bodyTooLarge)
    #expect(error.description == "The answer of \(server.url)/ is larger than 32 MB.")
  }

  @Test("a body of exactly the limit is not too large")
  func exactLimit() async throws {
    server.serve("/", .large(1 << 20, announced: false))
    let limits = TransferLimits(bodyBytes: 1 << 20)
    let response = try await client.fetch(TransferRequest(TransferURL(server.url + "/"), limits: limits))
    #expect(response.body.count == 1 << 20)
  }

  @Test(
    "because the connection ended early says that it was cut off",
    arguments: [
      LoopbackAnswer.json("{\"photos\"").framed(.falseLength(500)), .json("0123456789").cut(after: 4),
      .json("0123456789").framed(.chunked(4)).cut(after: 4), .large(1 << 20, announced: true).cut(after: 0),
    ])
  func cutOff(answer: LoopbackAnswer) async throws {
    server.serve("/", answer)
    let error = try await failure(server.url + "/")
    #expect(error.code == .cutOff)
    #expect(error.httpStatus == 200)
    #expect(error.description.hasPrefix("The answer of \(server.url)/ was cut off"))
  }

  @Test("because the answer is no HTTP is refused")
  func garbage() async throws {
    var answer = LoopbackAnswer()
    answer.garbage = Array("\u{1B}[31m no HTTP at all\n\n".utf8)
    server.serve("/", answer)
    #expect(try await failure(server.url + "/").code == .failed)
  }

  @Test(
    "because nothing comes any more says for how long",
    arguments: [LoopbackAnswer.Stall.beforeHeader, .after(3)])
  func stalled(stall: LoopbackAnswer.Stall) async throws {
    server.serve("/", .json("0123456789").stalled(stall))
    let error = try await failure(server.url + "/", limits: TransferLimits(stallTime: .seconds(1)))
    #expect(error.code == .timedOut)
    #expect(error.description == "\(server.url)/ timed out: nothing came for 1 s.")
  }

  @Test("because the handshake of TLS is not answered in time says so")
  func connectTime() async throws {
    // The system alone connects: no server accepts, and TLS waits for an answer.
    let silent = try SilentPort()
    let limits = TransferLimits(connectTime: .milliseconds(200))
    let error = try await failure("https://127.0.0.1:\(silent.port)/", limits: limits)
    #expect(error.code == .unansweredTLS)
    #expect(
      error.description
        == "There is no secure connection to 127.0.0.1: the server does not answer the handshake of TLS; check the network and the port."
    )
    withExtendedLifetime(silent) {}
  }

  @Test("because what is compressed is damaged is refused", arguments: ["gzip", "deflate"])
  func damagedCompression(encoding: String) async throws {
    let body = Array("neither gzip nor anything".utf8)
    server.serve("/", LoopbackAnswer(headers: [("Content-Encoding", encoding)], body: body))
    #expect(try await failure(server.url + "/").code == .damagedCompression)
  }

  @Test("because a header line is huge says so", arguments: [200_000, 1_000_000])
  func hugeHeader(length: Int) async throws {
    let field = ("X-Long", String(repeating: "a", count: length))
    server.serve("/", LoopbackAnswer(headers: [field], body: Array("{}".utf8)))
    let error = try await failure(server.url + "/")
    #expect(error.code == .headerTooLarge)
    #expect(
      error.description == "The header of the answer of \(server.url)/ is too large; check the address.")
  }

  @Test("because it takes too long in all says how long it may take")
  func overallTime() async throws {
    server.serve("/", .endless)
    let limits = TransferLimits(bodyBytes: .max, overallTime: .milliseconds(200))
    let error = try await failure(server.url + "/", limits: limits)
    #expect(error.code == .tooSlow)
    #expect(error.description == "\(server.url)/ timed out: it did not finish within 200 ms.")
  }

  @Test("because it is sent to and fro gives up", arguments: [1, 5])
  func redirectLoop(most: Int) async throws {
    server.serve("/", .redirect(to: "/"))
    let error = try await failure(server.url + "/", limits: TransferLimits(redirects: most))
    #expect(error.code == .tooManyRedirects)
    #expect(server.requests.count == most + 1)
  }

  @Test(
    "because it is sent to another scheme says to which address",
    arguments: ["file:///etc/passwd", "FILE:///etc/passwd", "ftp://x.org/", "gopher://x.org/"])
  func redirectRefused(target: String) async throws {
    server.serve("/", .redirect(to: target))
    let error = try await failure(server.url + "/")
    #expect(error.code == .redirectRefused)
    #expect(
      error.description
        == "\(server.url)/ redirects to \(target), which is not followed: only http: and https: are.")
  }

  @Test("because the server speaks no TLS says so")
  func tls() async throws {
    let error = try await failure(server.url.replacing("http:", with: "https:") + "/")
    #expect([.noTLS, .tls].contains(error.code), "\(error)")
    #expect(error.description.hasPrefix("There is no secure connection to 127.0.0.1"))
  }

  @Test(
    "because its address cannot be fetched says so",
    arguments: [
      ("ftp://x.org/", TransferError.Code.unsupportedScheme), ("sftp://x.org/a", .unsupportedScheme),
      ("http://", .malformedURL), ("page.json", .malformedURL), ("", .malformedURL),
      ("http://x:99999/", .malformedURL), ("file:no/page.json", .noSuchFile),
    ])
  func badAddress(url: String, code: TransferError.Code) async throws {
    #expect(try await failure(url).code == code)
  }
}

/// A port whose connections no server accepts.
private final class SilentPort {
  let port: Int
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(descriptor, name, length) == 0 && listen(descriptor, 1) == 0
        && getsockname(descriptor, name, &length) == 0
    }
    try #require(isListening)
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
