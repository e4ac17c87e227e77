#if PostgreSQL
  internal import Dispatch
  internal import Foundation

  /// A watch of a socket, which calls a closure once, when bytes have arrived or the connection has ended.
  final class SocketWatch {
    private static let queue = DispatchQueue(label: "PostgresStore.announcements")

    private let source: any DispatchSourceRead

    /// Begins to watch a socket; nil if the program has no descriptor left.
    ///
    /// - Parameters:
    ///   - socket: The descriptor of the socket.
    ///   - body: The closure, which is called on a queue of the watch.
    init?(_ socket: Int32, _ body: @escaping @Sendable () -> Void) {
      // The source ends after the connection, whose descriptor may belong to another file by then.
      let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setEventHandler {
        source.cancel()
        body()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      self.source = source
    }

    deinit { source.cancel() }
  }
#endif
