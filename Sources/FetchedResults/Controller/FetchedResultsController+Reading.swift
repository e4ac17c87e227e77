public import ListChanges
public import ObjectGraph

extension FetchedResultsController {
  /// How many rows are shown; 0 before the first fetch.
  public var count: Int { list.arrangement.shown.count }

  /// How many sections are shown; always 1 in a list without section key path.
  public var sectionCount: Int { list.arrangement.shownSections.count }

  /// The name of a section; empty for a section of rows without value.
  ///
  /// - Precondition: The section is shown. The same holds for the sections, paths and indices below.
  /// - Complexity: O(log *n*)
  public func sectionName(_ section: Int) -> String {
    list.arrangement.sections[number(ofSection: section)].name
  }

  /// The number of rows of a section that are shown.
  ///
  /// - Complexity: O(log *n*)
  public func rowCount(inSection section: Int) -> Int {
    list.arrangement.shownRows(ofSection: number(ofSection: section)).count
  }

  /// The object's ID in a row that is shown.
  ///
  /// - Complexity: O(log *n*)
  public func objectID(at path: RowPath) -> ManagedObjectID { id(at: position(of: path)) }

  /// The object's ID in a row, counted through all sections.
  ///
  /// - Complexity: O(log *n*)
  public func objectID(at index: Int) -> ManagedObjectID { id(at: position(at: index)) }

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
    guard id.store == query.store, query.entities.contains(id.entity),
      let position = list.position(ofKey: query.key(of: id)),
      list.arrangement.shown.contains(position)
    else { return nil }
    return list.arrangement.path(of: position)
  }

  /// The path of a row that is counted through all sections.
  ///
  /// O(log n).
  public func path(at index: Int) -> RowPath { list.arrangement.path(of: position(at: index)) }

  /// The number of a row, counted through all sections.
  ///
  /// O(log n).
  public func index(of path: RowPath) -> Int { position(of: path) - list.arrangement.shown.lowerBound }

  private func number(ofSection section: Int) -> Int {
    let shown = list.arrangement.shownSections
    require(
      (0..<shown.count).contains(section), "there is no section \(section): the list shows \(shown.count)")
    return shown.lowerBound + section
  }

  private func position(of path: RowPath) -> Int {
    let rows = list.arrangement.shownRows(ofSection: number(ofSection: path.section))
    require(
      (0..<rows.count).contains(path.row),
      "there is no row \(path.row) in section \(path.section), which shows \(rows.count)")
    return rows.lowerBound + path.row
  }

  private func position(at index: Int) -> Int {
    let shown = list.arrangement.shown
    require((0..<shown.count).contains(index), "there is no row \(index): the list shows \(shown.count)")
    return shown.lowerBound + index
  }

  private func id(at position: Int) -> ManagedObjectID {
    query.id(ofKey: list.arrangement.rows[position].key)
  }

  private func object(_ id: ManagedObjectID) -> Object {
    guard let object = context.object(with: id) as? Object else {
      misuse("\(id) is no \(Object.self): the class belongs to another entity")
    }
    return object
  }
}
