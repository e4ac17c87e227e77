public import Foundation
internal import Synchronization
internal import Transfer

/// The pace at which Flickr's API is asked, by all processes of a user together: Flickr counts by key, and a key
/// belongs to a user.
///
/// Flickr allows 3,600 calls an hour and ends keys that ask for more (https://www.flickr.com/services/developer/api/).
/// The processes know of each other by a small file; where there can be none, and while it is damaged, each keeps
/// the pace by itself.
///
/// Only calls of the API count: feeds and pictures are asked for without a key. Services on this machine are asked
/// at any pace, unless `includesLoopback`.
public final class RequestPace: Sendable {
  private let file: PaceFile?
  private let interval: Double
  private let budget: Int
  private let includesLoopback: Bool
  private let now: @Sendable () -> Date
  /// What this process knows by itself, and last read.
  private let memory = Mutex(PaceLedger())

  /// Makes a pace.
  ///
  /// `file` is where processes tell each other of their calls; its folder is made when it is needed. `now` tells
  /// the time of the calendar, which processes share.
  public init(
    file: String? = nil, interval: Duration = .seconds(1), budget: Int = 3_600,
    includesLoopback: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file.map { PaceFile(path: $0) }
    self.interval = interval / .seconds(1)
    self.budget = budget
    self.includesLoopback = includesLoopback
    self.now = now
  }

  /// Returns when the API may be called; that call is then counted.
  ///
  /// `tell` is called before each wait. A wait ends at once when the task is cancelled. If Flickr asked to be left
  /// alone for longer than `patience`, that is thrown.
  @concurrent
  public func turn(
    patience: Duration = .seconds(60), tell: @Sendable (FlickrWait) -> Void = { _ in }
  ) async throws {
    while true {
      try Task.checkCancellation()
      guard let wait = try await claim() else { return }
      if wait.reason == .rest, wait.duration > patience { throw FlickrError.leftAlone(for: wait.duration) }
      tell(wait)
      try await Task.sleep(for: wait.duration)
    }
  }

  /// Lets all processes leave Flickr alone for as long as it asked.
  public func rest(for duration: Duration) {
    let seconds = duration / .seconds(1)
    let time = time
    memory.withLock { $0.rest(for: seconds, at: time) }
    _ = file?.update { ledger in
      ledger = ledger ?? PaceLedger()
      ledger?.rest(for: seconds, at: time)
    }
  }

  /// Whether a request to the address waits for its turn.
  func applies(to url: TransferURL, endpoint: FlickrEndpoint) -> Bool {
    endpoint.isCall(url) && applies(to: url)
  }

  /// Whether requests to the address wait for their turn, if they are of a kind that does.
  func applies(to url: TransferURL) -> Bool { includesLoopback || !url.isLocal }

  private var time: Double { now().timeIntervalSince1970 }

  /// How often somebody else's lock is waited for: it is held for microseconds, or by a process that was stopped.
  private static let attempts = 50

  private func claim() async throws -> FlickrWait? {
    guard let file else { return claimAlone() }
    for _ in 0..<Self.attempts {
      switch file.update(claimTogether) {
      case .done(let wait): return wait.map { FlickrWait($0) }
      case .unusable: return claimAlone()
      case .locked: try await Task.sleep(for: .milliseconds(Int.random(in: 1...19)))
      }
    }
    return claimAlone()
  }

  private func claimTogether(_ shared: inout PaceLedger?) -> PaceLedger.Wait? {
    memory.withLock { memory in
      var ledger = shared ?? memory
      let wait = ledger.claim(at: time, interval: interval, budget: budget)
      memory = ledger
      shared = ledger
      return wait
    }
  }

  private func claimAlone() -> FlickrWait? {
    let wait = memory.withLock { $0.claim(at: time, interval: interval, budget: budget) }
    return wait.map { FlickrWait($0) }
  }
}
