import Flickr
import Foundation
import Transfer

/// The requested pictures, the transfers in flight, and the state of hosts and pictures: a value, changed
/// under a lock.
struct PictureQueue {
  typealias Instant = ContinuousClock.Instant
  typealias Answer = CheckedContinuation<Result<PictureFile, PictureFetchError>, Never>

  /// The identity of a picture.
  struct Key: Hashable {
    let flickrID: String
    let rendition: Rendition
  }

  /// A waiter for a picture.
  struct Asker {
    let answer: Answer
    /// A Boolean value that indicates whether to wait until a request succeeds rather than to fail with the
    /// first attempt.
    let isPatient: Bool
  }

  /// A requested picture.
  struct Order {
    let subject: PictureSubject
    let url: TransferURL
    let host: String
    /// The number that distinguishes orders of the same picture; at equal priority the older order is
    /// served first.
    let number: Int
    var nearness: Int
    var askers: [Int: Asker] = [:]
    var failures = 0
    /// The earliest time of the next attempt.
    var notBefore: Instant?
    /// The transfer, while it is in flight.
    var task: Task<Void, Never>?
  }

  private(set) var orders: [Key: Order] = [:]
  /// The hosts of the transfers in flight, by the numbers of their orders.
  private(set) var underWay: [Int: String] = [:]
  private(set) var hosts: [String: PictureHost] = [:]
  /// The failed pictures, and the time until which a retry is pointless.
  private var failures: [Key: (error: PictureFetchError, until: Instant)] = [:]
  /// The photos whose pictures are gone, until that is recorded in the library.
  private var gone: [String: (fingerprint: Int, since: Date)] = [:]
  private var lastNumber = 0
  /// The next time at which a transfer may start, and the task that waits for it.
  var alarm: (time: Instant, task: Task<Void, Never>)?
  var hasReportedCache = false
  var notifiedSupply = PictureSupply.flowing

  // MARK: Asking

  /// Returns the reason why a request is pointless; nil if there is none.
  func refusal(
    of key: Key, _ subject: PictureSubject, isPatient: Bool, at now: Instant
  ) -> PictureFetchError? {
    if let since = goneSince(subject) { return .gone(since: since) }
    let host = hosts[PictureAddress(TransferURL(key.rendition.url)).host]
    if !isPatient, let host, host.isPaused(at: now), let error = host.error { return error }
    guard let failure = failures[key], failure.until > now else { return nil }
    return failure.error
  }

  func goneSince(_ subject: PictureSubject) -> Date? {
    if let since = subject.goneSince { return since }
    guard let known = gone[subject.flickrID], known.fingerprint == subject.fingerprint else { return nil }
    return known.since
  }

  /// Adds a waiter for a picture.
  mutating func join(
    _ key: Key, _ asker: Asker, number: Int, subject: PictureSubject, nearness: Int
  ) {
    if orders[key] == nil {
      let url = TransferURL(key.rendition.url)
      orders[key] = Order(
        subject: subject, url: url, host: PictureAddress(url).host, number: newNumber(), nearness: nearness)
    }
    orders[key]?.nearness = nearness
    orders[key]?.askers[number] = asker
  }

  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Removes a waiter; removes the order with its last waiter.
  mutating func leave(_ key: Key, number: Int) -> (asker: Asker, task: Task<Void, Never>?)? {
    guard let asker = orders[key]?.askers.removeValue(forKey: number) else { return nil }
    guard let order = orders[key], order.askers.isEmpty else { return (asker, nil) }
    orders[key] = nil
    return (asker, order.task)
  }

  mutating func prioritize(_ nearness: [String: Int]) {
    for key in orders.keys {
      if let nearness = nearness[key.flickrID] { orders[key]?.nearness = nearness }
    }
  }

  // MARK: Beginning

  /// Returns the picture to fetch next; nil if none may be fetched now.
  ///
  /// - Complexity: O(*n*) in the number of orders.
  func next(at now: Instant, atOnce: Int) -> Key? {
    guard underWay.count < atOnce else { return nil }
    let ready = orders.lazy.filter { isReady($0.value, at: now) }
    return ready.min { ($0.value.nearness, $0.value.number) < ($1.value.nearness, $1.value.number) }?.key
  }

  private func isReady(_ order: Order, at now: Instant) -> Bool {
    guard order.task == nil, order.notBefore.map({ $0 <= now }) ?? true else { return false }
    guard let host = hosts[order.host] else { return true }
    return host.mayBegin(at: now, underWay: underWay.values.count { $0 == order.host })
  }

  mutating func begin(_ key: Key, _ task: (Order) -> Task<Void, Never>) {
    guard let order = orders[key] else { return }
    underWay[order.number] = order.host
    orders[key]?.task = task(order)
  }

  /// Returns the earliest time at which a delayed transfer may start; nil if only a response can change
  /// that.
  func nextTime(after now: Instant) -> Instant? {
    orders.values.lazy.filter { $0.task == nil }.compactMap { order in
      let times = [order.notBefore, hosts[order.host]?.pausedUntil].compactMap { $0 }
      return times.filter { $0 > now }.max()
    }.min()
  }

  var supply: PictureSupply {
    if isOffline { return .offline }
    return hosts.values.contains { $0.trouble == .busy } ? .paused : .flowing
  }

  /// A Boolean value that indicates whether no known host could be reached.
  var isOffline: Bool { !hosts.isEmpty && hosts.values.allSatisfy { $0.trouble == .unreachable } }

