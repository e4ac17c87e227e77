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
  struct Waiter {
    let answer: Answer
    /// A Boolean value that indicates whether to wait until a request succeeds rather than to fail with the
    /// first attempt.
    let isPatient: Bool
    /// A Boolean value that indicates whether a smaller picture is taken while the host is paused.
    let takesSubstitute: Bool
  }

  /// A requested picture.
  struct Request {
    let subject: PictureSubject
    let url: TransferURL
    let host: String
    /// The number that distinguishes requests of the same picture; at equal priority the older request is
    /// served first.
    let number: Int
    var priority: Int
    var waiters: [Int: Waiter] = [:]
    var failures = 0
    /// The earliest time of the next attempt.
    var notBefore: Instant?
    /// The transfer, while it is in flight.
    var task: Task<Void, Never>?
  }

  private(set) var requests: [Key: Request] = [:]
  /// The hosts of the transfers in flight, by the numbers of their requests.
  private(set) var inFlight: [Int: String] = [:]
  private(set) var hosts: [String: PictureHost] = [:]
  /// The failed pictures, and the time until which a retry is pointless.
  private var failures: [Key: (error: PictureFetchError, until: Instant)] = [:]
  /// The photos whose pictures are gone, until that is recorded in the library.
  private var gone: [String: (fingerprint: Int, since: Date)] = [:]
  private var lastNumber = 0
  /// The next time at which a transfer may start, and the task that waits for it.
  var timer: (time: Instant, task: Task<Void, Never>)?
  var hasReportedCache = false

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

  /// Leaves it to the library to know that the pictures of a photo are gone.
  mutating func forgetGone(_ subject: PictureSubject) {
    if gone[subject.flickrID]?.fingerprint == subject.fingerprint { gone[subject.flickrID] = nil }
  }

  /// Adds a waiter for a picture, which is fetched with the priority of its most urgent waiter.
  mutating func join(
    _ key: Key, _ waiter: Waiter, number: Int, subject: PictureSubject, priority: Int
  ) {
    if requests[key] == nil {
      let url = TransferURL(key.rendition.url)
      requests[key] = Request(
        subject: subject, url: url, host: PictureAddress(url).host, number: newNumber(), priority: priority)
    }
    let before = requests[key]?.priority ?? priority
    requests[key]?.priority = min(before, priority)
    requests[key]?.waiters[number] = waiter
  }

  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Removes a waiter; removes the request with its last waiter.
  mutating func cancel(_ key: Key, number: Int) -> (waiter: Waiter, task: Task<Void, Never>?)? {
    guard let waiter = requests[key]?.waiters.removeValue(forKey: number) else { return nil }
    guard let request = requests[key], request.waiters.isEmpty else { return (waiter, nil) }
    requests[key] = nil
    return (waiter, request.task)
  }

  mutating func prioritize(_ priority: [String: Int]) {
    for key in requests.keys {
      if let priority = priority[key.flickrID] { requests[key]?.priority = priority }
    }
  }

  // MARK: Beginning

  /// Returns the picture to fetch next; nil if none may be fetched now.
  ///
  /// - Complexity: O(*n*) in the number of requests.
  func next(at now: Instant, atOnce: Int) -> Key? {
    guard inFlight.count < atOnce else { return nil }
    let ready = requests.lazy.filter { isReady($0.value, at: now) }
    return ready.min { ($0.value.priority, $0.value.number) < ($1.value.priority, $1.value.number) }?.key
  }

  private func isReady(_ request: Request, at now: Instant) -> Bool {
    guard request.task == nil, request.notBefore.map({ $0 <= now }) ?? true else { return false }
    guard let host = hosts[request.host] else { return true }
    return host.mayBegin(at: now, inFlight: inFlight.values.count { $0 == request.host })
  }

  mutating func begin(_ key: Key, _ task: (Request) -> Task<Void, Never>) {
    guard let request = requests[key] else { return }
    inFlight[request.number] = request.host
    requests[key]?.task = task(request)
  }

  /// Returns the earliest time at which a delayed transfer may start or a pause that a host asked for ends; nil if only a
  /// response can change that.
  func nextTime(after now: Instant) -> Instant? {
    let begins = requests.values.lazy.filter { $0.task == nil }.compactMap { request in
      let times = [request.notBefore, hosts[request.host]?.pausedUntil].compactMap { $0 }
      return times.filter { $0 > now }.max()
    }.min()
    let pauses = hosts.values.lazy.filter { $0.trouble == .busy }.compactMap(\.pausedUntil)
    return [begins, pauses.filter { $0 > now }.min()].compactMap { $0 }.min()
  }

  func supply(at now: Instant) -> PictureSupply {
    if isOffline { return .offline }
    // After the pause, the requests that waited test the host.
    let isPaused = hosts.contains { host, state in
      state.trouble == .busy && (state.isPaused(at: now) || requests.values.contains { $0.host == host })
    }
    return isPaused ? .paused : .flowing
  }

  /// A Boolean value that indicates whether no known host could be reached.
  var isOffline: Bool { !hosts.isEmpty && hosts.values.allSatisfy { $0.trouble == .unreachable } }

  /// Returns whether a host is busy or could not be reached, and is not requested again before its pause ends.
  func isPaused(_ host: String, at now: Instant) -> Bool { hosts[host]?.isPaused(at: now) == true }

  /// Allows immediate retries of all requests that wait for a connection or after a failure.
  mutating func endWaiting() {
    for host in hosts.keys { hosts[host]?.endWaiting() }
    for key in requests.keys { requests[key]?.notBefore = nil }
    failures.removeAll()
  }

  // MARK: Ending

  /// The consequences of a response, to be performed outside the lock.
  struct Outcome {
    var answers: [(Answer, Result<PictureFile, PictureFetchError>)] = []
    var gone: PictureSubject?
    /// The pictures for which a smaller one may be offered at once to patient waiters.
    var paused: [Key] = []
    /// The transfers without waiters.
    var cancelable: [Task<Void, Never>] = []
  }

  /// Records the result of a transfer.
  mutating func finish(
    _ key: Key, number: Int, host: String, _ answer: PictureAnswer, at now: Instant,
    _ policy: PictureFetchPolicy
  ) -> Outcome {
    inFlight[number] = nil
    // The request may have been removed meanwhile, and the same picture requested again.
    let isRequested = requests[key]?.number == number
    if isRequested { requests[key]?.task = nil }
    var outcome = Outcome()
    if let error = recordHost(host, answer, TransferURL(key.rendition.url), at: now, policy) {
      outcome = dismissImpatient(of: host, error)
    }
    guard isRequested, let request = requests[key] else { return outcome }
    switch answer {
    case .picture(let bytes):
      return close(key, .success(PictureFile(bytes: bytes, rendition: key.rendition)))
    case .cached(let bytes):
      return close(key, .success(PictureFile(bytes: bytes, rendition: key.rendition).asCached))
    case .gone where !request.subject.renditions.contains(key.rendition):
      // The rendition was only presumed to exist.
      return fail(key, .status(404, request.url), until: now + .seconds(86_400))
    case .gone: return closeAll(request.subject)
    case .again(let error):
      requests[key]?.failures += 1
      guard let delay = policy.picture.delay(after: request.failures + 1) else {
        return fail(key, error, until: now + policy.picture.longestDelay)
      }
      requests[key]?.notBefore = now + delay
      return dismissImpatient(key, error)
    case .failed(let error): return fail(key, error, until: now + policy.picture.longestDelay)
    case .unreachable(let error):
      outcome.answers += countUnreachable(key, error, at: now, policy).answers
      return outcome
    case .busy, .canceled: return outcome
    }
  }

  /// Records what a response says about its host; returns the error if the host was paused.
  private mutating func recordHost(
    _ host: String, _ answer: PictureAnswer, _ url: TransferURL, at now: Instant, _ policy: PictureFetchPolicy
  ) -> PictureFetchError? {
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
      return .busy(url)
    case .unreachable(let error):
      hosts[host, default: PictureHost()].pause(
        .unreachable, .transfer(error), for: nil, at: now, policy.host)
      return .transfer(error)
    }
    return nil
  }

  /// Ends a request, with the same result for all waiters.
  private mutating func close(_ key: Key, _ result: Result<PictureFile, PictureFetchError>) -> Outcome {
    var outcome = Outcome()
    guard let request = requests.removeValue(forKey: key) else { return outcome }
    outcome.answers = request.waiters.values.map { ($0.answer, result) }
    if let task = request.task { outcome.cancelable.append(task) }
    return outcome
  }

  private mutating func fail(_ key: Key, _ error: PictureFetchError, until time: Instant) -> Outcome {
    // Enough for any screen, and negligible in memory.
    if failures.count >= 1_000 { failures.removeAll() }
    failures[key] = (error, time)
    return close(key, .failure(error))
  }

  /// Removes the impatient waiters for a host that was paused, and lists the pictures that wait for it.
  private mutating func dismissImpatient(of host: String, _ error: PictureFetchError) -> Outcome {
    var outcome = Outcome()
    for key in requests.filter({ $0.value.host == host && $0.value.task == nil }).keys {
      outcome.answers += dismissImpatient(key, error).answers
      outcome.paused.append(key)
    }
    return outcome
  }

  /// Counts an attempt that did not reach the host of a picture; ends the request after the last one.
  private mutating func countUnreachable(
    _ key: Key, _ error: TransferError, at now: Instant, _ policy: PictureFetchPolicy
  ) -> Outcome {
    // While other hosts are reachable, this one will probably not recover soon. Attempts without a connection do not count.
    guard !isOffline, let failures = requests[key].map({ $0.failures + 1 }) else { return Outcome() }
    requests[key]?.failures = failures
    guard failures >= policy.picture.attempts else { return Outcome() }
    return fail(key, .transfer(error), until: now + policy.picture.longestDelay)
  }

  /// Removes impatient waiters; removes the request with its last waiter.
  private mutating func dismissImpatient(_ key: Key, _ error: PictureFetchError) -> Outcome {
    dismiss(key, .failure(error)) { !$0.isPatient }
  }

  /// Gives the waiters that take it a smaller picture; removes the request with its last waiter.
  mutating func offer(_ key: Key, _ substitute: PictureFile) -> Outcome {
    dismiss(key, .success(substitute)) { $0.takesSubstitute }
  }

  private mutating func dismiss(
    _ key: Key, _ result: Result<PictureFile, PictureFetchError>, where isMeant: (Waiter) -> Bool
  ) -> Outcome {
    var outcome = Outcome()
    guard var request = requests[key] else { return outcome }
    for (number, waiter) in request.waiters where isMeant(waiter) {
      request.waiters[number] = nil
      outcome.answers.append((waiter.answer, result))
    }
    requests[key] = request.waiters.isEmpty ? nil : request
    if request.waiters.isEmpty, let task = request.task { outcome.cancelable.append(task) }
    return outcome
  }

  /// Ends all requests of a photo whose picture is gone.
  private mutating func closeAll(_ subject: PictureSubject) -> Outcome {
    let since = Date.now
    gone[subject.flickrID] = (subject.fingerprint, since)
    var outcome = Outcome()
    outcome.gone = subject
    for key in requests.keys where key.flickrID == subject.flickrID {
      guard requests[key]?.subject.fingerprint == subject.fingerprint else { continue }
      let closed = close(key, .failure(.gone(since: since)))
      outcome.answers += closed.answers
      outcome.cancelable += closed.cancelable
    }
    return outcome
  }
}
