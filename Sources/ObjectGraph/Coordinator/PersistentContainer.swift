import Dispatch

/// A store with its main context, and the place to get workers from.
///
/// ```swift
/// let container = try PersistentContainer(store: store)
/// let photos = try container.viewContext.fetch(FetchRequest<Photo>())
/// ```
///
/// The writer commits a worker's save, and the main context merges what was written (conflicts are resolved by then) in
/// slices. The main context's own changes are committed by ``ManagedObjectContext/save()``, which waits, or by
/// ``ManagedObjectContext/publish()``, which shows them to all contexts at once and leaves the commit to the writer.
///
/// Published changes reach the store even if the program does not wait for them: a container that is deinitialized
/// waits until its writer has committed, and so does a program that exits normally, for up to 10 seconds. Changes that
/// were neither saved nor published are lost. The contexts go on working without the container.
@MainActor
public final class PersistentContainer {
  /// What joins the contexts.
  public nonisolated let coordinator: PersistentStoreCoordinator
  /// The main actor's context.
  public let viewContext: ManagedObjectContext
  private let home: MainHome

  /// Opens the contexts of a store.
  ///
  /// The store itself, which can take long to open, is created before, in any isolation.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - mergePolicy: The merge policy of ``viewContext``.
  ///   - followsExternalChanges: Whether ``viewContext``, and the other contexts that merge changes automatically, show
  ///     what other programs commit to the store, within about a second and as changes of rows; see
  ///     ``PersistentStoreCoordinator/init(store:followsExternalChanges:)``.
  /// - Throws: What the store throws.
  public init(
    store: any PersistentStore, mergePolicy: MergePolicy = .error, followsExternalChanges: Bool = false
  ) throws {
    coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: followsExternalChanges)
    home = MainHome(pending: coordinator.pending)
    viewContext = try ManagedObjectContext(coordinator: coordinator, role: .main(home: home))
    viewContext.mergePolicy = mergePolicy
    viewContext.name = "main"
    viewContext.automaticallyMergesChangesFromParent = true
    home.context = viewContext
    viewContext.adoption = Adoption(context: viewContext, inbox: home.inbox)
    coordinator.announcements.follow(
      viewContext.number, viewContext.following, deliveries: home.deliveries, isAwaited: true
    ) { [home] report, priority in home.post(.commit(report), priority: priority) }
    let numbers = 1..<(coordinator.model.storedEntities.count + 1)
    for root in Set(numbers.map(coordinator.model.root)) { coordinator.keys.refill(entity: root) }
  }

  deinit { coordinator.waitForCommits() }

  /// Opens a context for work off the main actor, whose saves are for what can be fetched again unless `durability`
  /// says otherwise.
  ///
  /// Throws what the store throws when a reader is opened. The context closes when nobody uses it any more.
  public nonisolated func makeWorker(
    mergePolicy: MergePolicy = .error, durability: Durability = .normal, name: String = "worker"
  ) throws -> BackgroundContext {
    try BackgroundContext(
      coordinator: coordinator, mergePolicy: mergePolicy, durability: durability, name: name)
  }
}
