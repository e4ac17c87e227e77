internal import ObjectModel
public import ObjectStore

/// The rows that a commit has written so far, in order, with lookup by ID.
///
/// The first lookup creates the index: a commit that writes each row once needs none.
struct WrittenRows<Element: RowRecord> {
  private(set) var elements: [Element] = []
  private var positions: [ManagedObjectID: Int] = [:]
  /// The number of elements that the index covers.
  private var indexed = 0

  mutating func append(_ element: Element) { elements.append(element) }

  /// Returns the record of a row, or nil if the commit has not written the row.
  ///
  /// - Complexity: O(1), after O(*n*) for the elements appended since the last lookup.
  mutating func record(of id: ManagedObjectID) -> Element? { position(of: id).map { elements[$0] } }

  /// Replaces the record of the same row.
  mutating func replace(with element: Element) {
    if let position = position(of: element.id) { elements[position] = element }
  }

  /// Removes the record of a row and returns it.
  ///
  /// The last record moves to its position.
  @discardableResult
  mutating func remove(_ id: ManagedObjectID) -> Element? {
    guard let position = position(of: id) else { return nil }
    let element = elements[position]
    let last = elements.removeLast()
    indexed -= 1
    positions[id] = nil
    if position < elements.count {
      elements[position] = last
      positions[last.id] = position
    }
    return element
  }

  private mutating func position(of id: ManagedObjectID) -> Int? {
    for position in indexed..<elements.count { positions[elements[position].id] = position }
    indexed = elements.count
    return positions[id]
  }
}

extension Row: RowRecord {}

extension RowChanges.Update: RowRecord {
  var id: ManagedObjectID { row.id }
}
