import ObjectGraph

/// A value of each object that takes a query, kept until the object changes.
///
/// With a library on another machine, a value is unknown at first. All unknown values that a frame needs are fetched
/// together in the background.
final class QueriedValues<Object: ManagedObject, Value: Sendable> {
  /// Called when values have been fetched.
  var onChange: () -> Void = {}
  private var known: [ManagedObjectID: Value] = [:]
  /// The objects whose known values may be out of date.
  private var outdated: Set<ManagedObjectID> = []
  private var wanted: Set<ManagedObjectID> = []
  private var fetching: Task<Void, Never>?
  private let context: ManagedObjectContext
  private let read: (Object) -> Value
  private let fetch: @Sendable ([ManagedObjectID], any StoreReader) throws -> [ManagedObjectID: Value]

  /// Creates a cache without values.
  ///
  /// - Parameters:
  ///   - context: The context of the objects.
  ///   - read: Returns the value of an object, with unsaved changes.
  ///   - fetch: Returns the values of objects that a reader finds.
  init(
    context: ManagedObjectContext, read: @escaping (Object) -> Value,
    fetch: @escaping @Sendable ([ManagedObjectID], any StoreReader) throws -> [ManagedObjectID: Value]
  ) {
    self.context = context
    self.read = read
    self.fetch = fetch
  }

  /// Returns the value of an object; `nil` if it is being fetched for the first time.
  func value(of object: Object) -> Value? {
    let id = object.objectID
    if let value = known[id], !outdated.contains(id) { return value }
    guard context.coordinator.store.isRemote else {
      let value = read(object)
      keep(value, of: id)
      return value
    }
    wanted.insert(id)
    fetchWanted()
    return known[id]
  }

  /// Records that the values of some objects may have changed.
  func invalidate(_ ids: some Sequence<ManagedObjectID>) {
    for id in ids where known[id] != nil { outdated.insert(id) }
  }

  /// Records that all values may have changed.
  func invalidateAll() { outdated.formUnion(known.keys) }

  private func keep(_ value: Value, of id: ManagedObjectID) {
    known[id] = value
    outdated.remove(id)
  }

  private func fetchWanted() {
    guard fetching == nil else { return }
    fetching = Task { [weak self] in
      await self?.fetchValues()
      self?.fetching = nil
    }
  }

  private func fetchValues() async {
    let ids = wanted.sorted()
    wanted = []
    // What changes meanwhile is outdated again.
    outdated.subtract(ids)
    let (coordinator, fetch) = (context.coordinator, fetch)
    // The reader sees what is committed.
    await coordinator.drain()
    // The next frame tries again what could not be read.
    guard let values = try? await coordinator.readCancellably({ try fetch(ids, $0) }) else {
      return outdated.formUnion(ids.filter { known[$0] != nil })
    }
    known.merge(values) { $1 }
    onChange()
  }
}
