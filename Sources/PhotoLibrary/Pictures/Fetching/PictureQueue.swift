import Flickr
import Foundation
import Transfer

/// What is wanted, what is under way, and what is known of hosts and pictures: a value, changed under a lock.
struct PictureQueue {
  typealias Instant = ContinuousClock.Instant
  typealias Answer = CheckedContinuation<Result<PictureFile, PictureFetchError>, Never>

  /// What tells one picture from another.
  struct Key: Hashable {
    let flickrID: String
    let rendition: Rendition
  }

  /// Somebody who waits for a picture.
  struct Asker {
    let answer: Answer
    /// Whether to wait until it works rather than to fail with the first attempt.
    let isPatient: Bool
  }

  /// A picture that is wanted.
  struct Order {
    let subject: PictureSubject
    let url: TransferURL
    let host: String
    /// Tells it from an earlier order of the same picture; the older one goes first where both are as near.
    let number: Int
    var nearness: Int
    var askers: [Int: Asker] = [:]
    var failures = 0
    /// When it may be tried again.
    var notBefore: Instant?
    /// The transfer, while it is under way.
    var task: Task<Void, Never>?
  }

  private(set) var orders: [Key: Order] = [:]
  /// The hosts of the transfers under way, by the numbers of their orders.
  private(set) var underWay: [Int: String] = [:]
  private(set) var hosts: [String: PictureHost] = [:]
  /// Pictures that failed, and until when there is no use in asking again.
  private var failures: [Key: (error: PictureFetchError, until: Instant)] = [:]
  /// Which pictures of which photos are gone, until the library says so.
  private var gone: [String: (fingerprint: Int, since: Date)] = [:]
  private var lastNumber = 0
  /// The next time at which something may begin, and who waits for it.
  var alarm: (time: Instant, task: Task<Void, Never>)?
  var hasToldOfCache = false
  var toldSupply = PictureSupply.flowing

  // MARK: Asking

  /// Why there is no use in asking; nil when there may be.
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

  /// Adds somebody to those who wait for a picture.
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

  /// Takes somebody away; with the last one the order goes.
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

  /// The picture to fetch next; nil when none may be fetched now.
  ///
  /// O(number of orders).
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

  /// When something may begin that may not now; nil when only an answer can change that.
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

  /// Whether no host that is known could be reached.
  var isOffline: Bool { !hosts.isEmpty && hosts.values.allSatisfy { $0.trouble == .unreachable } }

  func isUnreachable(_ host: String) -> Bool { hosts[host]?.trouble == .unreachable }

  /// Lets everything be tried at once that waits for a connection or a better moment.
  mutating func endWaiting() {
    for host in hosts.keys { hosts[host]?.endWaiting() }
    for key in orders.keys { orders[key]?.notBefore = nil }
    failures.removeAll()
  }

  // MARK: Ending

  /// What follows from an answer, to be done outside of the lock.
  struct Outcome {
    var answers: [(Answer, Result<PictureFile, PictureFetchError>)] = []
    var gone: PictureSubject?
    /// Pictures of which a smaller one may be had at once.
    var stranded: [Key] = []
    /// What those get to hear who do not want to wait, unless they get a smaller picture.
    var dismissal: PictureFetchError?
    /// Transfers that nobody needs any more.
    var needless: [Task<Void, Never>] = []
  }

  /// Takes over what a transfer brought.
  mutating func settle(
    _ key: Key, number: Int, host: String, _ answer: PictureAnswer, at now: Instant,
    _ policy: PictureFetchPolicy
  ) -> Outcome {
    underWay[number] = nil
    // The order may have gone meanwhile, and the same picture been ordered anew.
    let isOrdered = orders[key]?.number == number
    if isOrdered { orders[key]?.task = nil }
    noteHost(host, answer, TransferURL(key.rendition.url), at: now, policy)
    guard isOrdered, let order = orders[key] else { return Outcome() }
    switch answer {
    case .picture(let bytes), .cached(let bytes):
      return close(key, .success(PictureFile(bytes: bytes, rendition: key.rendition)))
    case .gone where !order.subject.renditions.contains(key.rendition):
      // It was only presumed to be there.
      return fail(key, .status(404, order.url), until: now + .seconds(86_400))
    case .gone: return closeAll(order.subject)
    case .busy: return dismissImpatient(key, .busy(order.url))
    case .unreachable(let error):
      orders[key]?.failures += 1
      // With others within reach this one will hardly come back soon.
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
    case .cancelled: return Outcome()
    }
  }

  private mutating func noteHost(
    _ host: String, _ answer: PictureAnswer, _ url: TransferURL, at now: Instant, _ policy: PictureFetchPolicy
  ) {
    switch answer {
    case .cached, .cancelled: break
    // Without a status nobody answered: the address was wrong, or what came was no HTTP.
    case .failed(.transfer(let error)) where error.httpStatus == nil: break
    case .again(.transfer): break
    case .picture, .gone, .failed, .again:
      let wasOffline = isOffline
      hosts[host, default: PictureHost()].noteAnswer(at: now)
      if wasOffline { endWaiting() }
    case .busy(let asked):
      hosts[host, default: PictureHost()].pause(.busy, .busy(url), for: asked, at: now, policy.host)
    case .unreachable(let error):
      hosts[host, default: PictureHost()].pause(
        .unreachable, .transfer(error), for: nil, at: now, policy.host)
    }
  }

  /// Ends an order; everybody who waited gets the same.
  mutating func close(_ key: Key, _ result: Result<PictureFile, PictureFetchError>) -> Outcome {
    var outcome = Outcome()
    guard let order = orders.removeValue(forKey: key) else { return outcome }
    outcome.answers = order.askers.values.map { ($0.answer, result) }
    if let task = order.task { outcome.needless.append(task) }
    return outcome
  }

  private mutating func fail(_ key: Key, _ error: PictureFetchError, until time: Instant) -> Outcome {
    // Enough for any screen, and too few to matter.
    if failures.count >= 1_000 { failures.removeAll() }
    failures[key] = (error, time)
    return close(key, .failure(error))
  }

  /// Lets those go who do not want to wait; the order goes with the last one.
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
