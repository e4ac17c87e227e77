/// The children of a context, which do not retain them.
struct ChildContexts {
  private struct Near {
    weak var context: ManagedObjectContext?
  }

  private struct Distant {
    weak var changes: ParentChanges?
  }

  private var near: [Int: Near] = [:]
  private var distant: [Distant] = []

  /// The children in the isolation of the context.
  var contexts: [ManagedObjectContext] { near.isEmpty ? [] : near.values.compactMap(\.context) }

  /// Adds a child in the same isolation.
  mutating func add(_ child: ManagedObjectContext) { near[child.number] = Near(context: child) }

  /// Removes a child in the same isolation.
  mutating func remove(_ number: Int) { near[number] = nil }

  /// Adds a child in another isolation.
  mutating func add(_ child: ParentChanges) { distant.append(Distant(changes: child)) }

  /// A Boolean value that indicates whether there are children in other isolations, of which some may be gone.
  var hasDistant: Bool { !distant.isEmpty }

  /// Notifies the children in other isolations.
  mutating func notifyDistant(of changes: ContextChanges) {
    guard hasDistant else { return }
    distant.removeAll { $0.changes == nil }
    for child in distant { child.changes?.record(changes) }
  }
}
