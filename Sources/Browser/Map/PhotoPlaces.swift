import ObjectGraph
import PhotoLibrary
import WorldMap

/// The places of the photos of a list, read in the background, and again after changes of photos.
final class PhotoPlaces {
  /// The places; `nil` until they are read.
  private(set) var points: MapPoints?
  /// A Boolean value that indicates whether the places could not be read the last time.
  private(set) var hasFailed = false
  /// Called when the places were read, or could not be read.
  var onChange: () -> Void = {}
  /// Called when they cannot be read.
  var onError: (any Error) -> Void = { _ in }
  /// A Boolean value that indicates whether changes are followed; later, if it is off meanwhile.
  var isFollowing = true {
    didSet { if isFollowing, isOutdated { read() } }
  }
  /// A Boolean value that indicates whether the places are being read, or will be soon.
  var isBusy: Bool { reading != nil || pause.isWaiting }

  private let library: PhotoLibrary
  private let condition: FetchPredicate?
  private var observation: ContextObservation?
  private var reading: Task<Void, Never>?
  private let saves = LateSaves()
  /// A Boolean value that indicates whether photos changed since the last reading began.
  private var isOutdated = false
  /// The time between two readings, so that they take a fifth of the time of a core at most.
  private var pause = Pause(PhotoPlaces.shortestPause)

  private static let shortestPause = Duration.milliseconds(200)

  /// Reads the places of the photos that meet a condition.
  init(of library: PhotoLibrary, where condition: FetchPredicate?) {
    (self.library, self.condition) = (library, condition)
    let entity = library.context.model.number(of: Photo.self)
    observation = library.context.observe { [weak self] changes in
      if changes.concern(entity) { self?.followChange() }
    }
  }

  private func followChange() {
    isOutdated = true
    guard isFollowing, reading == nil, !pause.isWaiting else { return }
    pause.run { [weak self] in self?.read() }
  }

  /// Reads the places now.
  func read() {
    pause.cancel()
    reading?.cancel()
    isOutdated = false
    reading = Task { [weak self, library, condition, saves] in
      let start = ContinuousClock.now
      let result: Result<MapPoints, any Error>
      do {
        await saves.wait(for: library) { [weak self] in self?.followChange() }
        result = .success(try await library.mapPoints(where: condition))
      } catch { result = .failure(error) }
      guard !Task.isCancelled, let self else { return }
      reading = nil
      pause = Pause(max(Self.shortestPause, start.duration(to: .now) * 4))
      hasFailed = false
      switch result {
      case .success(let points): self.points = points
      case .failure(let error):
        hasFailed = true
        onError(error)
      }
      onChange()
      if isOutdated { followChange() }
    }
  }
}
