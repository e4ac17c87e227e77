internal import Foundation

/// A socket error with its `errno`.
struct SocketError: Error, CustomStringConvertible {
  let call: String
  let number: Int32

  var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// A POSIX socket on 127.0.0.1, or at a path; its owner closes it.
struct Socket: Hashable, Sendable {
  let descriptor: Int32

  /// Returns a socket that listens on the port, or on a free one if it is 0.
  static func listening(port: Int = 0) throws -> Socket {
    let socket = try bound(port: port)
    guard listen(socket.descriptor, 64) == 0 else { throw SocketError(call: "listen", number: errno) }
    return socket
  }

  /// Returns a socket that listens at a path, which programs in other network namespaces reach as well.
  static func listening(path: String) throws -> Socket {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket", number: errno) }
    let socket = Socket(descriptor: descriptor)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      // The rest is zero, the last byte too.
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    let result = withUnsafeBytes(of: &address) { bytes in
      bind(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard isShort, result == 0, listen(descriptor, 64) == 0 else {
      let error = SocketError(call: "bind or listen", number: isShort ? errno : ENAMETOOLONG)
      socket.close()
      throw error
    }
    return socket
  }

  /// Returns a connection to a port, or `nil` if no socket listens there.
  static func connected(to port: Int) -> Socket? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let result = withAddress(port: port) { connect(descriptor, $0, $1) }
    if result == 0 { return Socket(descriptor: descriptor) }
    Foundation.close(descriptor)
    return nil
  }

  private static func withAddress(
    port: Int, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      body(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  /// Returns a bound socket that does not listen: connections to it are refused.
  static func bound(port: Int = 0) throws -> Socket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket", number: errno) }
    // Otherwise, a fixed port stays in use for a minute after the last server on it.
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    let result = withAddress(port: port) { bind(descriptor, $0, $1) }
    guard result == 0 else {
      let error = SocketError(call: "bind", number: errno)
      Foundation.close(descriptor)
      throw error
    }
    return Socket(descriptor: descriptor)
  }

  var port: Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Returns the next connection, or `nil` if the socket was shut down.
  func accepted() -> Socket? {
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 {
        // Programs that tests start must not keep the connection open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return Socket(descriptor: connection)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // Many tests have files open at the same time: others close theirs soon.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: Thread.sleep(forTimeInterval: 0.01)
      default: return nil
      }
    }
  }

  /// Waits for bytes and returns them; an empty array is the end of the connection.
  func received() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      var result: Int
      repeat {
        result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
  }

  /// Sends all bytes, and returns `false` if the peer has closed the connection.
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let result = bytes[sent...].withUnsafeBytes { rest in
        Foundation.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { return false }
      sent += result
    }
    return true
  }

  /// Makes the socket send small parts without waiting for more.
  func sendsAtOnce() {
    var isOn: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends the waits of other threads on the socket.
  func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Makes the next `close` send a reset, which discards unread bytes.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  func close() {
    Foundation.close(descriptor)
  }
}
