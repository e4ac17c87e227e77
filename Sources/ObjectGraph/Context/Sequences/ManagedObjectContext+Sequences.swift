public import ObjectModel

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

  /// The number of objects that match a request: now, and again after each event that changes it.
  ///
  /// ```swift
  /// for try await count in context.counts(of: FetchRequest<Photo>(where: \.isRead == false)) { show(count) }
  /// ```
  ///
  /// The sequence has the properties of ``values(tracking:_:)``. The store counts: no objects are made.
  public func counts<Object: ManagedObject>(of request: FetchRequest<Object>) -> TrackedValues<Int> {
    TrackedValues(try? request.query(in: model).entitiesRead(in: model), self) { try $0.count(request) }
  }

  /// The dictionaries of a request, such as sums by groups: now, and again after each event that changes them.
  ///
  /// The sequence has the properties of ``values(tracking:_:)``.
  public func dictionaries<Object: ManagedObject>(
    of request: DictionaryRequest<Object>
  ) -> TrackedValues<[[String: PropertyValue]]> {
    TrackedValues(try? request.query(in: model).entitiesRead(in: model), self) {
      try $0.fetchDictionaries(request)
    }
  }

  /// A value that is computed of objects of some classes: now, and again after each event that changes it.
  ///
  /// ```swift
  /// let shares = context.values(tracking: [Photo.self]) { context in
  ///   try Double(context.count(Photo.self, where: \.size > 3)) / Double(max(1, context.count(Photo.self)))
  /// }
  /// for try await share in shares { show(share) }
  /// ```
  ///
  /// The value is computed after each event that concerns an object of the classes, and follows if it differs from the one
  /// before. While the task is busy, events are combined, and the next value is the newest. An error of `body` ends the
  /// sequence. The sequence must be read in the isolation of the context. It ends when the context is gone, which it does not
  /// retain, and when the task is canceled.
  ///
  /// - Parameters:
  ///   - classes: The classes of the objects that the value depends on, also through relationships. Their sub-entities count.
  ///   - body: Computes the value.
  /// - Precondition: Each class has one entity, apart from sub-entities.
  /// - Complexity: A computation after each event that concerns the classes.
  public func values<Value: Equatable>(
    tracking classes: [ManagedObject.Type], _ body: @escaping (ManagedObjectContext) throws -> Value
  ) -> TrackedValues<Value> {
    TrackedValues(Set(classes.flatMap { model.family(of: model.number(of: $0)) }), self, body)
  }
}
