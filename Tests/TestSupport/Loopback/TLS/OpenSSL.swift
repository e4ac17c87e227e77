internal import Foundation

/// The functions of OpenSSL that a server needs.
///
/// They are loaded from the library on which libcurl depends, so that tests need no other packages than the
/// program. They are documented at https://docs.openssl.org/3.0/man3/.
struct OpenSSL: Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Make = @Sendable @convention(c) (Pointer?) -> Pointer?
  typealias Free = @Sendable @convention(c) (Pointer?) -> Void
  typealias Step = @Sendable @convention(c) (Pointer?) -> Int32

  let serverMethod: @Sendable @convention(c) () -> Pointer?
  let makeContext: Make
  let useCertificates: @Sendable @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Int32
  let useKey: @Sendable @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32) -> Int32
  let freeContext: Free
  let makeSession: Make
  let setDescriptor: @Sendable @convention(c) (Pointer?, Int32) -> Int32
  let accept: Step
  let read: @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  let write: @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
  let shutdown: Step
  let freeSession: Free

  /// The library, or the error of loading it.
  static let library = Result { try OpenSSL() }

  private init() throws {
    let names = ["libssl.so.3", "libssl.so"]
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
      throw LoopbackTLSError(what: "there is none of \(names.joined(separator: ", "))")
    }
    // The types are those of <openssl/ssl.h>; pointers to its structures are opaque there too.
    func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      guard let address = dlsym(handle, name) else { throw LoopbackTLSError(what: "OpenSSL has no \(name)") }
      return unsafeBitCast(address, to: type)
    }
    serverMethod = try function("TLS_server_method", as: (@Sendable @convention(c) () -> Pointer?).self)
    makeContext = try function("SSL_CTX_new", as: Make.self)
    useCertificates = try function(
      "SSL_CTX_use_certificate_chain_file",
      as: (@Sendable @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Int32).self)
    useKey = try function(
      "SSL_CTX_use_PrivateKey_file",
      as: (@Sendable @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32) -> Int32).self)
    freeContext = try function("SSL_CTX_free", as: Free.self)
    makeSession = try function("SSL_new", as: Make.self)
    setDescriptor = try function(
      "SSL_set_fd", as: (@Sendable @convention(c) (Pointer?, Int32) -> Int32).self)
    accept = try function("SSL_accept", as: Step.self)
    read = try function(
      "SSL_read", as: (@Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32).self)
    write = try function(
      "SSL_write", as: (@Sendable @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32).self)
    shutdown = try function("SSL_shutdown", as: Step.self)
    freeSession = try function("SSL_free", as: Free.self)
  }
}

/// The reason why the loopback server cannot use TLS.
public struct LoopbackTLSError: Error, CustomStringConvertible {
  let what: String

  /// The error as one sentence.
  public var description: String { "No TLS for the loopback server: \(what)." }
}