  func isUnreachable(_ host: String) -> Bool { hosts[host]?.trouble == .unreachable }

  /// Allows immediate retries of all orders that wait for a connection or after a failure.
  mutating func endWaiting() {
    for host in hosts.keys { hosts[host]?.endWaiting() }
    for key in orders.keys { orders[key]?.notBefore = nil }
    failures.removeAll()
  }

  // MARK: Ending

  /// The consequences of a response, to be performed outside the lock.
  struct Outcome {
    var answers: [(Answer, Result<PictureFile, PictureFetchError>)] = []
    var gone: PictureSubject?
    /// The pictures for which a smaller one may be offered at once.
    var stranded: [Key] = []
    /// The error for impatient waiters, unless they get a smaller picture.
    var dismissal: PictureFetchError?
    /// The transfers without waiters.
    var needless: [Task<Void, Never>] = []
  }

  /// Records the result of a transfer.
  mutating func finish(
    _ key: Key, number: Int, host: String, _ answer: PictureAnswer, at now: Instant,
    _ policy: PictureFetchPolicy
  ) -> Outcome {
    underWay[number] = nil
    // The order may have been removed meanwhile, and the same picture ordered again.
    let isOrdered = orders[key]?.number == number
    if isOrdered { orders[key]?.task = nil }
    recordHost(host, answer, TransferURL(key.rendition.url), at: now, policy)
    guard isOrdered, let order = orders[key] else { return Outcome() }
    switch answer {
    case .picture(let bytes), .cached(let bytes):
      return close(key, .success(PictureFile(bytes: bytes, rendition: key.rendition)))
    case .gone where !order.subject.renditions.contains(key.rendition):
      // The rendition was only presumed to exist.
      return fail(key, .status(404, order.url), until: now + .seconds(86_400))
    case .gone: return closeAll(order.subject)
    case .busy: return dismissImpatient(key, .busy(order.url))
    case .unreachable(let error):
      orders[key]?.failures += 1
      // While other hosts are reachable, this one will probably not recover soon.
      if order.failures + 1 >= policy.picture.attempts, !isOffline {
        return fail(key, .transfer(error), until: now + policy.picture.longestDelay)
      }
      var outcome = Outcome()
      outcome.dismissal = .transfer(error)
      outcome.stranded = orders.filter { $0.value.host == host && $0.value.task == nil }.map(\.key)
      return outcome
    case .again(let error):
      orders[key]?.failures += 1
      guard let delay = policy.picture.delay(after: order.failures + 1) else {
        return fail(key, error, until: now + policy.picture.longestDelay)
      }
      orders[key]?.notBefore = now + delay
      return dismissImpatient(key, error)
    case .failed(let error): return fail(key, error, until: now + policy.picture.longestDelay)
    case .canceled: return Outcome()
    }
  }

  private mutating func recordHost(
    _ host: String, _ answer: PictureAnswer, _ url: TransferURL, at now: Instant, _ policy: PictureFetchPolicy
  ) {
    switch answer {
    case .cached, .canceled: break
    // Without a status the host did not respond: the URL was invalid, or the response was not HTTP.
    case .failed(.transfer(let error)) where error.httpStatus == nil: break
    case .again(.transfer): break
    case .picture, .gone, .failed, .again:
      let wasOffline = isOffline
      hosts[host, default: PictureHost()].recordAnswer(at: now)
      if wasOffline { endWaiting() }
    case .busy(let asked):
      hosts[host, default: PictureHost()].pause(.busy, .busy(url), for: asked, at: now, policy.host)
    case .unreachable(let error):
      hosts[host, default: PictureHost()].pause(
        .unreachable, .transfer(error), for: nil, at: now, policy.host)
    }
  }

  /// Ends an order, with the same result for all waiters.
  mutating func close(_ key: Key, _ result: Result<PictureFile, PictureFetchError>) -> Outcome {
    var outcome = Outcome()
    guard let order = orders.removeValue(forKey: key) else { return outcome }
    outcome.answers = order.askers.values.map { ($0.answer, result) }
    if let task = order.task { outcome.needless.append(task) }
    return outcome
  }

  private mutating func fail(_ key: Key, _ error: PictureFetchError, until time: Instant) -> Outcome {
    // Enough for any screen, and negligible in memory.
    if failures.count >= 1_000 { failures.removeAll() }
    failures[key] = (error, time)
    return close(key, .failure(error))
  }

  /// Removes impatient waiters; removes the order with its last waiter.
  mutating func dismissImpatient(_ key: Key, _ error: PictureFetchError) -> Outcome {
    var outcome = Outcome()
    guard var order = orders[key] else { return outcome }
    let impatient = order.askers.filter { !$0.value.isPatient }
    for (number, asker) in impatient {
      order.askers[number] = nil
      outcome.answers.append((asker.answer, .failure(error)))
    }
    orders[key] = order.askers.isEmpty ? nil : order
    return outcome
  }

  /// Ends all orders of a photo whose picture is gone.
  private mutating func closeAll(_ subject: PictureSubject) -> Outcome {
    let since = Date.now
    gone[subject.flickrID] = (subject.fingerprint, since)
    var outcome = Outcome()
    outcome.gone = subject
    for key in orders.keys where key.flickrID == subject.flickrID {
      guard orders[key]?.subject.fingerprint == subject.fingerprint else { continue }
      let closed = close(key, .failure(.gone(since: since)))
      outcome.answers += closed.answers
      outcome.needless += closed.needless
    }
    return outcome
  }
}
