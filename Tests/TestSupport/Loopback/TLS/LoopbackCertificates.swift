internal import Foundation

/// The certificate of a server with its key.
public struct LoopbackIdentity: Sendable {
  /// The path of the certificate in PEM format.
  public let certificate: String
  /// The path of the key.
  let key: String
  /// The folder, which is retained to keep the files.
  private let folder: TemporaryFolder

  fileprivate init(_ name: String, in folder: TemporaryFolder) {
    certificate = folder.path(name + ".pem")
    key = folder.path(name + ".key")
    self.folder = folder
  }
}

/// A certificate authority that is not trusted by default, with certificates for 127.0.0.1, all created on
/// demand.
///
/// They are created with the `openssl` command, on which Debian's ca-certificates package depends.
public final class LoopbackCertificates: Sendable {
  /// A kind of certificate.
  public enum Kind: String, CaseIterable, Sendable {
    /// Signed by the authority, for 127.0.0.1 and localhost, valid for a day from now.
    case good
    /// The same, but expired yesterday.
    case expired
    /// Signed by the authority, for another host.
    case wrongHost = "wrong-host"
    /// Self-signed, for 127.0.0.1.
    case selfSigned = "self-signed"
  }

  private let folder: TemporaryFolder

  /// Creates an authority.
  ///
  /// - Throws: An error if `openssl` fails.
  public init() throws {
    folder = try TemporaryFolder()
    try openssl(Self.selfSigned("authority", "/CN=Loopback authority", []))
  }

  /// The path of the authority's certificate in PEM format, which a client must trust (`SSL_CERT_FILE`).
  public var authority: String { folder.path("authority.pem") }

  /// Creates a certificate of a kind.
  ///
  /// - Throws: An error if `openssl` fails.
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
