import ObjectGraph

/// The places that the user can go back to: those before jumps, and those of changes.
struct Trail {
  /// The position of the cursors when something was changed, which undo restores.
  struct Place {
    let photo: ManagedObjectID?
    /// The lines of the view in which the photo and its photographer stood.
    let photoLine: Int?
    let photographerLine: Int?
    /// A Boolean value that indicates whether stacks of look-alikes were listed, or the photos of one.
    let isInStacks: Bool
  }

  /// The places before the last jumps, the latest last.
  private(set) var jumps: [Jump] = []
  /// The places of the changes that can be undone, the latest last.
  var places: [Place] = []

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
