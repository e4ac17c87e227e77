/// Work that is done when it has not been asked for again for a while.
@MainActor final class Pause {
  let length: Duration
  private var task: Task<Void, Never>?

  /// Creates a pause of a length, which begins with ``run(_:)``.
  init(_ length: Duration) { self.length = length }

  /// A Boolean value that indicates whether there is work to do after the pause.
  var isWaiting: Bool { task != nil }

  /// Does `work` after the pause, in place of what waits for the end of one.
  func run(_ work: @escaping @MainActor () -> Void) {
    cancel()
    task = Task { [weak self, length] in
      guard (try? await Task.sleep(for: length)) != nil, !Task.isCancelled else { return }
      self?.task = nil
      work()
    }
  }

  /// Gives up what waits.
  func cancel() {
    task?.cancel()
    task = nil
  }
}
