public import Foundation
internal import Synchronization

/// A relay to a port of 127.0.0.1, on another port there or at a path, which delays what it passes on, as a network does.
public final class LoopbackRelay: Sendable {
  /// The port on which the relay listens; 0 if it listens at a path.
  public let port: Int
  private let listener: Socket
  private let target: Int
  private let delay: Mutex<TimeInterval>
  private let observer: @Sendable (_ connection: Int, _ bytes: [UInt8]) -> Void
  private let rewriter: @Sendable ([UInt8]) -> [UInt8]
  private let sockets = Mutex<Set<Socket>>([])

  /// Starts a relay.
  ///
  /// - Parameters:
  ///   - target: The port to which connections lead.
  ///   - path: The path of the Unix socket at which the relay listens; without one, it listens on a free port.
  ///   - roundTrip: The time in seconds that a message and the answer to it spend on the way.
  ///   - observer: Called with the number of a connection, and with the bytes that its client sent, in order.
  ///   - rewriter: Called with the bytes that a server sent, in order; returns what its client receives.
  public init(
    to target: Int, path: String? = nil, roundTrip: TimeInterval = 0,
    observer: @escaping @Sendable (_ connection: Int, _ bytes: [UInt8]) -> Void = { _, _ in },
    rewriter: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    self.target = target
    self.observer = observer
    self.rewriter = rewriter
    delay = Mutex(roundTrip / 2)
    listener = try path.map { try .listening(path: $0) } ?? .listening()
    port = path == nil ? listener.port : 0
    Thread { [self] in acceptConnections() }.start()
  }

  /// Changes the time in seconds that a message and the answer to it spend on the way.
  public func setRoundTrip(_ time: TimeInterval) { delay.withLock { $0 = time / 2 } }

  /// Ends all connections and threads.
  public func stop() {
    listener.shutDown()
    sockets.withLock { for socket in $0 { socket.shutDown() } }
  }

  private func acceptConnections() {
    var count = 0
    while let client = listener.accepted() {
      guard let server = Socket.connected(to: target) else {
        client.close()
        continue
      }
      count += 1
      let number = count
      for socket in [client, server] { socket.sendsAtOnce() }
      sockets.withLock { $0.formUnion([client, server]) }
      let pair = RelayPair()
      start(from: client, to: server, pair) { [observer] in
        observer(number, $0)
        return $0
      }
      start(from: server, to: client, pair, rewriter)
    }
    listener.close()
  }

  /// Starts the threads of one direction: one that receives, and one that sends when the time has come.
  private func start(
    from source: Socket, to destination: Socket, _ pair: RelayPair,
    _ passing: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    let queue = RelayQueue()
    Thread { [self] in
      while true {
        var bytes = source.received()
        if !bytes.isEmpty { bytes = passing(bytes) }
        queue.append(bytes, due: Date(timeIntervalSinceNow: delay.withLock { $0 }))
        if bytes.isEmpty { break }
      }
      end(pair, source, destination)
    }.start()
    Thread { [self] in
      while let bytes = queue.next(), destination.send(bytes) {}
      for socket in [source, destination] { socket.shutDown() }
      end(pair, source, destination)
    }.start()
  }

  /// Closes the sockets when the last thread of the connection ends: another socket may get the same number immediately.
  private func end(_ pair: RelayPair, _ source: Socket, _ destination: Socket) {
    guard pair.endsLast() else { return }
    sockets.withLock { $0.subtract([source, destination]) }
    for socket in [source, destination] { socket.close() }
  }
}

/// The four threads of a connection through a relay, two in each direction.
private final class RelayPair: Sendable {
  private let ended = Mutex(0)

  /// Counts a thread that ends, and returns whether all have ended.
  func endsLast() -> Bool {
    ended.withLock {
      $0 += 1
      return $0 == 4
    }
  }
}

/// The bytes of one direction that are on the way.
private final class RelayQueue: Sendable {
  private let parts = Mutex<[(bytes: [UInt8], due: Date)]>([])
  private let count = DispatchSemaphore(value: 0)

  func append(_ bytes: [UInt8], due: Date) {
    parts.withLock { $0.append((bytes, due)) }
    count.signal()
  }

  /// Returns the next bytes when they are due; nil at the end.
  func next() -> [UInt8]? {
    count.wait()
    let (bytes, due) = parts.withLock { $0.removeFirst() }
    if due.timeIntervalSinceNow > 0 { Thread.sleep(until: due) }
    return bytes.isEmpty ? nil : bytes
  }
}
