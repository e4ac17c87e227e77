internal import CCurl
internal import Foundation
internal import Synchronization

/// The thread that runs libcurl, and its interface to other threads.
///
/// `shared`, under its lock, is the state shared with other threads; the active transfers are local to the
/// thread.
final class TransferLoop: Sendable {
  typealias Answer = CheckedContinuation<Result<TransferResponse, TransferError>, Never>

  private struct Shared {
    var inbox: [(TransferOrder, Answer)] = []
    var started = false
    var stopped = false
    /// `nil` before the thread creates it and after it frees it.
    var multi: MultiHandle?
  }

  private let userAgent: String
  private let shared = Mutex(Shared())

  init(userAgent: String) {
    self.userAgent = userAgent
  }

  /// Starts the thread with the first transfer: loading and initializing libcurl takes time, and is often
  /// not needed because everything is cached.
  func start(_ order: TransferOrder, _ answer: Answer) {
    let isFirst = shared.withLock { shared in
      defer { shared.started = true }
      shared.inbox.append((order, answer))
      shared.multi?.wakeUp()
      return !shared.started
    }
    if isFirst { begin() }
  }

  private func begin() {
    let thread = Thread { [self] in run() }
    thread.name = "transfer"
    thread.start()
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
    switch CurlLibrary.loaded {
    case .success(let curl):
      // Without a handle, there is nothing that waits for orders.
      guard let multi = MultiHandle(curl) else {
        return refuseTransfers(CurlLibrary.Problem(text: "libcurl cannot be initialized"))
      }
      runTransfers(multi)
    case .failure(let problem): refuseTransfers(problem)
    }
  }

  private func runTransfers(_ multi: MultiHandle) {
    shared.withLock { $0.multi = multi }
    var transfers = TransferSet(multi: multi, userAgent: userAgent)
    while true {
      let (orders, stopped) = shared.withLock { shared in
        defer { shared.inbox = [] }
        return (shared.inbox, shared.stopped)
      }
      if stopped { break }
      for (order, answer) in orders { transfers.start(order, answer) }
      transfers.endCanceled()
      transfers.perform()
      multi.wait()
    }
    transfers.endAll()
    shared.withLock { $0.multi = nil }
    multi.free()
  }

  /// Ends all transfers with an error, and lets the next one start the thread again.
  private func refuseTransfers(_ problem: CurlLibrary.Problem) {
    let orders = shared.withLock { shared in
      defer { (shared.inbox, shared.started) = ([], false) }
      return shared.inbox
    }
    for (order, answer) in orders {
      answer.resume(returning: .failure(problem.error(for: order.request.url)))
    }
  }
}
