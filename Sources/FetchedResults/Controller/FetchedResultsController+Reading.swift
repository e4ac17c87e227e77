public import ListChanges
public import ObjectGraph

extension FetchedResultsController {
  /// The number of rows in the list; 0 before the first fetch.
  public var count: Int { list.arrangement.shown.count }

  /// A Boolean value that indicates whether the list has all rows, and not only a part (``loadPart(_:)``).
  public var isComplete: Bool { list.extent.isWhole }

  /// A Boolean value that indicates whether no row is missing before those of the list, which can be a part
  /// (``loadPart(_:)``).
  public var hasFirstRow: Bool { list.extent.first == nil }

  /// The number of sections in the list; always 1 without a section key path.
  public var sectionCount: Int { list.arrangement.shownSections.count }

  /// Returns the name of a section; empty for the section of rows without a value.
  ///
  /// - Precondition: The section is in the list. The same holds for the sections, paths and indices below.
  /// - Complexity: O(log *n*)
  public func sectionName(_ section: Int) -> String {
    let arrangement = list.arrangement
    return arrangement.sections[arrangement.checkedNumber(ofSection: section)].name
  }

  /// Returns the number of rows in a section.
  ///
  /// - Complexity: O(log *n*)
  public func rowCount(inSection section: Int) -> Int {
    let arrangement = list.arrangement
    return arrangement.shownRows(ofSection: arrangement.checkedNumber(ofSection: section)).count
  }

  /// Returns the ID of the object at a path.
  ///
  /// - Complexity: O(log *n*)
  public func objectID(at path: RowPath) -> ManagedObjectID {
    query.id(ofKey: list.arrangement.checkedKey(at: path))
  }

  /// Returns the ID of the object in a row, counted through all sections.
  ///
  /// - Complexity: O(log *n*)
  public func objectID(at index: Int) -> ManagedObjectID {
    let arrangement = list.arrangement
    return query.id(ofKey: arrangement.key(at: arrangement.checkedPosition(at: index)))
  }

  /// Returns the object at a path: a fault, unless the object is already registered.
  ///
  /// - Complexity: O(log *n*)
  public func object(at path: RowPath) -> Object { object(objectID(at: path)) }

  /// Returns the object in a row, counted through all sections: a fault, unless the object is already
  /// registered.
  ///
  /// - Complexity: O(log *n*)
  public func object(at index: Int) -> Object { object(objectID(at: index)) }

  /// Returns the objects in some rows, counted through all sections, with their values.
  ///
  /// Rows that the context has not read are read in one go. With a store on a server, that costs one round trip, where
  /// faults that are fulfilled one by one cost one each. The context releases objects without references: keep them as
  /// long as they are shown. If the store cannot be read, the objects stay faults.
  ///
  /// - Precondition: The rows are in the list.
  /// - Complexity: O(*m* log *n*) in the number of objects and of rows of the list.
  public func objects(at indexes: Range<Int>) -> [Object] {
    context.readAhead(indexes.map { objectID(at: $0) }).map(typed)
  }

  /// Returns the objects at some paths, with their values, in the order of the paths.
  ///
  /// Rows that the context has not read are read in one go. The context releases objects without references: keep them as
  /// long as they are shown. If the store cannot be read, the objects stay faults.
  ///
  /// - Precondition: The rows are in the list.
  /// - Complexity: O(*m* log *n*) in the number of paths and of rows of the list.
  public func objects(at paths: [RowPath]) -> [Object] {
    // Each access to these properties copies the values.
    let (arrangement, query) = (list.arrangement, query)
    return context.readAhead(paths.map { query.id(ofKey: arrangement.checkedKey(at: $0)) }).map(typed)
  }

  /// Returns the path of an object, or `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*)
  public func path(of id: ManagedObjectID) -> RowPath? {
    guard id.store == query.store, query.entities.contains(id.entity),
      let position = list.position(ofKey: query.key(of: id)),
      list.arrangement.shown.contains(position)
    else { return nil }
    return list.arrangement.path(of: position)
  }

  /// Returns the path of a row that is counted through all sections.
  ///
  /// - Complexity: O(log *n*)
  public func path(at index: Int) -> RowPath {
    let arrangement = list.arrangement
    return arrangement.path(of: arrangement.checkedPosition(at: index))
  }

  /// Returns the index of a row, counted through all sections.
  ///
  /// - Complexity: O(log *n*)
  public func index(of path: RowPath) -> Int {
    let arrangement = list.arrangement
    return arrangement.checkedPosition(of: path) - arrangement.shown.lowerBound
  }

  private func object(_ id: ManagedObjectID) -> Object {
    typed(context.object(with: id))
  }

  private func typed(_ object: ManagedObject) -> Object {
    guard let typed = object as? Object else {
      misuse("\(object.objectID) is no \(Object.self): the class belongs to another entity")
    }
    return typed
  }
}

extension RowArrangement {
  /// Returns the number of a shown section among all sections.
  fileprivate func checkedNumber(ofSection section: Int) -> Int {
    let shown = shownSections
    require(
      (0..<shown.count).contains(section), "there is no section \(section): the list shows \(shown.count)")
    return shown.lowerBound + section
  }

  /// Returns the position of the row at a path.
  fileprivate func checkedPosition(of path: RowPath) -> Int {
    let rows = shownRows(ofSection: checkedNumber(ofSection: path.section))
    require(
      (0..<rows.count).contains(path.row),
      "there is no row \(path.row) in section \(path.section), which shows \(rows.count)")
    return rows.lowerBound + path.row
  }

  /// Returns the position of a row that is counted through all sections.
  fileprivate func checkedPosition(at index: Int) -> Int {
    let shown = shown
    require((0..<shown.count).contains(index), "there is no row \(index): the list shows \(shown.count)")
    return shown.lowerBound + index
  }

  /// Returns the primary key of the row at a path.
  fileprivate func checkedKey(at path: RowPath) -> Int64 { key(at: checkedPosition(of: path)) }
}
