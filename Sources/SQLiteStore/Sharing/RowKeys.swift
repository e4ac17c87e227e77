internal import ObjectStore

/// A set of rows by entity and key, with a bit for each row.
///
/// Consecutive keys share a word, so that a million rows take about as many bits, whatever their order.
struct RowKeys {
  private static let keyBits: Int64 = 6
  private static let entityBits: Int64 = 12

  /// The bits of 64 consecutive keys, by their common part and the entity.
  private var words: [Int64: UInt64] = [:]
  /// The word that was changed last; the one in `words` is older.
  private var open: (number: Int64, word: UInt64) = (-1, 0)

  /// A Boolean value that indicates whether the set has no rows.
  var isEmpty: Bool { open.word == 0 && words.isEmpty }

  /// Adds a row.
  mutating func insert(_ key: Int64, entity: EntityNumber) {
    let number = (key >> Self.keyBits) << Self.entityBits | Int64(entity.rawValue)
    if open.number != number {
      close()
      open = (number, words[number] ?? 0)
    }
    open.word |= 1 << UInt64(key & 63)
  }

  /// Adds the rows of another set.
  mutating func formUnion(_ other: RowKeys) {
    close()
    words.merge(other.words, uniquingKeysWith: |)
    if other.open.word != 0 { words[other.open.number, default: 0] |= other.open.word }
  }

  private mutating func close() {
    if open.word != 0 { words[open.number] = open.word }
    open = (-1, 0)
  }

  /// Returns whether a row, in no order, has a property.
  mutating func contains(where predicate: (EntityNumber, Int64) -> Bool) -> Bool {
    close()
    return words.contains { number, word in
      let entity = EntityNumber(Int(number & (1 << Self.entityBits - 1)))
      let first = (number >> Self.entityBits) << Self.keyBits
      var rest = word
      while rest != 0 {
        if predicate(entity, first + Int64(rest.trailingZeroBitCount)) { return true }
        rest &= rest - 1
      }
      return false
    }
  }
}
