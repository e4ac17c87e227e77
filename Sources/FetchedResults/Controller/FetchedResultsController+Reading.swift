public import ListChanges
public import ObjectGraph

extension FetchedResultsController {
  /// How many rows are shown; 0 before the first fetch.
  public var count: Int { list.arrangement.shown.count }

  /// How many sections are shown; always 1 in a list without section key path.
  public var sectionCount: Int { list.arrangement.shownSections.count }

  /// What a section is called; empty for a section of rows without value.
  ///
  /// O(log n). A section, path or number that is not there is a programmer's mistake, here and below.
  public func sectionName(_ section: Int) -> String {
    list.arrangement.sections[list.arrangement.shownSections.lowerBound + section].name
  }

  /// How many rows of a section are shown.
  ///
  /// O(log n).
  public func rowCount(inSection section: Int) -> Int {
    list.arrangement.shownRows(ofSection: list.arrangement.shownSections.lowerBound + section).count
  }

  /// The object's ID in a row that is shown.
  ///
  /// O(log n).
  public func objectID(at path: RowPath) -> ManagedObjectID { id(at: list.arrangement.position(of: path)) }

  /// The object's ID in a row, counted through all sections.
  ///
  /// O(log n).
  public func objectID(at index: Int) -> ManagedObjectID { id(at: list.arrangement.shown.lowerBound + index) }

  /// The object in a row that is shown; a fault, unless it is in use already.
  ///
  /// O(log n).
  public func object(at path: RowPath) -> Object { object(objectID(at: path)) }

  /// The object in a row, counted through all sections; a fault, unless it is in use already.
  ///
  /// O(log n).
  public func object(at index: Int) -> Object { object(objectID(at: index)) }

  /// Where an object is shown, or nil if it is not.
  ///
  /// O(log n).
  public func path(of id: ManagedObjectID) -> RowPath? {
    guard query.entities.contains(id.entity), let position = list.position(ofKey: query.key(of: id)),
      list.arrangement.shown.contains(position)
    else { return nil }
    return list.arrangement.path(of: position)
  }

  /// The path of a row that is counted through all sections.
  ///
  /// O(log n).
  public func path(at index: Int) -> RowPath {
    list.arrangement.path(of: list.arrangement.shown.lowerBound + index)
  }

  /// The number of a row, counted through all sections.
  ///
  /// O(log n).
  public func index(of path: RowPath) -> Int {
    list.arrangement.position(of: path) - list.arrangement.shown.lowerBound
  }

  private func id(at position: Int) -> ManagedObjectID {
    query.id(ofKey: list.arrangement.rows[position].key)
  }

  private func object(_ id: ManagedObjectID) -> Object {
    guard let object = context.object(with: id) as? Object else {
      preconditionFailure("\(id) is no \(Object.self): the class belongs to another entity")
    }
    return object
  }
}
