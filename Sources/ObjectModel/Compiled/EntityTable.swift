/// One element for each entity of a model, by the number of the entity.
///
/// The function that stores call for each row is always inlined: the compiler does not specialize it in another
/// module, and a generic call costs about a thousand instructions.
package struct EntityTable<Element> {
  /// The elements in the order of the numbers.
  @usableFromInline package var elements: [Element]

  /// Creates a table.
  ///
  /// - Parameter elements: The elements in the order of the numbers of their entities.
  @inlinable package init(_ elements: [Element]) { self.elements = elements }

  /// The numbers for which there are elements.
  @inlinable package var numbers: Range<EntityNumber> {
    EntityNumber(index: 0)..<EntityNumber(index: elements.count)
  }

  /// The element for an entity.
  @inlinable package subscript(number: EntityNumber) -> Element {
    get { elements[number.index] }
    _modify { yield &elements[number.index] }
  }

  /// Returns the element for an entity, or `nil` if there is no element with that number.
  @inlinable @inline(__always)
  package func element(for number: EntityNumber) -> Element? {
    elements.indices.contains(number.index) ? elements[number.index] : nil
  }
}

extension EntityTable: Sendable where Element: Sendable {}
