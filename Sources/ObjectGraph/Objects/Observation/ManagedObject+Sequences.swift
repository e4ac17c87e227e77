internal import ObjectModel
public import Observation
internal import Synchronization

extension Observable where Self: ManagedObject {
  /// Returns the value of a property now, and again after each event that changes it.
  ///
  /// ```swift
  /// for await title in photo.values(of: \.title) { label.text = title }
  /// ```
  ///
  /// The values cross isolations, the object does not: make the sequence in the closure of
  /// ``BackgroundContext/perform(_:)``, return it from there, and read it anywhere. A slow reader misses
  /// values, but never the last one. The property may lead through relationships or be computed; it is read
  /// again after each event of the context. The sequence ends when the object is deleted or its context is
  /// reset. It retains the object until then, or until the reader ends the iteration.
  public func values<Value: Sendable & Equatable>(of property: KeyPath<Self, Value>) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    var last = self[keyPath: property]
    continuation.yield(last)
    follow(continuation) { [self] changes in
      if isFault, !changes.updated.contains(objectID) { return }
      let value = self[keyPath: property]
      guard value != last else { return }
      last = value
      continuation.yield(value)
    }
    return stream
  }
}

extension ManagedObject {
  /// The changes of the object from now on: one for each event that affects it.
  ///
  /// The sequence crosses isolations and ends as that of ``values(of:)``, but no change is missed.
  public final var changes: AsyncStream<ObjectChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: ObjectChange.self)
    var last = entity.slots.map(read)
    follow(continuation) { [self] changes in
      var change = ObjectChange(isDeleted: changes.deleted.contains(objectID))
      if changes.updated.contains(objectID) {
        let values = entity.slots.map(read)
        for slot in values.slots where values[slot] != last[slot] {
          change.values[entity.name(ofSlot: slot)] = values[slot]
        }
        last = values
        change.changesMembers = changes.onlyMembersChanged.contains(objectID)
      }
      if change != ObjectChange() { continuation.yield(change) }
    }
    return stream
  }

  /// Calls `body` after each event, until the object is gone or the stream is terminated.
  fileprivate final func follow<Element>(
    _ continuation: AsyncStream<Element>.Continuation, _ body: @escaping (ContextChanges) -> Void
  ) {
    guard let context = managedObjectContext else { return continuation.finish() }
    let end = StreamEnd()
    continuation.onTermination = { _ in end.reach() }
    let subscription = Subscription()
    subscription.observation = context.observe { changes in
      let isGone = changes.deleted.contains(self.objectID) || self.managedObjectContext == nil
      if !end.isReached { body(changes) }
      if isGone { continuation.finish() }
      if isGone || end.isReached { subscription.observation = nil }
    }
  }

  /// Keeps an observation until it has seen enough.
  private final class Subscription {
    var observation: ContextObservation?
  }

  /// A flag that indicates whether a stream is terminated; it can be set from any isolation.
  private final class StreamEnd: Sendable {
    private let state = Mutex(false)

    var isReached: Bool { state.withLock { $0 } }
    func reach() { state.withLock { $0 = true } }
  }
}
