/// Rows that turned out to be the same as others, by the IDs that they had.
///
/// Objects in use follow without it; it serves IDs that were kept as values, and contexts that have not merged yet. It
/// holds the latest ones only: a context that imports the same rows again and again would fill the memory.
struct Redirects: Sendable {
  /// The number of redirects after which the older ones are forgotten.
  private static let limit = 10_000

  private var latest: [ManagedObjectID: ManagedObjectID] = [:]
  private var earlier: [ManagedObjectID: ManagedObjectID] = [:]

  /// Whether there are none.
  var isEmpty: Bool { latest.isEmpty && earlier.isEmpty }

  /// The row that the row with this ID turned out to be the same as; nil for any other.
  subscript(id: ManagedObjectID) -> ManagedObjectID? {
    if isEmpty { return nil }
    var target = step(id)
    while let next = target.flatMap(step) { target = next }
    return target
  }

  private func step(_ id: ManagedObjectID) -> ManagedObjectID? { latest[id] ?? earlier[id] }

  /// Records that a row turned out to be the same as another one.
  mutating func record(_ id: ManagedObjectID, as target: ManagedObjectID) {
    // The target may have been redirected to this row before, and come back: no circle may arise.
    forget(target)
    if latest.count >= Self.limit {
      earlier = latest
      latest.removeAll()
    }
    latest[id] = target
  }

  /// Forgets a redirect, because there is a row with this ID again.
  mutating func forget(_ id: ManagedObjectID) {
    if isEmpty { return }
    latest[id] = nil
    earlier[id] = nil
  }
}

extension CommitReport {
  /// The rows that turned out to be the same as others, by ID, with those that remained in the end.
  ///
  /// Rows that join objects are not among them, nor those of which the other one has another entity: an object cannot
  /// stand for these.
  func destinations(in model: ObjectModel) -> [(ManagedObjectID, ManagedObjectID)] {
    redirects.keys.sorted().compactMap { id in destination(of: id, in: model).map { (id, $0) } }
  }

  /// The row that a row turned out to be the same as in the end.
  func destination(of id: ManagedObjectID, in model: ObjectModel) -> ManagedObjectID? {
    guard !redirects.isEmpty, var target = redirects[id], !model.isLink(id.entity) else { return nil }
    while let next = redirects[target] { target = next }
    return target.entity == id.entity ? target : nil
  }
}
