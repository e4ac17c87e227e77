/// Primary keys of rows in 4 bytes each, as long as all of them have the same upper half; adjacent keys nearly always do.
struct RowKeys: RandomAccessCollection {
  private var lower: [UInt32] = []
  /// The upper half of all keys, while `uppers` is empty.
  private var upper: Int32 = 0
  /// The upper half of each key, once they differ.
  private var uppers: [Int32] = []

  /// Makes no keys.
  init() {}

  var startIndex: Int { 0 }
  var endIndex: Int { lower.count }

  /// The key at an index.
  subscript(index: Int) -> Int64 {
    Int64(uppers.isEmpty ? upper : uppers[index]) << 32 | Int64(lower[index])
  }

  /// Returns the index of a key; O(n).
  func firstIndex(of key: Int64) -> Int? {
    let (upper, lower) = Self.halves(key)
    if uppers.isEmpty { return self.upper == upper ? self.lower.firstIndex(of: lower) : nil }
    return self.lower.indices.first { self[$0] == key }
  }

  /// Adds a key at the end.
  mutating func append(_ key: Int64) { insert(key, at: count) }

  /// Inserts a key before the one at an index.
  mutating func insert(_ key: Int64, at index: Int) {
    let (upper, lower) = Self.halves(key)
    if count == 0 { self.upper = upper }
    if upper != self.upper, uppers.isEmpty { widen() }
    if !uppers.isEmpty { uppers.insert(upper, at: index) }
    self.lower.insert(lower, at: index)
  }

  /// Inserts keys before the one at an index.
  mutating func insert(_ other: RowKeys, at index: Int) {
    if count == 0 {
      self = other
      return
    }
    if !uppers.isEmpty || !other.uppers.isEmpty || upper != other.upper {
      if uppers.isEmpty { widen() }
      let others = other.uppers.isEmpty ? Array(repeating: other.upper, count: other.count) : other.uppers
      uppers.insert(contentsOf: others, at: index)
    }
    lower.insert(contentsOf: other.lower, at: index)
  }

  /// Removes the key at an index.
  mutating func remove(at index: Int) {
    lower.remove(at: index)
    if !uppers.isEmpty { uppers.remove(at: index) }
  }

  /// Removes the keys from an index on, and returns them.
  mutating func split(at index: Int) -> RowKeys {
    var rest = RowKeys()
    (rest.upper, rest.lower) = (upper, Array(lower[index...]))
    lower.removeSubrange(index...)
    guard !uppers.isEmpty else { return rest }
    rest.uppers = Array(uppers[index...])
    uppers.removeSubrange(index...)
    return rest
  }

  /// Removes all keys, and keeps the memory for others.
  mutating func removeAll() {
    lower.removeAll(keepingCapacity: true)
    uppers = []
  }

  /// Returns a copy in memory for just these keys.
  func exactlySized() -> RowKeys {
    var keys = RowKeys()
    (keys.upper, keys.lower, keys.uppers) = (upper, lower.exactlySized(), uppers.exactlySized())
    return keys
  }

  private mutating func widen() { uppers = Array(repeating: upper, count: count) }

  private static func halves(_ key: Int64) -> (upper: Int32, lower: UInt32) {
    (Int32(truncatingIfNeeded: key >> 32), UInt32(truncatingIfNeeded: key))
  }
}

extension Array {
  /// Returns a copy in memory for just its elements.
  func exactlySized() -> [Element] {
    Array(unsafeUninitializedCapacity: count) { buffer, size in
      size = buffer.initialize(fromContentsOf: self)
    }
  }
}
