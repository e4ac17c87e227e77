import ObjectGraph

/// A short run of rows: their keys and the bytes of their sort keys, without an object for each row.
///
/// A row takes 8 bytes and those of its sort key, without the beginning that all sort keys of the run share: in a long
/// list, rows next to each other begin alike.
struct RowRun {
  /// The primary keys of the rows.
  private(set) var keys = RowKeys()
  /// The beginning of all sort keys.
  private var prefix: [UInt8] = []
  /// The end of the rest of each sort key in `bytes`.
  private var ends: [UInt32] = []
  private var bytes: [UInt8] = []

  /// Adds a row at the end of a run that has no common beginning yet.
  mutating func append(_ row: borrowing ListRow) {
    keys.append(row.key)
    bytes.append(contentsOf: row.sortKey.bytes)
    ends.append(UInt32(bytes.count))
  }

  /// Removes all rows, and keeps the memory for others.
  mutating func removeAll() {
    keys.removeAll()
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns a copy in memory for just these rows.
  func exactlySized() -> RowRun {
    var run = self
    run.keys = keys.exactlySized()
    run.extendPrefix()
    run.ends = run.ends.exactlySized()
    run.bytes = run.bytes.exactlySized()
    return run
  }

  /// Compares the sort key of a row with another one, as `memcmp`.
  borrowing func compare(_ index: Int, _ sortKey: borrowing SortKey) -> Int {
    // Spans are views of the arrays where they are: closures over their buffers would retain each of them.
    let other = sortKey.bytes.span.bytes
    let shared = prefix.span.bytes
    let difference = SortKey.compare(shared, other.extracting(first: shared.byteCount))
    if difference != 0 { return difference }
    return SortKey.compare(
      bytes.span.bytes.extracting(range(index)), other.extracting(droppingFirst: shared.byteCount))
  }

  /// Returns whether a row precedes another one; rows with equal sort keys are in the order of their primary keys.
  borrowing func precedes(_ index: Int, _ row: borrowing ListRow) -> Bool {
    let result = compare(index, row.sortKey)
    return result == 0 ? keys[index] < row.key : result < 0
  }

  /// The number of bytes of all sort keys that are no common beginning; for tests.
  var ownBytes: Int { bytes.count }

  /// The bytes of the sort key of a row.
  private func sortKey(_ index: Int) -> [UInt8] { prefix + bytes[range(index)] }

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
    ListRow(key: keys[index], sortKey: SortKey(bytes: sortKey(index)))
  }

  mutating func insert(_ row: ListRow, at index: Int) {
    shortenPrefix(toFit: row.sortKey.bytes)
    let rest = row.sortKey.bytes.dropFirst(prefix.count)
    let start = index == 0 ? 0 : ends[index - 1]
    keys.insert(row.key, at: index)
    bytes.insert(contentsOf: rest, at: Int(start))
    require(bytes.count <= UInt32.max, "the sort keys of adjacent rows are longer than 4 GB")
    ends.insert(start, at: index)
    move(endsFrom: index, by: rest.count)
  }

  mutating func removeElement(at index: Int) {
    let range = range(index)
    keys.remove(at: index)
    bytes.removeSubrange(range)
    ends.remove(at: index)
    move(endsFrom: index, by: -range.count)
  }

  mutating func insertRun(_ other: RowRun, at index: Int) {
    var other = other
    if count == 0 { prefix = other.prefix }
    shortenPrefix(toFit: other.prefix)
    other.shortenPrefix(toFit: prefix)
    let start = index == 0 ? 0 : ends[index - 1]
    keys.insert(other.keys, at: index)
    bytes.insert(contentsOf: other.bytes, at: Int(start))
    move(endsFrom: index, by: other.bytes.count)
    ends.insert(contentsOf: other.ends.lazy.map { start + $0 }, at: index)
  }

  mutating func split(at index: Int) -> RowRun {
    let start = index == 0 ? 0 : ends[index - 1]
    var rest = RowRun()
    rest.prefix = prefix
    rest.keys = keys.split(at: index)
    rest.ends = ends[index...].map { $0 - start }
    rest.bytes = Array(bytes[Int(start)...])
    ends.removeSubrange(index...)
    bytes.removeSubrange(Int(start)...)
    extendPrefix()
    rest.extendPrefix()
    return rest
  }
}

extension RowRun {
  /// Moves what all sort keys begin with into the common beginning; as they are sorted, it is what the first and the last
  /// one begin with.
  private mutating func extendPrefix() {
    guard count > 1 else { return }
    let first = bytes[range(0)]
    let shared = zip(first, bytes[range(count - 1)]).prefix { $0 == $1 }.count
    guard shared > 0 else { return }
    prefix += first.prefix(shared)
    rewriteRests(dropping: shared, adding: [])
  }

  /// Shortens the common beginning to what a sort key has as well.
  private mutating func shortenPrefix(toFit sortKey: [UInt8]) {
    if sortKey.starts(with: prefix) { return }
    let shared = zip(prefix, sortKey).prefix { $0 == $1 }.count
    let tail = prefix[shared...]
    prefix.removeSubrange(shared...)
    rewriteRests(dropping: 0, adding: tail)
  }

  /// Removes bytes at the beginning of what each row has for itself, and adds others there.
  private mutating func rewriteRests(dropping count: Int, adding bytes: ArraySlice<UInt8>) {
    var changed: [UInt8] = []
    changed.reserveCapacity(self.bytes.count + keys.count * (bytes.count - count))
    for index in keys.indices {
      let range = range(index)
      changed += bytes
      changed += self.bytes[range].dropFirst(count)
    }
    for index in ends.indices { ends[index] = UInt32(Int(ends[index]) + (index + 1) * (bytes.count - count)) }
    self.bytes = changed
  }
}
