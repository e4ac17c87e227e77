/// Turns pages at intervals.
final class SlideShow {
  /// Called when it is time for the next one.
  var onTurn: () -> Void = {}
  private var interval: Duration
  private var task: Task<Void, Never>?

  /// The default time per photo.
  static let interval = Duration.seconds(5)

  init(interval: Duration = SlideShow.interval) { self.interval = interval }

  /// Starts with another interval.
  func start(every interval: Duration) {
    self.interval = interval
    start()
  }

  /// A Boolean value that indicates whether it is running.
  var isRunning: Bool { task != nil }

  /// Begins, with a whole interval until the first turn.
  func start() {
    stop()
    task = Task { [weak self, interval] in
      while (try? await Task.sleep(for: interval)) != nil, !Task.isCancelled { self?.onTurn() }
    }
  }

  /// Ends.
  func stop() {
    task?.cancel()
    task = nil
  }
}
