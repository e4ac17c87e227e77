import ObjectGraph

/// A short run of rows: their keys and the bytes of their sort keys, without an object for each row.
///
/// A row takes 12 bytes and those of its sort key.
struct RowRun {
  /// The primary keys of the rows.
  private(set) var keys: [Int64] = []
  /// The end of each sort key in `bytes`.
  private var ends: [UInt32] = []
  private var bytes: [UInt8] = []

  /// Adds a row at the end.
  mutating func append(_ row: borrowing ListRow) {
    keys.append(row.key)
    bytes.append(contentsOf: row.sortKey.bytes)
    ends.append(UInt32(bytes.count))
  }

  /// Removes all rows, and keeps the memory for others.
  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns a copy in memory for just these rows.
  func exactlySized() -> RowRun {
    var run = RowRun()
    run.keys = keys.exactlySized()
    run.ends = ends.exactlySized()
    run.bytes = bytes.exactlySized()
    return run
  }

  /// Compares the sort key of a row with another one, as `memcmp`.
  borrowing func compare(_ index: Int, _ sortKey: borrowing SortKey) -> Int {
    let range = range(index)
    return bytes.withUnsafeBytes { own in
      sortKey.bytes.withUnsafeBytes { SortKey.compare(UnsafeRawBufferPointer(rebasing: own[range]), $0) }
    }
  }

  /// Adds to the ends of the rows from an index on.
  ///
  /// The bytes of a run are at most 4 GB: appending them checks it. Unchecked additions are done several at a time.
  private mutating func move(endsFrom index: Int, by count: Int) {
    let delta = UInt32(truncatingIfNeeded: count)
    ends.withUnsafeMutableBufferPointer { ends in
      for place in index..<ends.count { ends[place] &+= delta }
    }
  }

  private borrowing func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }
}

extension RowRun: ElementRun {
  var count: Int { keys.count }

  var rowCount: Int { keys.count }

  func rowCount(at index: Int) -> Int { 1 }

  subscript(index: Int) -> ListRow {
    ListRow(key: keys[index], sortKey: SortKey(bytes: Array(bytes[range(index)])))
  }

  mutating func insert(_ row: ListRow, at index: Int) {
    let start = index == 0 ? 0 : ends[index - 1]
    keys.insert(row.key, at: index)
    bytes.insert(contentsOf: row.sortKey.bytes, at: Int(start))
    require(bytes.count <= UInt32.max, "the sort keys of adjacent rows are longer than 4 GB")
    ends.insert(start, at: index)
    move(endsFrom: index, by: row.sortKey.bytes.count)
  }

  mutating func removeElement(at index: Int) {
    let range = range(index)
    keys.remove(at: index)
    bytes.removeSubrange(range)
    ends.remove(at: index)
    move(endsFrom: index, by: -range.count)
  }

  mutating func insertRun(_ other: RowRun, at index: Int) {
    let start = index == 0 ? 0 : ends[index - 1]
    keys.insert(contentsOf: other.keys, at: index)
    bytes.insert(contentsOf: other.bytes, at: Int(start))
    move(endsFrom: index, by: other.bytes.count)
    ends.insert(contentsOf: other.ends.lazy.map { start + $0 }, at: index)
  }

  mutating func split(at index: Int) -> RowRun {
    let start = index == 0 ? 0 : ends[index - 1]
    var rest = RowRun()
    rest.keys = Array(keys[index...])
    rest.ends = ends[index...].map { $0 - start }
    rest.bytes = Array(bytes[Int(start)...])
    keys.removeSubrange(index...)
    ends.removeSubrange(index...)
    bytes.removeSubrange(Int(start)...)
    return rest
  }
}

extension Array {
  /// Returns a copy in memory for just its elements.
  fileprivate func exactlySized() -> [Element] {
    Array(unsafeUninitializedCapacity: count) { buffer, size in
      size = buffer.initialize(fromContentsOf: self)
    }
  }
}
