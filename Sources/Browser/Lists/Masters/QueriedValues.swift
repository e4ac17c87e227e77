import ObjectGraph

/// A value of each object that takes a query, kept until the object changes.
///
/// With a library on another machine, a value is unknown at first. All unknown values that a frame needs are fetched
/// together in the background.
final class QueriedValues<Value: Sendable> {
  /// Returns the values of objects that a reader finds.
  typealias Fetch = @Sendable ([ManagedObjectID], any StoreReader) throws -> [ManagedObjectID: Value]

  /// Called when values have been fetched.
  var onChange: () -> Void = {}
  private var known: [ManagedObjectID: Value] = [:]
  /// The objects whose values may be out of date, known ones or those in flight.
  private var outdated: Set<ManagedObjectID> = []
  private var wanted: Set<ManagedObjectID> = []
  private var inFlight: Set<ManagedObjectID> = []
  private let context: ManagedObjectContext
  private let fetch: Fetch

  /// Creates a cache without values.
  init(context: ManagedObjectContext, fetch: @escaping Fetch) {
    self.context = context
    self.fetch = fetch
  }

  /// Returns the value of an object, with unsaved changes; `nil` if it is being fetched for the first time, or cannot be
  /// read.
  func value(of id: ManagedObjectID) -> Value? {
    if let value = knownValue(of: id) { return value }
    guard context.coordinator.store.isRemote else {
      prepare([id])
      return known[id]
    }
    if !inFlight.contains(id) {
      wanted.insert(id)
      fetchWanted()
    }
    return known[id]
  }

  /// Reads the values of objects that are not known, if the library is on this machine.
  func prepare(_ ids: [ManagedObjectID]) {
    guard !context.coordinator.store.isRemote else { return }
    let unknown = ids.filter { knownValue(of: $0) == nil }
    guard !unknown.isEmpty else { return }
    let values = try? fetch(unknown, context.makeReader())
    for id in unknown {
      known[id] = values?[id]
      outdated.remove(id)
    }
  }

  /// Records that the values of some objects may have changed.
  func invalidate(_ ids: some Sequence<ManagedObjectID>) {
    for id in ids where known[id] != nil || inFlight.contains(id) { outdated.insert(id) }
  }

  /// Returns the value of an object if it is known; `nil` as well if it may be out of date.
  func knownValue(of id: ManagedObjectID) -> Value? { outdated.contains(id) ? nil : known[id] }

  /// Records that the values that meet a condition may have changed, and those in flight.
  ///
  /// - Complexity: O(*n*) in the known values.
  func invalidate(where condition: (Value) -> Bool) {
    for (id, value) in known where condition(value) { outdated.insert(id) }
    outdated.formUnion(inFlight)
  }

  /// Records that all values may have changed.
  func invalidateAll() {
    outdated.formUnion(known.keys)
    outdated.formUnion(inFlight)
  }

  private func fetchWanted() {
    guard inFlight.isEmpty else { return }
    inFlight = wanted
    wanted = []
    // An object that changes from now on is outdated again.
    outdated.subtract(inFlight)
    Task { [weak self] in await self?.fetchValues() }
  }

  private func fetchValues() async {
    let (ids, coordinator, fetch) = (inFlight.sorted(), context.coordinator, fetch)
    // The reader sees what is committed.
    await coordinator.drain()
    let values = try? await coordinator.readCancellably { try fetch(ids, $0) }
    inFlight = []
    if let values {
      known.merge(values) { $1 }
      onChange()
    } else {
      // The next frame tries again.
      outdated.formUnion(ids.filter { known[$0] != nil })
    }
  }
}
