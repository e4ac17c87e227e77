import FetchedResults
import ListChanges
import ObjectGraph
import ObjectStore

/// The objects of an ``ObjectList`` in their order, with the changes of the list.
protocol ListController<Object>: AnyObject {
  associatedtype Object: ManagedObject

  /// The context of the objects.
  var context: ManagedObjectContext { get }
  /// The number of objects.
  var count: Int { get }
  /// A Boolean value that indicates whether the list has all objects, and not only a part.
  var isComplete: Bool { get }
  /// A Boolean value that indicates whether no object is missing before those of the list.
  var hasFirstRow: Bool { get }
  /// The number of sections.
  var sectionCount: Int { get }
  /// A Boolean value that indicates whether sections have names.
  var hasSections: Bool { get }
  /// A callback for changes, called when the list already shows the new state.
  var onChange: ((SectionedChanges) -> Void)? { get set }
  /// A callback before the list is replaced by another one whose differences are not reported.
  var willReload: (() -> Void)? { get set }

  /// Returns the name of a section.
  func sectionName(_ section: Int) -> String
  /// Returns the number of objects in a section.
  func rowCount(inSection section: Int) -> Int
  /// Returns the ID of the object at a path, or in a row counted through all sections.
  func objectID(at path: RowPath) -> ManagedObjectID
  func objectID(at index: Int) -> ManagedObjectID
  /// Returns the object at a path, or in a row counted through all sections.
  func object(at path: RowPath) -> Object
  func object(at index: Int) -> Object
  /// Returns the objects in some rows, counted through all sections, which are read in one go.
  func objects(at indexes: Range<Int>) -> [Object]
  /// Returns the objects at some paths, which are read in one go.
  func objects(at paths: [RowPath]) -> [Object]
  /// Returns the path of an object, or `nil` if it is not in the list.
  func path(of id: ManagedObjectID) -> RowPath?
  /// Returns the path of a row that is counted through all sections.
  func path(at index: Int) -> RowPath
  /// Returns the index of a row, counted through all sections.
  func index(of path: RowPath) -> Int
  /// Returns the query of the listed objects that meet a condition as well; ``path(of:)`` takes the IDs that it finds.
  func query(where condition: FetchPredicate?) -> StoreQuery
  /// Fetches a part of the list in the background, and shows it.
  func loadPart(_ part: ListPart) async throws
  /// Fetches the whole list in the background, if it is not complete.
  func loadRest() async throws
  /// Interrupts what is being fetched; the list stays as it is.
  func cancelFetch()
}

extension FetchedResultsController: ListController {
  var hasSections: Bool { sectionKeyPath != nil }

  func query(where condition: FetchPredicate?) -> StoreQuery {
    var query = request.query(in: context.model)
    query.predicate = [query.predicate, condition].compactMap { $0 }.conjunction
    return query
  }
}
