package import ObjectModel

/// The rows that were merged into other rows, by their former IDs.
///
/// Objects in use are redirected without it. It serves IDs that the program kept as values, and contexts that
/// have not merged yet. It holds only the latest redirects, because a context that imports the same rows
/// repeatedly would exhaust the memory.
package struct Redirects: Sendable {
  /// The number of redirects after which older ones are removed.
  private static let limit = 10_000

  private var latest: [ManagedObjectID: ManagedObjectID] = [:]
  private var earlier: [ManagedObjectID: ManagedObjectID] = [:]

  /// Makes an empty record.
  package init() {}

  /// A Boolean value that indicates whether there are no redirects.
  package var isEmpty: Bool { latest.isEmpty && earlier.isEmpty }

  /// The row into which the row with this ID was finally merged; `nil` if it was not merged.
  package subscript(id: ManagedObjectID) -> ManagedObjectID? {
    if isEmpty { return nil }
    var target = step(id)
    while let next = target.flatMap(step) { target = next }
    return target
  }

  private func step(_ id: ManagedObjectID) -> ManagedObjectID? { latest[id] ?? earlier[id] }

  /// Records that a row was merged into another one.
  package mutating func record(_ id: ManagedObjectID, as target: ManagedObjectID) {
    // The target may have been redirected to this row before, and then been inserted again. A cycle must not
    // arise.
    forget(target)
    if latest.count >= Self.limit {
      earlier = latest
      latest.removeAll()
    }
    latest[id] = target
  }

  /// Removes a redirect, because a row with this ID exists again.
  package mutating func forget(_ id: ManagedObjectID) {
    if isEmpty { return }
    latest[id] = nil
    earlier[id] = nil
  }
}
