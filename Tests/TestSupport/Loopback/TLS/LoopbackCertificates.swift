internal import Foundation

/// What a server shows of itself.
public struct LoopbackIdentity: Sendable {
  /// The file of the certificate, in PEM.
  public let certificate: String
  /// The file of its key.
  let key: String
  /// Keeps the files.
  private let folder: TemporaryFolder

  fileprivate init(_ name: String, in folder: TemporaryFolder) {
    certificate = folder.path(name + ".pem")
    key = folder.path(name + ".key")
    self.folder = folder
  }
}

/// An authority that nobody trusts by himself, and certificates for 127.0.0.1, all made when asked for.
///
/// They are made by the command `openssl`, which Debian's ca-certificates bring along.
public final class LoopbackCertificates: Sendable {
  /// How a certificate is.
  public enum Kind: String, CaseIterable, Sendable {
    /// Signed by the authority, for 127.0.0.1 and localhost, from now on for a day.
    case good
    /// The same, until yesterday.
    case expired
    /// Signed by the authority for another host.
    case wrongHost = "wrong-host"
    /// For 127.0.0.1, signed by nobody but itself.
    case selfSigned = "self-signed"
  }

  private let folder: TemporaryFolder

  /// Makes an authority.
  public init() throws {
    folder = try TemporaryFolder()
    try openssl(Self.selfSigned("authority", "/CN=Loopback authority", []))
  }

  /// The file of the authority's certificate, in PEM: what a client has to trust (`SSL_CERT_FILE`).
  public var authority: String { folder.path("authority.pem") }

  /// Makes a certificate of the kind.
  public func identity(_ kind: Kind = .good) throws -> LoopbackIdentity {
    let name = kind.rawValue
    let host = kind == .wrongHost ? "DNS:elsewhere.invalid" : "IP:127.0.0.1,DNS:localhost"
    let names = ["-addext", "subjectAltName=" + host]
    if kind == .selfSigned {
      try openssl(Self.selfSigned(name, "/CN=127.0.0.1", names))
    } else {
      let days = kind == .expired ? "-1" : "1"
      try openssl(Self.request(name, "/CN=" + name) + names + ["-out", name + ".csr"])
      try openssl([
        "x509", "-req", "-in", name + ".csr", "-CA", "authority.pem", "-CAkey", "authority.key",
        "-copy_extensions", "copy", "-days", days, "-out", name + ".pem",
      ])
    }
    return LoopbackIdentity(name, in: folder)
  }

  private static func request(_ name: String, _ subject: String) -> [String] {
    [
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", name + ".key", "-subj", subject,
    ]
  }

  private static func selfSigned(_ name: String, _ subject: String, _ names: [String]) -> [String] {
    request(name, subject) + names + ["-x509", "-days", "1", "-out", name + ".pem"]
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw LoopbackTLSError(what: "openssl \(arguments[0]) failed and says: \(said)")
    }
  }
}
