internal import Synchronization

/// A whole Flickr on 127.0.0.1: API, feeds and pictures of a made-up world, with every fault on demand.
///
/// It answers at `/rest/` and `/feeds/` as below `https://api.flickr.com/services/`, and at `/services/…` likewise; `/control` takes
/// orders. Its pictures have a server of their own, on another port. It runs until it is let go.
public final class FakeFlickr: Sendable {
  /// What may change while it runs.
  struct State {
    var world: PhotoWorld
    var manners: Manners
    var calls = 0
  }

  /// The server of API and feeds: for what it was asked, and for letting stalled answers go on.
  public let server: LoopbackFlickr
  /// The host of the pictures.
  public let pictures: LoopbackPictures
  /// What clients have to trust, when it speaks TLS.
  public let certificates: LoopbackCertificates?
  /// What goes wrong with API and feeds.
  public let faults = FaultRules()
  /// What goes wrong with pictures.
  public let pictureFaults = FaultRules()

  let limit: RateLimit
  let pictureLimit: RateLimit
  private let log: (@Sendable (String) -> Void)?
  private let state: Mutex<State>
  private let results = SearchResults()

  /// Starts a Flickr of so many photos that follow from the seed.
  ///
  /// A port of 0 is a free one; with `tls` it speaks TLS with a certificate of that kind. `log` gets a line for each
  /// request.
  public init(
    photos: Int = 1_000, seed: UInt64 = 1, port: Int = 0, picturePort: Int = 0,
    tls kind: LoopbackCertificates.Kind? = nil, manners: Manners = Manners(),
    log: (@Sendable (String) -> Void)? = nil
  ) throws {
    self.log = log
    let certificates = try kind.map { _ in try LoopbackCertificates() }
    let identity = try kind.flatMap { kind in try certificates?.identity(kind) }
    self.certificates = certificates
    server = try LoopbackFlickr(port: port, tls: identity)
    pictures = try LoopbackPictures(port: picturePort, tls: identity)
    limit = RateLimit(manners.rate)
    pictureLimit = RateLimit(manners.pictureRate)
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

  /// The address of the services, without a slash at its end: what `--endpoint` takes.
  public var url: String { server.url }

  /// The photos and people as they are now.
  public var world: PhotoWorld { state.withLock(\.world) }

  /// Changes what there is: uploads, deletions, other titles.
  public func change(_ change: @Sendable (inout PhotoWorld) -> Void) {
    state.withLock { change(&$0.world) }
  }

  /// How answers are written and what is asked of callers.
  public var manners: Manners {
    get { state.withLock(\.manners) }
    set {
      state.withLock { $0.manners = newValue }
      limit.change(newValue.rate)
      pictureLimit.change(newValue.pictureRate)
    }
  }

  /// What the next call is answered from; a list that moves has moved then.
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
  /// How it writes answers, and what it asks of callers.
  public struct Manners: Sendable {
    /// The forms of answers.
    public var style = FlickrAnswers.Style()
    /// How many new photos come before each list, so that pages move.
    public var moving = 0
    /// Whether every second call has neighbours in a list change places.
    public var isUnstable = false
    /// The keys that are known; `nil` for any.
    public var keys: Set<String>?
    /// How often API and feeds may be asked.
    public var rate: LoopbackRate?
    /// How often the host of pictures may be asked.
    public var pictureRate: LoopbackRate?

    /// Makes the manners of most days.
    public init() {}

    /// What is wrong with a key.
    ///
    /// `expired` has expired, `unknown` is not found, and what has other characters than letters and digits has no
    /// valid format.
    func failure(ofKey key: String?) -> APIFailure? {
      guard let key, key.wholeMatch(of: /[0-9A-Za-z]+/) != nil else { return .badKeyFormat }
      if key == "expired" { return .expiredKey }
      return key == "unknown" || keys?.contains(key) == false ? .unknownKey : nil
    }
  }
}
