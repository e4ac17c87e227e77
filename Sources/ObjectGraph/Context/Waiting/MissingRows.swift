internal import ObjectModel
internal import ObjectStore

/// The rows that a context lacked when it must not wait for its store, and the objects of those that were fetched.
struct MissingRows {
  /// A set of rows to fetch.
  struct Wanted: Sendable {
    /// The IDs of faults.
    var ids: Set<ManagedObjectID> = []
    /// The owners whose members are unknown, by relationship.
    var owners: [RelationshipDescription: Set<ManagedObjectID>] = [:]

    /// A Boolean value that indicates whether there is nothing to fetch.
    var isEmpty: Bool { ids.isEmpty && owners.isEmpty }
  }

  /// A Boolean value that indicates whether objects must not be changed, because values may be missing.
  var forbidsChanges = false
  /// A Boolean value that indicates whether readings of the store fail instead of waiting.
  var forbidsWaiting = false
  /// The reader that answers without waiting, while a context reads what a change needs.
  var answering: AnsweringReader?
  /// The number of times that a row or members were missing.
  private(set) var misses = 0
  private var wanted = Wanted()
  private var inFlight = Wanted()
  /// A Boolean value that indicates whether the last reading failed.
  private var hasFailed = false
  /// The objects fetched last, which nothing else may retain until the next frame needs them.
  private var kept: [ManagedObject] = []
  private var next = 0

  /// The number of objects that are retained: a few screens of rows with their destinations.
  private static let keptLimit = 2_048

  /// A Boolean value that indicates whether there are rows to fetch.
  var isEmpty: Bool { wanted.isEmpty }

  /// Records a fault whose values are needed.
  mutating func record(_ id: ManagedObjectID) {
    misses += 1
    if !inFlight.ids.contains(id) { wanted.ids.insert(id) }
  }

  /// Records an owner whose members are needed.
  mutating func record(_ relationship: RelationshipDescription, of owner: ManagedObjectID) {
    misses += 1
    if inFlight.owners[relationship]?.contains(owner) != true {
      wanted.owners[relationship, default: []].insert(owner)
    }
  }

  /// Returns what is wanted, which counts as being in flight from now on.
  mutating func begin() -> Wanted {
    (inFlight, wanted, hasFailed) = (wanted, Wanted(), false)
    return inFlight
  }

  /// Records that nothing is in flight any more.
  ///
  /// - Parameter isFetched: `false` if what was in flight is still wanted, until ``dropFailed()``.
  mutating func end(isFetched: Bool) {
    if !isFetched {
      wanted.ids.formUnion(inFlight.ids)
      wanted.owners.merge(inFlight.owners) { $0.union($1) }
    }
    (inFlight, hasFailed) = (Wanted(), !isFetched)
  }

  /// Forgets what is wanted if the last reading failed, because those that still need it record it again.
  ///
  /// A row that cannot be read would let all later readings fail, and an outage would add up the rows of all frames.
  mutating func dropFailed() {
    if hasFailed { (wanted, hasFailed) = (Wanted(), false) }
  }

  /// Retains an object that was fetched, in place of the one that was fetched longest ago.
  mutating func keep(_ object: ManagedObject) {
    if kept.count < Self.keptLimit {
      kept.append(object)
    } else {
      kept[next] = object
      next = (next + 1) % kept.count
    }
  }

  /// Forgets everything, and releases the objects.
  mutating func removeAll() {
    (wanted, inFlight, hasFailed, next) = (Wanted(), Wanted(), false, 0)
    // An object that is deallocated changes the registry of the context.
    let released = kept
    kept = []
    withExtendedLifetime(released) {}
  }
}
