internal import ObjectStore

/// A set of rows by entity and key, with a bit for each row.
///
/// Consecutive keys share a block, so that a million rows take about as many bits, whatever their order.
struct RowKeys {
  private static let keyBits: Int64 = 12
  private static let keysPerBlock = 1 << keyBits
  private static let wordsPerBlock = keysPerBlock / UInt64.bitWidth
  private static let entityBits: Int64 = 12

  /// The indexes of the first words of blocks, by the common part of their keys and the entity.
  private var blocks: [Int64: Int] = [:]
  private var words: [UInt64] = []
  /// The block that was changed last.
  private var last: (number: Int64, start: Int)?

  /// A Boolean value that indicates whether the set has no rows.
  var isEmpty: Bool { words.isEmpty }

  /// Adds a row.
  mutating func insert(_ key: Int64, entity: EntityNumber) {
    let start = block((key >> Self.keyBits) << Self.entityBits | Int64(entity.rawValue))
    let bit = Int(key & Int64(Self.keysPerBlock - 1))
    words[start + bit / UInt64.bitWidth] |= 1 << UInt64(bit % UInt64.bitWidth)
  }

  /// Returns the index of the first word of a block, which is added if it is missing.
  private mutating func block(_ number: Int64) -> Int {
    if let last, last.number == number { return last.start }
    let start = blocks[number] ?? words.count
    if start == words.count {
      blocks[number] = start
      words.append(contentsOf: repeatElement(0, count: Self.wordsPerBlock))
    }
    last = (number, start)
    return start
  }

  /// Adds the rows of another set.
  mutating func formUnion(_ other: RowKeys) {
    if isEmpty { return self = other }
    for (number, source) in other.blocks {
      let start = block(number)
      for index in 0..<Self.wordsPerBlock { words[start + index] |= other.words[source + index] }
    }
  }

  /// Returns whether a row, in no order, has a property.
  func contains(where predicate: (EntityNumber, Int64) -> Bool) -> Bool {
    blocks.contains { number, start in
      let entity = EntityNumber(Int(number & (1 << Self.entityBits - 1)))
      let first = (number >> Self.entityBits) << Self.keyBits
      for index in 0..<Self.wordsPerBlock {
        var rest = words[start + index]
        while rest != 0 {
          let bit = index * UInt64.bitWidth + rest.trailingZeroBitCount
          if predicate(entity, first + Int64(bit)) { return true }
          rest &= rest - 1
        }
      }
      return false
    }
  }
}
