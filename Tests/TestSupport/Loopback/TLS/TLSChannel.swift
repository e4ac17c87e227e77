internal import Foundation

/// The certificate and the key that all connections of a server share.
// Unchecked: it does not change after `init`, and OpenSSL protects its reference count with its own lock.
final class TLSContext: @unchecked Sendable {
  fileprivate let pointer: OpenSSL.Pointer
  fileprivate let library: OpenSSL

  init(_ identity: LoopbackIdentity) throws {
    library = try OpenSSL.library.get()
    guard let context = library.makeContext(library.serverMethod()) else {
      throw LoopbackTLSError(what: "OpenSSL makes no context")
    }
    pointer = context
    let pem: Int32 = 1  // SSL_FILETYPE_PEM
    guard library.useCertificates(context, identity.certificate) == 1,
      library.useKey(context, identity.key, pem) == 1
    else { throw LoopbackTLSError(what: "OpenSSL refuses \(identity.certificate) or its key") }
  }

  deinit {
    library.freeContext(pointer)
  }
}

/// A TLS connection, which belongs to one thread.
final class TLSChannel: Channel {
  private let session: OpenSSL.Pointer
  private let library: OpenSSL

  /// Performs the handshake, or returns `nil` if the client rejects it.
  init?(_ socket: Socket, _ context: TLSContext) {
    library = context.library
    // OpenSSL writes without MSG_NOSIGNAL.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    guard let session = library.makeSession(context.pointer) else { return nil }
    self.session = session
    guard library.setDescriptor(session, socket.descriptor) == 1, library.accept(session) == 1 else {
      return nil
    }
  }

  deinit {
    library.freeSession(session)
  }

  func received() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      count = Int(max(0, library.read(session, buffer.baseAddress, Int32(buffer.count))))
    }
  }

  func send(_ bytes: some Collection<UInt8>) -> Bool {
    // OpenSSL rejects empty writes.
    guard !bytes.isEmpty else { return true }
    return Array(bytes).withUnsafeBytes { library.write(session, $0.baseAddress, Int32($0.count)) > 0 }
  }

  func end() {
    _ = library.shutdown(session)
  }
}
