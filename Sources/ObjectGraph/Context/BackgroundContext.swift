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
public actor BackgroundContext {
  private let executor: QueueExecutor
  private let context: ManagedObjectContext
  private let number: Int
  /// What joins the context to the others and to the store.
  public nonisolated let coordinator: PersistentStoreCoordinator

  /// The executor of the context's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a context, which reads through a reader of its own; `name` labels its queue.
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
    self.context = context
    coordinator.announcements.follow(number, following, isAwaited: false) { [weak self] report in
      await self?.merge(report)
    }
  }

  deinit { coordinator.announcements.unfollow(number) }

  /// Runs `body` in the context's isolation, after everything that was asked for before.
  ///
  /// Changes stay in the context until they are saved, by `save()` in the closure or ``save()``.
  public func perform<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    defer { context.processTurn() }
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
    try executor.sync("performAndWait(_:)") { try assumeIsolated { try $0.perform(body) } }
  }

  private func merge(_ report: CommitReport) {
    if context.following.isOn { context.mergeChanges(from: report) }
  }

  /// Saves what changed, and returns when the main context shows it too.
  public func save() async throws {
    try context.save()
    await coordinator.adopted()
  }
}
