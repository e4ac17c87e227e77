internal import Dispatch
public import ObjectStore

/// An actor that owns a context for work off the main actor.
///
/// ```swift
/// let count = try await worker.perform { context in
///   try context.fetch(FetchRequest<Photo>()).count
/// }
/// ```
///
/// The closure sees the context and its objects. Its captures and its result must be `Sendable`, so objects
/// cannot leave the isolation. It runs on the actor's own queue and may block.
///
/// The context either reads the store and saves into it, or is the child of a context in another isolation
/// (``makeChild(mergePolicy:name:)``). A child reads a copy of the unsaved rows of the parent. It sends its
/// saves to the parent, including those that `perform` made with the context's own `save()`. Neither context
/// waits for the other.
public actor BackgroundContext {
  private let executor: QueueExecutor
  private let context: ManagedObjectContext
  private let number: Int
  /// The context in another isolation into which this one saves.
  ///
  /// The parent of `context` is its stand-in.
  private let parent: (any DistantParent)?
  /// Changes of that context that are not merged yet.
  private let parentChanges: ParentChanges?
  /// The number of the newest snapshot of the parent that is shown.
  private var shownSnapshot = 0
  /// The task that sends the last saves to the parent, after all tasks before it.
  private var handOver: Task<Void, Never>?
  /// The number of tasks that sent saves to the parent.
  private var handOvers = 0
  /// The coordinator, which connects the context with the store and with other contexts.
  public nonisolated let coordinator: PersistentStoreCoordinator

  /// The executor of the context's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a context with a reader of its own.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator of the store.
  ///   - mergePolicy: The policy that resolves conflicts of saves.
  ///   - durability: The durability of commits in case of a power failure.
  ///   - name: The name of the context and the label of its queue.
  /// - Throws: The errors of the store when a reader is opened.
  public init(
    coordinator: PersistentStoreCoordinator, mergePolicy: MergePolicy = .error,
    durability: Durability = .full, name: String = "worker"
  ) throws {
    executor = QueueExecutor(label: "ObjectGraph." + name)
    self.coordinator = coordinator
    let context = try ManagedObjectContext(coordinator: coordinator, role: .worker)
    context.mergePolicy = mergePolicy
    context.durability = durability
    context.name = name
    let following = context.following
    number = context.number
    parent = nil
    parentChanges = nil
    self.context = context
    let merges = TaskChain()
    coordinator.announcements.follow(number, following, deliveries: merges, isAwaited: false) {
      [weak self] report, priority in
      merges.append(priority: priority) { [weak self] in await self?.merge(report) }
    }
  }

  /// Opens a child of a context in another isolation, with the state of the parent in `snapshot`.
  init(
    parent: any DistantParent, _ changes: ParentChanges, _ snapshot: ParentSnapshot,
    coordinator: PersistentStoreCoordinator, mergePolicy: MergePolicy, name: String
  ) throws {
    executor = QueueExecutor(label: "ObjectGraph." + name)
    self.coordinator = coordinator
    self.parent = parent
    parentChanges = changes
    shownSnapshot = snapshot.number
    let standIn = try ManagedObjectContext.standIn(coordinator: coordinator, rows: snapshot.unsaved)
    let context = ManagedObjectContext(parent: standIn, changes)
    context.mergePolicy = mergePolicy
    context.name = name
    number = context.number
    self.context = context
    changes.onChange { [weak self] in
      // If rows cannot be read, their objects do not change. The next fetch throws the error.
      Task { try? await self?.mergeFromParent() }
    }
  }

  deinit { coordinator.announcements.unfollow(number) }

  /// Opens a child of this context, with an isolation of its own.
  ///
  /// The child sees the unsaved changes of this context as they were when it was opened or refreshed
  /// (``refresh()``), or merges them automatically
  /// (``ManagedObjectContext/automaticallyMergesChangesFromParent``). Its saves become unsaved changes of
  /// this context.
  ///
  /// - Throws: The errors of the store when a reader is opened.
  public nonisolated func makeChild(
    mergePolicy: MergePolicy = .error, name: String = "child"
  ) async throws -> BackgroundContext {
    let changes = ParentChanges()
    let snapshot = await connect(changes)
    return try BackgroundContext(
      parent: self, changes, snapshot, coordinator: coordinator, mergePolicy: mergePolicy, name: name)
  }

  /// Runs `body` in the context's isolation, after all work that was submitted before.
  ///
  /// Changes stay in the context until they are saved, by `save()` in the closure or by ``save()``. This
  /// includes changes that `body` made before it threw an error. The end of the closure ends the event.
  public func perform<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    defer {
      context.processTurn()
      handOverSaves()
    }
    return try body(context)
  }

  /// Runs `body` in the context's isolation, while the caller's thread waits.
  ///
  /// Use it in code that cannot be asynchronous, on threads that may block. Do not use it on the main actor,
  /// which it blocks until all work submitted before has finished. Prefer ``perform(_:)``.
  ///
  /// - Precondition: The caller does not run within the context itself, nor within work for which the context
  ///   waits. Such a call could never return, so it ends the program.
  public nonisolated func performAndWait<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    try executor.queue.syncChecked("performAndWait(_:)") { try assumeIsolated { try $0.perform(body) } }
  }

  private func merge(_ report: CommitReport) {
    if context.following.isOn { context.mergeChanges(from: report) }
  }

  /// Saves the changes, and returns when the main context shows them too.
  ///
  /// In a child, the call returns when the parent has received them.
  ///
  /// - Throws: The errors of ``ManagedObjectContext/save()``.
  public func save() async throws {
    try context.save()
    handOverSaves()
    if let handOver { await handOver.value } else { await coordinator.waitForMerges() }
  }

  /// Refreshes all objects with the current rows of the parent or the store.
  ///
  /// Objects without unsaved changes become faults. Unsaved changes of this context are kept. A child of a
  /// parent in another isolation sees the parent's changes after this call, or with
  /// ``ManagedObjectContext/automaticallyMergesChangesFromParent``.
  ///
  /// - Throws: The errors of the store.
  public func refresh() async throws {
    try await mergeFromParent()
    context.refreshAllObjects()
  }

  /// Merges the changes of a parent in another isolation.
  private func mergeFromParent() async throws {
    guard let parent, let parentChanges, let standIn = context.parent else { return }
    var snapshot: ParentSnapshot
    var changes = ContextChanges()
    var count: Int
    // The snapshot does not contain saves that were made while the parent was creating it.
    repeat {
      await handOver?.value
      count = handOvers
      snapshot = await parent.snapshot(for: parentChanges)
      changes.append(snapshot.changes)
    } while count != handOvers
    // A newer snapshot may be shown already. The changes of this one must still be merged.
    if snapshot.number > shownSnapshot {
      do {
        context.mergeChanges(from: try standIn.show(snapshot.unsaved, snapshot.redirects))
      } catch {
        parentChanges.restore(changes)
        throw error
      }
      shownSnapshot = snapshot.number
    }
    context.mergeCurrentRows(of: changes, from: .parent)
  }

  // MARK: Parents and children in other isolations

  /// Sends the saves in the stand-in to the parent.
  private func handOverSaves() {
    guard let parent, let saves = context.parent?.outbox?.removeAll(), !saves.isEmpty else { return }
    handOvers += 1
    // The slices are small because a parent on the main actor can yield to other work only between them.
    let slices = saves.map { $0.slices(of: 16) }
    let previous = handOver
    handOver = Task {
      await previous?.value
      for save in slices { await parent.merge(save) }
    }
  }

  func connect(_ child: ParentChanges) -> ParentSnapshot { context.connect(child) }

  func snapshot(for child: ParentChanges) -> ParentSnapshot { child.snapshot(of: context) }

  func merge(_ slices: [RowChanges]) {
    let number = coordinator.announcements.newNumber()
    for slice in slices { context.mergeDistantSave(slice, number: number) }
  }
}
