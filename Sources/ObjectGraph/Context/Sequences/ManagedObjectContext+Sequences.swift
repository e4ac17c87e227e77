extension ManagedObjectContext {
  /// The changes of the context from now on; each read of the property makes another sequence.
  ///
  /// ```swift
  /// for await changes in context.changes { print(changes.inserted.count) }
  /// ```
  ///
  /// The sequence gives what ``observe(_:)`` gives. While its task is busy, further changes are combined into one: the buffer
  /// holds one element, which lists each changed object once. To follow a ``BackgroundContext``, make the sequence in
  /// `perform`, return it from there, and read it anywhere.
  public var changes: ChangeSequence<ContextChanges> {
    let mailbox = Mailbox<ContextChanges> { waiting, changes in
      if waiting.isEmpty { waiting.append(changes) } else { waiting[0].append(changes) }
    }
    mailbox.follow(observe) { $0 }
    return ChangeSequence(mailbox)
  }

  /// The objects of a request: now, and again after each event that changes them.
  ///
  /// ```swift
  /// for try await photos in context.values(of: FetchRequest<Photo>(where: \.size > 3)) { show(photos) }
  /// ```
  ///
  /// An array follows when other objects match, when their order changes, when a value of one of them has changed, and when
  /// it is not known which ones have (``ContextChanges/isReload``). While
  /// the task is busy, events are combined: the buffer holds one element, and the next array shows the newest state. A list
  /// of many objects is a case for a `FetchedResultsController`, which does not fetch again.
  ///
  /// The objects stay in the isolation of the context, where the sequence must be read. It ends when the context is gone,
  /// which it does not retain, and when the task is canceled.
  ///
  /// - Complexity: A fetch after each event that concerns the request.
  public func values<Object: ManagedObject>(of request: FetchRequest<Object>) -> FetchedValues<Object> {
    FetchedValues(request, self)
  }
}
