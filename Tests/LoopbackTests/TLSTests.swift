import Foundation
import TestSupport
import Testing
import Transfer

@Suite("TLS of the loopback Flickr", .timeLimit(.minutes(10)))
struct TLSTests {
  /// What OpenSSL's own client says to the certificate of a server, trusting the authority; and what it got.
  private func verdict(_ flickr: FakeFlickr, trusting authority: String) throws -> (
    verdict: String, got: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let address = flickr.url.replacing("https://", with: "")
    process.arguments = [
      "openssl", "s_client", "-connect", address, "-CAfile", authority, "-verify_ip", "127.0.0.1", "-ign_eof",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    input.fileHandleForWriting.write(
      Data("GET /feeds/photos_public.gne?format=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let line = text.split(separator: "\n").last { $0.contains("Verify return code:") } ?? ""
    return (String(line.drop { $0 != ":" }.dropFirst(2)), text)
  }

  @Test(
    "is as good as its certificate",
    arguments: [
      (LoopbackCertificates.Kind.good, "0 (ok)"), (.expired, "10 (certificate has expired)"),
      (.wrongHost, "64 (IP address mismatch)"), (.selfSigned, "18 (self-signed certificate)"),
    ])
  func certificates(kind: LoopbackCertificates.Kind, expected: String) throws {
    let flickr = try FakeFlickr(photos: 30, tls: kind)
    #expect(flickr.url.hasPrefix("https://127.0.0.1:") && flickr.pictures.url.hasPrefix("https://127.0.0.1:"))
    let (verdict, got) = try verdict(flickr, trusting: try #require(flickr.certificates).authority)
    #expect(verdict == expected)
    #expect(got.contains("jsonFlickrFeed({"))
  }

  @Test(
    "A client that does not know the authority does not trust the certificate",
    arguments: LoopbackCertificates.Kind.allCases)
  func stranger(kind: LoopbackCertificates.Kind) async throws {
    let flickr = try FakeFlickr(photos: 30, tls: kind)
    let error = await #expect(throws: TransferError.self) {
      try await TransferClient().fetch(TransferRequest(TransferURL(flickr.url + "/control")))
    }
    #expect(error?.code == .tls)
    #expect(flickr.server.requests.isEmpty)
  }
}
