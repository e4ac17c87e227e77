import ObjectGraph

/// The places that the user can go back to: those before jumps, and those of deletions.
struct Trail {
  /// The position of the cursors when photos were deleted, which undo restores.
  struct Deletion {
    let photo: ManagedObjectID?
    /// The lines of the view in which the photo and its photographer stood.
    let photoLine: Int?
    let photographerLine: Int?
  }

  /// The places before the last jumps, the latest last.
  private(set) var jumps: [Jump] = []
  /// The places of deletions, the latest last.
  var deletions: [Deletion] = []

  /// The number of jumps that are kept.
  private static let limit = 100

  /// Keeps a place, from which a jump leads away.
  mutating func keep(_ jump: Jump) {
    guard jumps.last != jump else { return }
    jumps = (jumps + [jump]).suffix(Self.limit)
  }

  /// Removes the last jumps, and returns the place before the earliest of them.
  mutating func removeLast(_ count: Int) -> Jump? {
    (0..<min(count, jumps.count)).map { _ in jumps.removeLast() }.last
  }
}
