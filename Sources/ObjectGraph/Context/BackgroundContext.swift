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

  /// The executor of the context's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a context, which reads through a reader of its own; `name` labels its queue.
  public init(
    coordinator: PersistentStoreCoordinator, mergePolicy: MergePolicy = .error,
    durability: Durability = .full, name: String = "worker"
  ) throws {
    executor = QueueExecutor(label: "ObjectGraph." + name)
    context = try ManagedObjectContext(coordinator: coordinator, role: .worker)
    context.mergePolicy = mergePolicy
    context.durability = durability
  }

  /// Runs `body` in the context's isolation, after everything that was asked for before.
  ///
  /// Changes stay in the context until they are saved, by `save()` in the closure or ``save()``.
  public func perform<Result: Sendable>(
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    defer { context.processPendingChanges() }
    return try body(context)
  }

  /// Saves what changed, and returns when the main context shows it too.
  public func save() async throws {
    let coordinator = context.coordinator
    try context.save()
    await coordinator.adopted()
  }
}
