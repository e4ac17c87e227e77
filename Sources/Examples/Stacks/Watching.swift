import Dispatch
import ObjectGraph

extension MainActor {
  /// Returns when the main actor has done what was waiting.
  @MainActor
  static func endOfTurn() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }
}

/// Measures how long the main actor is held: what a key would have to wait that comes at the worst moment.
///
/// An item of the main queue that puts itself at the end of it whenever it runs has, between two of its runs, exactly
/// what was waiting at the first of them. By the clock, so that a busy machine counts, too.
@MainActor
final class MainQueueBeat {
  private var longest = Duration.zero
  private var last = ContinuousClock.now
  private var isBeating = false

  /// The longest time for which the main actor is held while `body` runs.
  func longestHold(_ body: () async throws -> Void) async rethrows -> Duration {
    (longest, last, isBeating) = (.zero, .now, true)
    beat()
    defer { isBeating = false }
    try await body()
    // The job in which `body` went on is still running: the beat is to see the end of it.
    await MainActor.endOfTurn()
    return longest
  }

  private func beat() {
    let now = ContinuousClock.now
    longest = max(longest, now - last)
    last = now
    guard isBeating else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.beat() } }
  }
}

/// Looks at a context as a list does, and counts how many photos it ever showed twice at once.
@MainActor
final class DuplicateWatch {
  private(set) var most = 0
  private var shown: [ManagedObjectID: String] = [:]
  private var counts: [String: Int] = [:]
  private var duplicates = 0
  private var observation: ContextObservation?

  init(_ context: ManagedObjectContext) {
    observation = context.observe { [weak self, weak context] changes in
      guard let self, let context else { return }
      for id in changes.deleted { self.remove(id) }
      for id in changes.inserted.union(changes.updated) {
        guard let photo = context.object(with: id) as? PhotoModel.Photo else { continue }
        self.remove(id)
        if !photo.isDeleted, photo.managedObjectContext != nil { self.add(id, photo.unique) }
      }
      self.most = max(self.most, self.duplicates)
    }
  }

  private func add(_ id: ManagedObjectID, _ unique: String) {
    shown[id] = unique
    counts[unique, default: 0] += 1
    if counts[unique, default: 0] > 1 { duplicates += 1 }
  }

  private func remove(_ id: ManagedObjectID) {
    guard let unique = shown.removeValue(forKey: id) else { return }
    if counts[unique, default: 0] > 1 { duplicates -= 1 }
    counts[unique, default: 0] -= 1
  }
}
