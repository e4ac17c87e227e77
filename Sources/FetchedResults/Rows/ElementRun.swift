/// A short run of elements of a ``ChunkedSequence``.
protocol ElementRun: Sendable {
  associatedtype Element

  /// Makes an empty run.
  init()

  /// The number of elements.
  var count: Int { get }
  /// The element at an index.
  subscript(index: Int) -> Element { get }
  /// Returns the number of rows that an element represents.
  func rowCount(at index: Int) -> Int
  /// Inserts an element before the one at `index`.
  mutating func insert(_ element: Element, at index: Int)
  /// Removes an element.
  mutating func removeElement(at index: Int)
  /// Inserts all elements of another run.
  mutating func insertRun(_ other: Self, at index: Int)
  /// Removes the elements from `index` on, and returns them.
  mutating func split(at index: Int) -> Self
}

extension ElementRun {
  /// The number of rows that all elements represent.
  var rowCount: Int { (0..<count).reduce(0) { $0 + rowCount(at: $1) } }
}

extension Array: ElementRun where Element: RowCounting {
  func rowCount(at index: Int) -> Int { self[index].rowCount }

  mutating func removeElement(at index: Int) { remove(at: index) }

  mutating func insertRun(_ other: [Element], at index: Int) { insert(contentsOf: other, at: index) }

  mutating func split(at index: Int) -> [Element] {
    let rest = Array(self[index...])
    removeSubrange(index...)
    return rest
  }
}
