internal import CCurl
internal import Foundation
internal import Synchronization

/// The thread on which libcurl works, and the way to it.
///
/// What other threads share with it is `shared`, under its lock; the transfers under way are local to the thread.
final class TransferLoop: Sendable {
  typealias Answer = CheckedContinuation<Result<TransferResponse, TransferError>, Never>

  private struct Shared {
    var inbox: [(TransferOrder, Answer)] = []
    var stopped = false
    /// `nil` before the thread made it and after it freed it.
    var multi: MultiHandle?
  }

  private let userAgent: String
  private let shared = Mutex(Shared())

  init(userAgent: String) {
    self.userAgent = userAgent
    let thread = Thread { [self] in run() }
    thread.name = "transfer"
    thread.start()
  }

  func start(_ order: TransferOrder, _ answer: Answer) {
    shared.withLock { shared in
      shared.inbox.append((order, answer))
      shared.multi?.wakeUp()
    }
  }

  func wakeUp() {
    shared.withLock { $0.multi?.wakeUp() }
  }

  func stop() {
    shared.withLock { shared in
      shared.stopped = true
      shared.multi?.wakeUp()
    }
  }

  private func run() {
    Signals.leaveToOtherThreads()
    let multi = MultiHandle()
    shared.withLock { $0.multi = multi }
    var transfers = TransferSet(multi: multi, userAgent: userAgent)
    while true {
      let (orders, stopped) = shared.withLock { shared in
        defer { shared.inbox = [] }
        return (shared.inbox, shared.stopped)
      }
      if stopped { break }
      for (order, answer) in orders { transfers.start(order, answer) }
      transfers.endCancelled()
      transfers.perform()
      multi.wait()
    }
    transfers.endAll()
    shared.withLock { $0.multi = nil }
    multi.free()
  }
}
