/// Turns pages at intervals.
final class SlideShow {
  /// Called when it is time for the next one.
  var onTurn: () -> Void = {}
  private var task: Task<Void, Never>?

  /// How long a photo is seen.
  static let interval = Duration.seconds(5)

  /// Whether it is running.
  var isRunning: Bool { task != nil }

  /// Begins, with a whole interval until the first turn.
  func start() {
    stop()
    task = Task { [weak self] in
      while (try? await Task.sleep(for: Self.interval)) != nil, !Task.isCancelled { self?.onTurn() }
    }
  }

  /// Ends.
  func stop() {
    task?.cancel()
    task = nil
  }
}
