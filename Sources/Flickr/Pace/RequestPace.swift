public import Foundation
internal import Synchronization
internal import Transfer

/// The rate limit for calls of Flickr's API, shared by all processes of a user: Flickr counts by key, and a
/// key belongs to a user.
///
/// Flickr allows 3,600 calls an hour and revokes keys that exceed this limit
/// (https://www.flickr.com/services/developer/api/). The processes share a small file. If it cannot be
/// created, or is damaged, each process limits only itself.
///
/// Calls of the API count, and requests that ask an image host whether it still has a picture. Feeds and the
/// pictures that are shown do not count. Services on this machine are not limited, unless `includesLoopback`.
public final class RequestPace: Sendable {
  private let file: PaceFile?
  private let interval: Double
  private let budget: Int
  private let includesLoopback: Bool
  private let now: @Sendable () -> Date
  /// The ledger of this process, merged with the last contents of the file.
  private let memory = Mutex(PaceLedger())

  /// Creates a rate limit.
  ///
  /// - Parameters:
  ///   - file: The path of the file in which processes share their calls; its folder is created if
  ///     necessary.
  ///   - now: Returns the calendar time, which processes share.
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

  /// Waits until an API call is permitted, and counts that call.
  ///
  /// `report` is called before each delay. Canceling the task ends the delay at once. If the calls of an hour are used up,
  /// the delay can take that hour, regardless of `patience`.
  ///
  /// - Throws: An error if Flickr asked for a longer pause than `patience`, or if the task is canceled.
  @concurrent
  public func turn(
    patience: Duration = .seconds(60), report: @Sendable (FlickrWait) -> Void = { _ in }
  ) async throws {
    while true {
      try Task.checkCancellation()
      guard let wait = try await claim() else { return }
      if wait.reason == .rest, wait.duration > patience { throw FlickrError.leftAlone(for: wait.duration) }
      report(wait)
      try await Task.sleep(for: wait.duration)
    }
  }

  /// Makes all processes pause for the duration that Flickr asked for.
  public func rest(for duration: Duration) {
    let seconds = duration / .seconds(1)
    let time = time
    memory.withLock { $0.rest(for: seconds, at: time) }
    _ = file?.update { ledger in
      ledger = ledger ?? PaceLedger()
      ledger?.rest(for: seconds, at: time)
    }
  }

  /// Returns whether a request to the URL is subject to the rate limit.
  func applies(to url: TransferURL, endpoint: FlickrEndpoint) -> Bool {
    endpoint.isCall(url) && applies(to: url)
  }

  /// Returns whether requests to the URL are subject to the rate limit, if they are of a limited kind.
  func applies(to url: TransferURL) -> Bool { includesLoopback || !url.isLocal }

  private var time: Double { now().timeIntervalSince1970 }

  /// The number of attempts to get another process's lock, which is held for microseconds, or by a stopped
  /// process.
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
      var ledger = shared ?? PaceLedger()
      // Of a pause or a call that could not be written, only this process knows.
      ledger.merge(memory, at: time)
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
