internal import ObjectModel

/// The changes of a context that concern objects of some entities, for the iterator of a sequence.
///
/// Changes are combined until they are read.
struct EntityChanges {
  private var changes: ChangeSequence<ConcernedObjects>.Iterator
  private let entities: Set<EntityNumber>?

  /// Observes a context from now on.
  ///
  /// - Parameters:
  ///   - entities: The entities; `nil` if all changes count.
  ///   - context: The context, which is not retained.
  init(of entities: Set<EntityNumber>?, in context: ManagedObjectContext) {
    self.entities = entities
    let mailbox = Mailbox<ConcernedObjects> { waiting, objects in
      if waiting.isEmpty { waiting.append(objects) } else { waiting[0].append(objects) }
    }
    mailbox.follow(context.observe) { ConcernedObjects($0) }
    changes = ChangeSequence(mailbox).makeAsyncIterator()
  }

  /// Returns the next changes, and waits for them; nil when the context is gone, and when the task is canceled.
  mutating func next(isolation: isolated (any Actor)?) async -> ConcernedObjects? {
    while let changed = await changes.next(isolation: isolation) {
      if let entities, !changed.containsObject(where: entities.contains) { continue }
      return changed
    }
    return nil
  }
}
