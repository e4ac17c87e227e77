import ObjectGraph
import PhotoLibrary
import PictureFetching
import Pictures
import Presentation
import Terminal
import TerminalPictures

/// Fetches pictures and makes them fit, nearest first, and keeps those used last.
///
/// Only files and finished pictures are kept, and no more than a moment is spent on the main actor.
final class PictureLoader {
  /// A photo in a box of cells.
  struct Wish: Hashable {
    let photo: ManagedObjectID
    let box: Size
    var fit = PictureFit.whole

    /// The pixels of the longer side that the picture needs: a picture of 3:2 that fills a box has its shorter side in it.
    func longerSide(_ style: PictureStyle) -> Int {
      let side = style.longerSide(in: box)
      return fit == .filling ? side * 3 / 2 : side
    }
  }

  /// The state of a request for a picture.
  enum State {
    case waiting
    case ready(Picture)
    /// There will be none, for a reason in a few words.
    case failed(String)
  }

  /// A picture that could not be had.
  private struct Failure {
    /// The reason in a few words.
    let reason: String
    /// The time from which the picture is requested again; `nil` if the failure stays until the user retries.
    let end: ContinuousClock.Instant?
  }

  /// Called when a request succeeds or fails, with a Boolean value that indicates whether it was the last in view.
  var onChange: (_ completesView: Bool) -> Void = { _ in }
  /// In which form pictures are made; nil while none are wanted.
  private(set) var maker: PictureMaker?
  let fetcher: PictureFetcher
  /// The notices of the fetcher.
  let notices: AsyncStream<PictureNotice>
  /// The state of the downloads, as of the last notice.
  var supply = PictureSupply.flowing {
    didSet {
      guard supply == .flowing, oldValue != .flowing else { return }
      resumptions += 1
      startJobs()
    }
  }
  /// The choice of the user: in which form pictures are shown.
  let graphics: GraphicsChoice
  private let context: ManagedObjectContext
  /// The decoded pictures whose looks are to be kept; `nil` if none are kept.
  private let unexamined: UnexaminedPictures?
  private var examination: Task<Void, Never>?
  /// Enough for what is in view and ahead in a window of nine million pixels: what is in view must not be given up.
  private var ready = RecentlyUsed<Wish, Picture>(limit: 96 << 20)
  /// The pictures that are smaller than requested, because their host was busy or could not be reached.
  ///
  /// They stay in view until the requested ones are here.
  private var substitutes: Set<Wish> = []
  /// The number of times that downloads went on after an interruption.
  private var resumptions = 0
  private var failures: [Wish: Failure] = [:]
  /// The mean colors of the photos whose pictures were made, also of those that were given up since.
  private var meanColors = RecentlyUsed<ManagedObjectID, Color>(limit: 50_000)
  private var jobs: [Wish: Task<Void, Never>] = [:]
  /// The requested pictures, nearest first, and then those that are likely to be next.
  private var wishes: [Wish] = []
  /// The number of requested pictures that are in view.
  private var countInView = 0
  /// A Boolean value that indicates whether the row of a requested photo is not here yet.
  private var lacksRows = false
  private let start = Pause(PictureLoader.pause)
  private var turning: PhotoTurning?
  /// The time of the last change of what is wanted; `nil` before the first.
  private var lastChange: ContinuousClock.Instant?

  /// The delay of loading while changes follow each other faster than this (yazi waits as long).
  private static let pause = Duration.milliseconds(30)

  init(
    fetcher: PictureFetcher, notices: AsyncStream<PictureNotice> = AsyncStream { $0.finish() },
    graphics: GraphicsChoice = .automatic, context: ManagedObjectContext, looks: LookKeeper? = nil
  ) {
    self.fetcher = fetcher
    self.notices = notices
    self.graphics = graphics
    self.context = context
    unexamined = looks.map(UnexaminedPictures.init)
    turning = PhotoTurning(context) { [weak self] in self?.forget($0) }
  }

  /// Makes the pictures of a photo again, which was turned.
  private func forget(_ photo: ManagedObjectID) {
    ready.removeAll { $0.photo == photo }
    cancel { $0.photo == photo }
    startJobs()
  }

  /// Makes pictures in another form from now on.
  func use(_ style: PictureStyle?) {
    let maker = style.map(PictureMaker.init)
    guard maker != self.maker else { return }
    self.maker = maker
    ready.removeAll()
    substitutes.removeAll()
    failures.removeAll()
    meanColors.removeAll()
    (wishes, countInView) = ([], 0)
    cancel { _ in true }
  }

  /// Returns the state of a request without starting it.
  func state(of wish: Wish) -> State {
    guard maker != nil else { return .failed("pictures are off") }
    if let picture = ready.use(wish) { return .ready(picture) }
    return failures[wish].map { .failed($0.reason) } ?? .waiting
  }

  /// Returns the mean color of a photo whose picture was seen before.
  func meanColor(of photo: ManagedObjectID) -> Color? { meanColors.use(photo) }

