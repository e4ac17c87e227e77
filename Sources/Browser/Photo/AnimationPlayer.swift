import Pictures

/// Plays the frames of an animation, one after the other, and leaves out those whose time has passed.
///
/// The next frame is due when the terminal has shown the last one: over a slow line, fewer frames are seen, and none waits in it.
final class AnimationPlayer {
  /// Makes and shows the current frame.
  var show: () async -> Void = {}
  /// Calls its argument when the terminal has shown what it was given.
  var confirm: (@escaping () -> Void) -> Void = { $0() }
  /// The clock, which tests replace.
  var now: () -> ContinuousClock.Instant = { .now }
  /// Returns at a time of the clock, or throws if the task is canceled.
  var sleep: (ContinuousClock.Instant) async throws -> Void = { try await Task.sleep(until: $0) }
  private(set) var animation: PictureAnimation?
  /// The number of the current frame.
  private(set) var index = 0
  private var plays = 0
  private var due = ContinuousClock.now
  private var task: Task<Void, Never>?

  /// The time after which a terminal that does not answer gets another frame.
  private static let patience = Duration.seconds(2)
  /// The delay after which playing goes on where it was, as after a suspension of the program.
  private static let longestDelay = Duration.seconds(1)

  /// A Boolean value that indicates whether frames follow each other.
  var isPlaying: Bool { task != nil }
  /// The current frame; `nil` without an animation.
  var bitmap: Bitmap? { animation?.frames[index].bitmap }

  /// Plays an animation from its first frame, which is seen already.
  func start(_ animation: PictureAnimation) {
    stop()
    self.animation = animation
    resume()
  }

  /// Pauses, or goes on; an animation that has ended begins again.
  func toggle() {
    guard let animation else { return }
    guard !isPlaying else { return pause() }
    if plays == animation.plays { (index, plays) = (0, 0) }
    resume()
  }

  /// Ends, and forgets the animation.
  func stop() {
    pause()
    (animation, index, plays) = (nil, 0, 0)
  }

  private func pause() {
    task?.cancel()
    task = nil
  }

  private func resume() {
    due = now()
    task = Task { [weak self] in
      while await self?.step() == true {}
      if !Task.isCancelled { self?.task = nil }
    }
  }

  /// Shows the next frame when it is time; returns `false` after the last one.
  private func step() async -> Bool {
    guard let animation else { return false }
    due += animation.frames[index].delay
    guard (try? await sleep(due)) != nil, advance() else { return false }
    let now = now()
    if now - due > Self.longestDelay { due = now }
    while due + animation.frames[index].delay < now {
      due += animation.frames[index].delay
      guard advance() else { break }
    }
    await show()
    guard !Task.isCancelled else { return false }
    await confirmation()
    return !Task.isCancelled
  }

  /// Goes to the next frame; returns `false` if there is none.
  private func advance() -> Bool {
    guard let animation, !Task.isCancelled else { return false }
    if index + 1 < animation.frames.count {
      index += 1
      return true
    }
    plays += 1
    guard plays != animation.plays else { return false }
    index = 0
    return true
  }

  private func confirmation() async {
    let (taken, continuation) = AsyncStream<Void>.makeStream()
    confirm { continuation.finish() }
    let limit = Task {
      try? await Task.sleep(for: Self.patience)
      continuation.finish()
    }
    for await _ in taken {}
    limit.cancel()
  }
}
