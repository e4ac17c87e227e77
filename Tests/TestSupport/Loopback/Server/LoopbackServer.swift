internal import Foundation
internal import Synchronization

/// The threads of `LoopbackFlickr`.
final class LoopbackServer: Sendable {
  struct Script {
    var answers: [String: [LoopbackAnswer]] = [:]
    var handler: (@Sendable (LoopbackRequest) -> LoopbackAnswer?)?
    var requests: [LoopbackRequest] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var connections: Set<Socket> = []
    var connectionCount = 0
    var isStopped = false
  }

  let script = Mutex(Script())
  let gate = Gate()
  let port: Int
  private let listener: Socket
  private let tls: TLSContext?

  init(port: Int = 0, tls: TLSContext? = nil) throws {
    self.tls = tls
    listener = try .listening(port: port)
    self.port = listener.port
    Thread { [self] in acceptConnections() }.start()
  }

  /// Ends all connections and threads.
  func stop() {
    gate.open()
    listener.shutDown()
    script.withLock { script in
      script.isStopped = true
      for connection in script.connections { connection.shutDown() }
    }
  }

  /// Waits until there have been more than a number of requests, or the task is canceled.
  func waitForRequest(after count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = script.withLock { script in
          // Under the lock, because the handler of a cancellation takes it to resume those that wait by then.
          let isWaiting = script.requests.count == count && !Task.isCancelled
          if isWaiting { script.waiting.append(continuation) }
          return isWaiting
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      resumeWaiting()
    }
  }

  /// Resumes all that wait for a request, to check again.
  private func resumeWaiting() {
    let waiting = script.withLock { script in
      defer { script.waiting = [] }
      return script.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func acceptConnections() {
    while let connection = listener.accepted() {
      let isWelcome = script.withLock { script in
        if !script.isStopped { script.connections.insert(connection) }
        script.connectionCount += 1
        return !script.isStopped
      }
      guard isWelcome else {
        connection.close()
        break
      }
      Thread { [self] in converse(connection) }.start()
    }
    listener.close()
  }

  private func converse(_ connection: Socket) {
    var resets = false
    if let tls {
      if let channel = TLSChannel(connection, tls) { resets = converse(over: channel) }
    } else {
      resets = converse(over: connection)
    }
    // Removed before closing, because another socket may get the same number immediately.
    _ = script.withLock { $0.connections.remove(connection) }
    if resets { connection.reset() }
    connection.close()
  }

  /// Answers requests until the connection ends, and returns whether to end it with a reset.
  private func converse(over channel: some Channel) -> Bool {
    var reader = RequestReader(channel)
    while let request = reader.next() {
      let answer = answer(to: request)
      if let port = answer.tunnel, let socket = channel as? Socket {
        lead(socket, to: port)
        break
      }
      let outcome = AnswerWriter(answer, to: request.method, channel, gate).send()
      if case .breaks = outcome { return answer.resets }
      if case .ends = outcome { break }
      if request.headers["connection"]?.lowercased() == "close" { break }
    }
    channel.end()
    return false
  }

  /// Forwards bytes in both directions until either side closes.
  private func lead(_ client: Socket, to port: Int) {
    guard let target = Socket.connected(to: port) else { return }
    guard client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)) else {
      return target.close()
    }
    let done = DispatchSemaphore(value: 0)
    Thread {
      Self.pass(from: target, to: client)
      done.signal()
    }.start()
    Self.pass(from: client, to: target)
    target.shutDown()
    done.wait()
    target.close()
  }

  private static func pass(from source: Socket, to sink: Socket) {
    while true {
      let bytes = source.received()
      guard !bytes.isEmpty, sink.send(bytes) else { return }
    }
  }

  private func answer(to request: LoopbackRequest) -> LoopbackAnswer {
    let (answer, handler) = script.withLock { script in
      script.requests.append(request)
      let answer = script.answers[request.path]?.first
      if let rest = script.answers[request.path], rest.count > 1 {
        script.answers[request.path] = Array(rest.dropFirst())
      }
      return (answer, script.handler)
    }
    resumeWaiting()
    return answer ?? handler?(request) ?? .html(status: 404, "Not Found")
  }
}
