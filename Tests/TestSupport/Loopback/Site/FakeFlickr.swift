internal import Synchronization

/// A simulated Flickr on 127.0.0.1: API, feeds, and pictures of a generated world, with configurable faults.
///
/// It answers at `/rest/` and `/feeds/`, as Flickr does below `https://api.flickr.com/services/`, and also at
/// `/services/…`. `/control` accepts commands. Pictures have their own server on another port. It runs until
/// it is deinitialized.
public final class FakeFlickr: Sendable {
  /// The state that may change while it runs.
  struct State {
    var world: PhotoWorld
    var manners: Manners
    var calls = 0
  }

  /// The server of API and feeds, which records requests and releases stalled responses.
  public let server: LoopbackFlickr
  /// The picture server.
  public let pictures: LoopbackPictures
  /// The certificates that clients must trust, if it uses TLS.
  public let certificates: LoopbackCertificates?
  /// The faults of API and feeds.
  public let faults = FaultRules()
  /// The faults of pictures.
  public let pictureFaults = FaultRules()

  let limit: RateLimit
  let pictureLimit: RateLimit
  private let log: (@Sendable (String) -> Void)?
  private let state: Mutex<State>
  private let results = SearchResults()

  /// Starts a Flickr with photos that are determined by the seed.
  ///
  /// A port of 0 selects a free one. With `tls`, it uses TLS with a certificate of that kind. `now` is the clock of
  /// the rate limits. `log` receives a line for each request.
  public init(
    photos: Int = 1_000, seed: UInt64 = 1, port: Int = 0, picturePort: Int = 0,
    tls kind: LoopbackCertificates.Kind? = nil, manners: Manners = Manners(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    log: (@Sendable (String) -> Void)? = nil
  ) throws {
    self.log = log
    let certificates = try kind.map { _ in try LoopbackCertificates() }
    let identity = try kind.flatMap { kind in try certificates?.identity(kind) }
    self.certificates = certificates
    server = try LoopbackFlickr(port: port, tls: identity)
    pictures = try LoopbackPictures(port: picturePort, tls: identity)
    limit = RateLimit(manners.rate, now: now)
    pictureLimit = RateLimit(manners.pictureRate, now: now)
    state = Mutex(State(world: PhotoWorld(photos: photos, seed: seed), manners: manners))
    server.serve { [weak self] request in
      let answer = self?.answer(to: request)
      self?.report(request, answer)
      return answer
    }
    pictures.serve { [weak self] request in
      let answer = self?.pictureAnswer(to: request)
      self?.report(request, answer)
      return answer
    }
    pictures.frames { [weak self] id in self?.frame(of: id) }
  }

  /// The URL of the services, without a trailing slash, for `--endpoint`.
  public var url: String { server.url }

  /// The current photos and people.
  public var world: PhotoWorld { state.withLock(\.world) }

  /// Changes the world: uploads, deletions, other titles.
  public func change(_ change: @Sendable (inout PhotoWorld) -> Void) {
    state.withLock { change(&$0.world) }
  }

  /// The format of responses and the requirements for callers.
  public var manners: Manners {
    get { state.withLock(\.manners) }
    set {
      state.withLock { $0.manners = newValue }
      limit.change(newValue.rate)
      pictureLimit.change(newValue.pictureRate)
    }
  }

  /// Returns the service for the next call; with `moving`, a list call uploads photos first.
  func nextCall(isList: Bool) -> (service: FlickrService, manners: Manners) {
    state.withLock { state in
      state.calls += 1
      if isList, state.manners.moving > 0 { state.world.upload(state.manners.moving) }
      let service = FlickrService(
        world: state.world, style: state.manners.style, pictureHost: pictures.url,
        isShuffled: state.manners.isUnstable && state.calls.isMultiple(of: 2), results: results)
      return (service, state.manners)
    }
  }

  private func report(_ request: LoopbackRequest, _ answer: LoopbackAnswer?) {
    guard let log else { return }
    let form = request.method == "POST" ? " " + String(decoding: request.body, as: UTF8.self) : ""
    log("\(answer?.status ?? 200) \(request.method) \(request.target)\(form)")
  }

  private func frame(of id: String) -> PictureFrame? {
    let world = world
    return world.index(of: id).map { world.changed[id]?.frame ?? world.frame($0) }
  }
}

extension FakeFlickr {
  /// The format of responses and the requirements for callers.
  public struct Manners: Sendable {
    /// The form of responses.
    public var style = FlickrAnswers.Style()
    /// The number of photos that are uploaded before each list, so that pages move.
    public var moving = 0
    /// A Boolean value that indicates whether neighbors in lists are swapped in every second call.
    public var isUnstable = false
    /// The valid keys; `nil` accepts any key.
    public var keys: Set<String>?
    /// The rate limit of API and feeds.
    public var rate: LoopbackRate?
    /// The rate limit of the picture server.
    public var pictureRate: LoopbackRate?

    /// Creates the default settings.
    public init() {}

    /// Returns the error for a key.
    ///
    /// `expired` has expired, `unknown` is not found, and a key with characters other than letters and digits
    /// has an invalid format.
    func failure(ofKey key: String?) -> APIFailure? {
      guard let key, key.wholeMatch(of: /[0-9A-Za-z]+/) != nil else { return .badKeyFormat }
      if key == "expired" { return .expiredKey }
      return key == "unknown" || keys?.contains(key) == false ? .unknownKey : nil
    }
  }
}
