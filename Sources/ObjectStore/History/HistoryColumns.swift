/// A set of properties of an entity, by their positions among the names in order.
///
/// The bits are those of Core Data's files (`ZCOLUMNS`), as public descriptions of such files give them: the most
/// significant bit of the first byte stands for the first property.
package struct HistoryColumns: Hashable, Sendable {
  /// The bits, in as many bytes as the properties of the entity need.
  package private(set) var bytes: [UInt8]

  /// Creates an empty set for an entity with `count` properties.
  package init(count: Int) { bytes = Array(repeating: 0, count: (count + 7) / 8) }

  /// Creates a set from bytes of a file.
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Adds the property at a position.
  package mutating func insert(_ position: Int) { bytes[position >> 3] |= 0x80 >> UInt8(position & 7) }

  /// The positions in the set, in order.
  package var positions: [Int] {
    bytes.indices.flatMap { index in
      (0..<8).filter { bytes[index] & 0x80 >> UInt8($0) != 0 }.map { index * 8 + $0 }
    }
  }
}