  /// Loads pictures in this order, and no others.
  ///
  /// - Parameters:
  ///   - inView: The pictures in view.
  ///   - ahead: Those that are likely to be next.
  func want(_ inView: [Wish], ahead: [Wish] = []) {
    let wanted = inView + ahead
    let hasExpired = removeExpiredFailures()
    guard maker != nil, wanted != wishes || lacksRows || hasExpired else { return }
    (wishes, countInView) = (wanted, inView.count)
    // The rows that are not here yet are fetched after the frame; the next one wants the pictures again.
    if context.coordinator.store.isRemote {
      lacksRows = context.ifAtHand { context.readAhead(wanted.map(\.photo)) } == nil
    }
    let kept = Set(wanted)
    cancel { !kept.contains($0) }
    let isHurried = lastChange.map { $0.duration(to: .now) < Self.pause } ?? false
    lastChange = .now
    guard isHurried else { return startJobs() }
    start.run { [weak self] in self?.startJobs() }
  }

  /// Tries again what failed, and what came only smaller than requested.
  func forgetFailures() {
    failures.removeAll()
    ready.removeAll(where: substitutes.contains)
    substitutes.removeAll()
    (wishes, countInView) = ([], 0)
    fetcher.retryNow()
  }

  /// Forgets the failures after whose time a request may succeed, and returns whether there were any.
  private func removeExpiredFailures() -> Bool {
    guard !failures.isEmpty else { return false }
    let (now, count) = (ContinuousClock.now, failures.count)
    failures = failures.filter { $0.value.end.map { $0 > now } ?? true }
    return failures.count < count
  }

  private func cancel(_ isUnwanted: (Wish) -> Bool) {
    for (wish, job) in jobs where isUnwanted(wish) {
      job.cancel()
      jobs[wish] = nil
    }
  }

  private func startJobs() {
    var priority: [String: Int] = [:]
    lacksRows = false
    for (number, wish) in wishes.enumerated() {
      let isReady = ready.use(wish) != nil
      guard !isReady || supply == .flowing && substitutes.contains(wish), failures[wish] == nil,
        let photo = context.object(with: wish.photo) as? Photo
      else { continue }
      guard let subject = context.ifAtHand({ photo.pictureSubject }) else {
        lacksRows = true
        continue
      }
      // While other hosts are reached, that of a smaller picture can be away.
      if isReady, let side = maker.map({ wish.longerSide($0.style) }),
        fetcher.isPaused(subject, longerSide: side)
      {
        continue
      }
      priority[subject.flickrID] = min(number, priority[subject.flickrID] ?? number)
      if jobs[wish] == nil {
        startJob(wish, subject, turns: turning?.turns(of: photo) ?? 0, priority: number)
      }
    }
    fetcher.prioritize(priority)
    examineIfIdle()
  }

  private func startJob(_ wish: Wish, _ subject: PictureSubject, turns: Int, priority: Int) {
    guard let maker else { return }
    let (fetcher, unexamined) = (fetcher, unexamined)
    examination?.cancel()
    let resumptions = resumptions
    jobs[wish] = Task { [weak self] in
      let result: Result<(Picture, isSubstitute: Bool), any Error>
      do {
        let side = wish.longerSide(maker.style)
        let made = try await fetcher.read(subject, longerSide: side, priority: priority) { file in
          let picture = try await maker.fitted(
            file.bytes, into: wish.box, fit: wish.fit, turns: turns
          ) { bitmap in await unexamined?.add(bitmap, of: wish.photo, madeOf: file.version) }
          return (picture, isSubstitute: file.isSubstitute)
        }
        result = .success(made)
      } catch {
        result = .failure(error)
      }
      // A job that was canceled may have a successor by now.
      if !Task.isCancelled { self?.finish(wish, result, resumptions) }
    }
  }

  /// - Parameter start: The number of resumptions when the job began.
  private func finish(
    _ wish: Wish, _ result: Result<(Picture, isSubstitute: Bool), any Error>, _ start: Int
  ) {
    jobs[wish] = nil
    switch result {
    case .success((let picture, let isSubstitute)):
      if isSubstitute { substitutes.insert(wish) } else { substitutes.remove(wish) }
      ready.keep(picture, for: wish, cost: picture.cost)
      if let color = picture.meanColor { meanColors.keep(color, for: wish.photo, cost: 1) }
    case .failure(let error):
      // Until then, the fetcher answers with the same error.
      let isTransient = (error as? PictureFetchError)?.isTransient ?? false
      let end = isTransient ? ContinuousClock.now + fetcher.failureTime : nil
      failures[wish] = Failure(reason: PicturePresentation.shortReason(for: error), end: end)
    }
    // A smaller picture that was made while the downloads went on again is not the last one.
    if start != resumptions, substitutes.contains(wish) { startJobs() }
    let inView = wishes.prefix(countInView)
    onChange(inView.contains(wish) && !inView.contains { jobs[$0] != nil })
    examineIfIdle()
  }

  /// Computes the looks of decoded pictures, if no picture is waited for.
  private func examineIfIdle() {
    guard jobs.isEmpty, let unexamined else { return }
    examination?.cancel()
    examination = Task { await unexamined.examine() }
  }
}
