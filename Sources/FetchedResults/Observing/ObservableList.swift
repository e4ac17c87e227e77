public import ListChanges
public import ObjectGraph
public import Observation

/// The objects of a fetch request as a collection that observation tracking follows.
///
/// ```swift
/// let photos = try ObservableList(FetchRequest<Photo>(order: [FetchOrder("title")]), context: context)
/// try await photos.load()
/// withObservationTracking { print(photos.map(\.title)) } onChange: { … }
/// ```
///
/// Code that reads the collection is notified of the next change of its rows, as with any class of `@Observable`. Values of an
/// object are followed by the object itself, in a context whose `ManagedObjectContext.isObservable` is `true`; a change of
/// values also counts as a change of the list.
///
/// The objects are made when they are read. The list belongs to the isolation of its context.
public final class ObservableList<Object: ManagedObject>: Observable {
  /// The controller, which fetches and reports what has changed.
  public let controller: FetchedResultsController<Object>
  private let registrar = ObservationRegistrar()
  private var observation: ListObservation?
  /// The number of changes so far: the property that observation tracking follows.
  private var version = 0

  /// Creates a list, which is empty until it is loaded.
  ///
  /// - Throws: ``FetchedResultsError`` and `FetchError`, as the controller does.
  public init(
    _ request: FetchRequest<Object>, sectionKeyPath: String? = nil, context: ManagedObjectContext
  ) throws {
    controller = try FetchedResultsController(request, sectionKeyPath: sectionKeyPath, context: context)
    observation = controller.observe { [weak self] _ in self?.recordChange() }
  }

  private func recordChange() { registrar.withMutation(of: self, keyPath: \.version) { version += 1 } }

  /// The controller, for code whose reads observation tracking must record.
  private var tracked: FetchedResultsController<Object> {
    registrar.access(self, keyPath: \.version)
    return controller
  }

  /// Fetches the objects off the caller's isolation; see ``FetchedResultsController/load()``.
  ///
  /// - Throws: The errors of the store.
  public func load() async throws { try await controller.load() }

  /// The number of sections; 1 without a section key path.
  public var sectionCount: Int { tracked.sectionCount }

  /// Returns the name of a section.
  ///
  /// - Precondition: The section is in the list.
  public func sectionName(_ section: Int) -> String { tracked.sectionName(section) }

  /// Returns the number of objects in a section.
  ///
  /// - Precondition: The section is in the list.
  public func rowCount(inSection section: Int) -> Int { tracked.rowCount(inSection: section) }

  /// Returns the object at a path.
  ///
  /// - Precondition: The path is in the list.
  public subscript(path: RowPath) -> Object { tracked.object(at: path) }
}

extension ObservableList: RandomAccessCollection {
  /// The index of the first object.
  public var startIndex: Int { 0 }

  /// The number of objects.
  public var endIndex: Int { tracked.count }

  /// The object in a row, counted through all sections.
  ///
  /// - Complexity: O(log *n*)
  public subscript(position: Int) -> Object { tracked.object(at: position) }
}

@available(*, unavailable)
extension ObservableList: Sendable {}
