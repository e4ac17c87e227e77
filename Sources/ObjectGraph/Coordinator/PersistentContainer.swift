import Dispatch

/// A store with its main context, and the place to get workers from.
///
/// ```swift
/// let container = try PersistentContainer(store: store)
/// let photos = try container.viewContext.fetch(FetchRequest<Photo>())
/// ```
///
/// A worker's save is committed by the writer, and what came of it (conflicts are settled by then) is taken over by
/// the main context, in slices. The main context's own saves are visible at once and committed behind it.
@MainActor
public final class PersistentContainer {
  /// What joins the contexts.
  public nonisolated let coordinator: PersistentStoreCoordinator
  /// The main actor's context.
  public let viewContext: ManagedObjectContext
  private let home: MainHome

  /// Opens the contexts of a store.
  ///
  /// Throws what the store throws. The stores, of which opening can take long, are made before, wherever that suits.
  public init(store: any PersistentStore, mergePolicy: MergePolicy = .error) throws {
    coordinator = PersistentStoreCoordinator(store: store)
    home = MainHome()
    viewContext = try ManagedObjectContext(coordinator: coordinator, role: .main(home: home))
    viewContext.mergePolicy = mergePolicy
    viewContext.name = "main"
    viewContext.automaticallyMergesChangesFromParent = true
    home.context = viewContext
    let adoption = Adoption(context: viewContext)
    coordinator.announcements.follow(viewContext.number, viewContext.following, isAwaited: true) {
      await adoption.adopt($0)
    }
    let numbers = 1..<(coordinator.model.storedEntities.count + 1)
    for root in Set(numbers.map(coordinator.model.root)) { coordinator.keys.refill(entity: root) }
  }

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

/// Runs work in the main context at the end of the main queue.
@MainActor
private final class MainHome: ContextHome {
  weak var context: ManagedObjectContext?

  nonisolated func later(_ work: @escaping @Sendable (ManagedObjectContext) -> Void) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        if let context = self.context { work(context) }
      }
    }
  }
}
