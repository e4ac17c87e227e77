internal import ObjectModel
public import Observation

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
  /// again after each event of the context. The sequence ends when the object is deleted, and when its context is
  /// reset or gone. It retains the object until then, or until the first event after the reader ends the iteration.
  public func values<Value: Sendable & Equatable>(of property: KeyPath<Self, Value>) -> ChangeSequence<Value>
  {
    let mailbox = Mailbox<Value> { waiting, value in waiting = [value] }
    var last = self[keyPath: property]
    mailbox.post(last)
    follow(mailbox) { [self] changes in
      if isFault, !changes.updated.contains(objectID) { return nil }
      let value = self[keyPath: property]
      guard value != last else { return nil }
      last = value
      return value
    }
    return ChangeSequence(mailbox)
  }
}

extension ManagedObject {
  /// The changes of the object from now on: one for each event that affects it.
  ///
  /// The sequence crosses isolations and ends as that of ``values(of:)``, but no change is missed.
  public final var changes: ChangeSequence<ObjectChange> {
    let mailbox = Mailbox<ObjectChange> { waiting, change in waiting.append(change) }
    var last = entity.slots.map(read)
    follow(mailbox) { [self] changes in
      var change = ObjectChange(isDeleted: changes.deleted.contains(objectID))
      if changes.updated.contains(objectID) {
        let values = entity.slots.map(read)
        for slot in values.slots where values[slot] != last[slot] && entity.isVisible(slot: slot) {
          change.values[entity.name(ofSlot: slot)] = values[slot]
        }
        last = values
        change.changesMembers = changes.onlyMembersChanged.contains(objectID)
      }
      return change == ObjectChange() ? nil : change
    }
    return ChangeSequence(mailbox)
  }

  /// Posts what `element` makes of each event, until the object is gone.
  fileprivate final func follow<Element>(
    _ mailbox: Mailbox<Element>, _ element: @escaping (ContextChanges) -> Element?
  ) {
    guard let context = managedObjectContext else { return mailbox.finish() }
    mailbox.follow(context.observeObject, element) { [self] changes in
      changes.deleted.contains(objectID) || managedObjectContext == nil || isDeletedUnseen
    }
  }

  /// A Boolean value that indicates whether the object is deleted and no notification says so, because none said that it
  /// was inserted.
  private final var isDeletedUnseen: Bool {
    isDeleted && managedObjectContext?.notifier.changes.deleted.contains(objectID) == false
  }
}
