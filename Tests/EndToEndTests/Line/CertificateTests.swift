import Foundation
import TestSupport
import Testing

@Suite(
  "A server's certificate", .fewAtOnce, .enabled(if: SecureServer.isThere, "there is no openssl command"))
struct CertificateTests {
  private let home: Home

  init() throws {
    home = try Home()
    _ = try home.file("page.json", FlickrAnswers.page(photos: FlickrAnswers.photos(3)))
  }

  private func refresh(_ server: SecureServer, _ environment: [String: String] = [:]) async throws
    -> CommandRun
  {
    try await home.run(
      "refresh", "--source", "https://localhost:\(server.port)/page.json", environment: environment)
  }

  @Test(
    "is believed when the environment names who vouches for it",
    arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  func trusted(variable: String) async throws {
    let server = try await SecureServer(host: "localhost", in: home)
    try await refresh(server).expectFailure("There is no secure connection to localhost", "certificate")
    try await refresh(server, [variable: server.certificate]).expectSuccess()
  }

  @Test("is believed when a folder holds who vouches for it, unless a bundle is named")
  func folder() async throws {
    let server = try await SecureServer(host: "localhost", in: home)
    let name = "authorities"
    _ = try await home.shell(
      "mkdir \(name) && cp certificate.pem \(name)/$(openssl x509 -noout -hash -in certificate.pem).0",
      environment: ["PATH": "/usr/bin:/bin"])
    try await refresh(server, ["SSL_CERT_DIR": home.folder.path(name)]).expectSuccess()
    let bundle = "/etc/ssl/certs/ca-certificates.crt"
    try await refresh(server, ["SSL_CERT_DIR": home.folder.path(name), "CURL_CA_BUNDLE": bundle])
      .expectFailure("There is no secure connection")
  }

  @Test("A certificate for another host is refused, even from a trusted authority")
  func otherHost() async throws {
    let server = try await SecureServer(host: "photos.test", in: home)
    try await refresh(server, ["SSL_CERT_FILE": server.certificate])
      .expectFailure("There is no secure connection to localhost")
  }

  @Test("cannot be had from a bundle that is not there")
  func missingBundle() async throws {
    let server = try await SecureServer(host: "localhost", in: home)
    try await refresh(server, ["SSL_CERT_FILE": "/nowhere.pem"])
      .expectFailure("There is no secure connection to localhost", "/nowhere.pem")
  }
}

/// `openssl s_server`, which serves the files of a home over TLS with a certificate that it signed itself.
private final class SecureServer {
  static let isThere = FileManager.default.isExecutableFile(atPath: path)
  private static let path = "/usr/bin/openssl"

  private(set) var port = 0
  let certificate: String
  private let server: Process

  init(host: String, in home: Home) async throws {
    certificate = home.folder.path("certificate.pem")
    let made = try await home.shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=\(host) -addext subjectAltName=DNS:\(host) "
        + "-keyout key.pem -out certificate.pem 2>&1",
      environment: ["PATH": "/usr/bin:/bin"])
    try #require(made.status == 0, "\(made.output)")
    let pipe = Pipe()
    let server = Process()
    server.executableURL = URL(filePath: Self.path)
    // Port 0 is any free port; the server prints its number.
    server.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-key", "key.pem", "-cert", "certificate.pem", "-WWW",
    ]
    server.currentDirectoryURL = home.folder.url
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    // The last property: from here on, an error deinitializes the object, which ends the server.
    self.server = server
    var text = ""
    while !text.contains(/ACCEPT \S+\n/) {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty, "openssl ended")
      text += String(decoding: data, as: UTF8.self)
    }
    port = try #require(text.firstMatch(of: /ACCEPT \S+:(\d+)/).flatMap { Int($0.1) }, "\(text)")
  }

  deinit {
    // Not `terminate`: it may have inherited a mask that blocks SIGTERM.
    kill(server.processIdentifier, SIGKILL)
  }
}
