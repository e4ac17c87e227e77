import Foundation
import TestSupport
import Testing
import Transfer

@Suite(
  "A transfer over TLS", .timeLimit(.minutes(10)),
  .enabled(if: OpenSSL.isThere, "there is no openssl command")
)
struct TransferSecurityTests {
  @Test(
    "A server whose certificate no trusted authority signed is refused",
    arguments: ["127.0.0.1", "localhost"])
  func untrusted(host: String) async throws {
    let server = try OpenSSL()
    let error = try await #require(throws: TransferError.self) {
      try await TransferClient().fetch(
        TransferRequest(TransferURL("https://\(host):\(server.port)/?api_key=abc")))
    }
    #expect(error.code == .tls)
    #expect(error.description.hasPrefix("There is no secure connection to \(host) ("))
    #expect(error.description.contains("certificate"))
  }
}

/// `openssl s_server` with a certificate that it signed itself.
private final class OpenSSL {
  static let isThere = FileManager.default.isExecutableFile(atPath: path)
  private static let path = "/usr/bin/openssl"

  private(set) var port = 0
  private let folder: TemporaryFolder
  private let server: Process

  init() throws {
    folder = try TemporaryFolder()
    let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
    let making = try Self.start([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ]).process
    making.waitUntilExit()
    try #require(making.terminationStatus == 0)
    // Port 0 is any free port; the server prints its number.
    let (server, output) = try Self.start([
      "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www",
    ])
    // The last property: from here on, an error deinitializes the object, which ends the server.
    self.server = server
    var text = ""
    while !text.contains("ACCEPT") || !text.contains("\n") {
      let data = output.availableData
      try #require(!data.isEmpty, "openssl ended")
      text += String(decoding: data, as: UTF8.self)
    }
    port = try #require(text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }, "\(text)")
  }

  deinit {
    // Not `terminate`: it may have inherited a mask that blocks SIGTERM.
    kill(server.processIdentifier, SIGKILL)
  }

  private static func start(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, pipe.fileHandleForReading)
  }
}
