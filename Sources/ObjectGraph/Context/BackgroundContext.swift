internal import Dispatch

/// A context with an isolation of its own, for work off the main actor.
///
/// ```swift
/// let count = try await worker.perform { context in
///   try context.fetch(FetchRequest<Photo>()).count
/// }
/// ```
///
/// The closure sees the context and its objects; what it captures and returns must be `Sendable`, so that no object
/// gets out. It runs on a queue of its own and may block.
///
/// Its context reads the store and saves into it, or is the child of another one in another isolation
/// (``makeChild(mergePolicy:name:)``): then it reads a copy of what the parent has not saved, as values, and hands its
/// saves over, also those that `perform` made with the context's own `save()`. Neither waits for the other.
public actor BackgroundContext {
  private let executor: QueueExecutor
  private let context: ManagedObjectContext
  private let number: Int
  /// The context in another isolation that this one saves into, for which the parent of `context` stands in.
  private let parent: (any DistantParent)?
  /// What changed in that context.
  private let parentChanges: ParentChanges?
  /// The number of the newest snapshot of the parent that is shown.
  private var shownSnapshot = 0
  /// The last save that is being handed to the parent; it waits for those before it.
  private var handOver: Task<Void, Never>?
  /// Counts what was handed to the parent.
  private var handOvers = 0
  /// What joins the context to the others and to the store.
  public nonisolated let coordinator: PersistentStoreCoordinator

  /// The executor of the context's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a context, which reads through a reader of its own; `name` labels its queue.
  ///
  /// Throws what the store throws when a reader is opened.
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

  /// Opens a context within one in another isolation, which it sees as in `snapshot`.
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
    let context = ManagedObjectContext(parent: standIn)
    context.mergePolicy = mergePolicy
    context.name = name
    context.parentChanges = changes
    number = context.number
    self.context = context
    changes.onChange { [weak self] in
      // Rows that cannot be read stay as they are; the next fetch throws the reason.
      Task { try? await self?.mergeFromParent() }
    }
  }

  deinit { coordinator.announcements.unfollow(number) }

  /// Opens a context with an isolation of its own within this one.
  ///
  /// It sees the unsaved changes of this one as they were when it was opened or refreshed (``refresh()``), or follows
  /// them (``ManagedObjectContext/automaticallyMergesChangesFromParent``). Its saves become unsaved changes of this one.
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

  /// Runs `body` in the context's isolation, after everything that was asked for before.
  ///
  /// Changes stay in the context until they are saved, by `save()` in the closure or ``save()``; also those made before
  /// `body` threw. The end of the closure ends the event.
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
  /// For code that cannot be asynchronous, on threads that may block. Not for the main actor, which it holds for as
  /// long as everything takes that was asked for before, and not from within the context itself or from within
  /// something that waits for it, which would wait for ever and traps. Prefer ``perform(_:)``.
  public nonisolated func performAndWait<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    try executor.queue.syncChecked("performAndWait(_:)") { try assumeIsolated { try $0.perform(body) } }
  }

  private func merge(_ report: CommitReport) {
    if context.following.isOn { context.mergeChanges(from: report) }
  }

  /// Saves what changed, and returns when the main context shows it too; in a child, when the parent has it.
  ///
  /// Throws what ``ManagedObjectContext/save()`` throws.
  public func save() async throws {
    try context.save()
    handOverSaves()
    if let handOver { await handOver.value } else { await coordinator.adopted() }
  }

  /// Lets the objects show what the parent, or the store, shows now, beneath changes that were not saved here.
  ///
  /// Objects become faults, unless they have changes. A child of a parent in another isolation gets the parent's changes
  /// by this, or by ``ManagedObjectContext/automaticallyMergesChangesFromParent``.
  ///
  /// - Throws: The errors of the store.
  public func refresh() async throws {
    try await mergeFromParent()
    context.refreshAllObjects()
  }

  /// Merges what changed in a parent in another isolation.
  private func mergeFromParent() async throws {
    guard let parent, let parentChanges, let standIn = context.parent else { return }
    var snapshot: ParentSnapshot
    var changes = ContextChanges()
    var count: Int
    // What is saved while the parent is being asked is not in its answer.
    repeat {
      await handOver?.value
      count = handOvers
      snapshot = await parent.snapshot(for: parentChanges)
      changes.append(snapshot.changes)
    } while count != handOvers
    // A newer answer can have come before; the changes of this one still have to be looked at.
    if snapshot.number > shownSnapshot {
      shownSnapshot = snapshot.number
      context.mergeChanges(from: try standIn.show(snapshot.unsaved, snapshot.redirects))
    }
    context.merge(changes)
  }

  // MARK: Parents and children elsewhere

  /// Hands to the parent what was saved into its stand-in.
  private func handOverSaves() {
    guard let parent, let saves = context.parent?.outbox, !saves.isEmpty else { return }
    context.parent?.outbox = []
    handOvers += 1
    // Small, because a parent on the main actor can give way to other work only between them.
    let slices = saves.map { $0.slices(of: 16) }
    let previous = handOver
    handOver = Task {
      await previous?.value
      for save in slices { await parent.take(save) }
    }
  }

  func connect(_ child: ParentChanges) -> ParentSnapshot { context.connect(child) }

  func snapshot(for child: ParentChanges) -> ParentSnapshot { child.snapshot(of: context) }

  func take(_ slices: [StoreChanges]) {
    let number = coordinator.announcements.newNumber()
    for slice in slices { context.takeFromAfar(slice, number: number) }
  }
}
