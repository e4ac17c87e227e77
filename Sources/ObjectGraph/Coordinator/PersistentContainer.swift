import Dispatch
internal import ObjectModel
public import ObjectStore

/// A store with its main context, and a factory of background contexts.
///
/// ```swift
/// let container = try PersistentContainer(store: store)
/// let photos = try container.viewContext.fetch(FetchRequest<Photo>())
/// ```
///
/// The writer commits a worker's save and resolves its conflicts; then the main context merges the written
/// rows in slices. The main context's own changes are committed by ``ManagedObjectContext/save()``, which
/// waits, or by ``ManagedObjectContext/publish()``, which shows them to all contexts at once and leaves the
/// commit to the writer.
///
/// Published changes reach the store even if the program does not wait for them. A container that is
/// deinitialized waits until its writer has committed, and so does a program that exits normally, for up to
/// 10 seconds. Changes that were neither saved nor published are lost. The contexts continue to work without
/// the container.
@MainActor
public final class PersistentContainer {
  /// The coordinator, which connects the contexts.
  public nonisolated let coordinator: PersistentStoreCoordinator
  /// The main actor's context.
  public let viewContext: ManagedObjectContext
  private let home: MainHome

  /// Creates a container with the main context of a store.
  ///
  /// Opening a store can take long; open it before, in any isolation.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - mergePolicy: The merge policy of ``viewContext``.
  ///   - followsExternalChanges: A Boolean value that indicates whether ``viewContext``, and the other
  ///     contexts that merge changes automatically, show commits of other programs, within about a second and
  ///     as changes of rows; see ``PersistentStoreCoordinator/init(store:followsExternalChanges:)``.
  /// - Throws: The errors of the store.
  public init(
    store: any PersistentStore, mergePolicy: MergePolicy = .error, followsExternalChanges: Bool = false
  ) throws {
    coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: followsExternalChanges)
    home = MainHome(pending: coordinator.pending, writer: coordinator.writer)
    let saves = MainSaves(home: home)
    viewContext = try ManagedObjectContext(coordinator: coordinator, role: .main(saves))
    viewContext.mergePolicy = mergePolicy
    viewContext.name = "main"
    viewContext.automaticallyMergesChangesFromParent = true
    home.context = viewContext
    saves.merging = CommitMerging(context: viewContext, inbox: home.inbox)
    coordinator.announcements.follow(
      viewContext.number, viewContext.following, deliveries: home.deliveries, isAwaited: true
    ) { [home] report, priority in home.post(.commit(report), priority: priority) }
    coordinator.keys.refill(Set(coordinator.model.numbers.map(coordinator.model.root)))
  }

  deinit { coordinator.waitForCommits() }

  /// Creates a context for work off the main actor.
  ///
  /// The context closes when its last reference is released.
  ///
  /// - Parameters:
  ///   - mergePolicy: The merge policy of the context.
  ///   - durability: The durability of its saves. The default is for data that can be fetched again.
  ///   - name: The name of the context.
  /// - Throws: The errors of the store when a reader is opened.
  public nonisolated func makeBackgroundContext(
    mergePolicy: MergePolicy = .error, durability: Durability = .normal, name: String = "worker"
  ) throws -> BackgroundContext {
    try BackgroundContext(
      coordinator: coordinator, mergePolicy: mergePolicy, durability: durability, name: name)
  }
}
