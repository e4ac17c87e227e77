/// A long sequence in short arrays, so that an insertion or deletion moves only a few hundred elements.
///
/// An element is found by its position, or by a row that it represents, in O(log n). Chunks have handles
/// that stay valid when other chunks are added or removed, so that a dictionary can store the chunk of an
/// element.
struct ChunkedSequence<Run: ElementRun>: Sendable {
  typealias Element = Run.Element

  /// A run of consecutive elements.
  struct Chunk: Sendable {
    fileprivate(set) var elements: Run
    fileprivate var rowCount: Int
    let handle: Int32

    fileprivate init(_ elements: Run, handle: Int32) {
      self.elements = elements
      self.handle = handle
      rowCount = elements.rowCount
    }
  }

  /// The location of an element: its chunk and its offset in the chunk.
  struct Location {
    var chunk: Int
    var offset: Int
  }

  /// The maximum number of elements in a chunk, and the number when a whole sequence is made.
  static var capacity: Int { 512 }
  static var fill: Int { 384 }

  /// The chunks in order: at least one; none is empty if there are several.
  private(set) var chunks: [Chunk]
  /// The number of elements.
  private(set) var count: Int
  /// The number of rows that the elements represent.
  private(set) var rowCount: Int
  private var chunkOfHandle: [Int]
  private var freeHandles: [Int32] = []
  private var elementSums: PrefixSums
  private var rowSums: PrefixSums

  /// Creates a sequence of chunks, which must be filled evenly; O(n).
  init(_ runs: [Run] = []) {
    let parts = runs.isEmpty ? [Run()] : runs
    chunks = parts.enumerated().map { Chunk($1, handle: Int32($0)) }
    chunkOfHandle = Array(parts.indices)
    elementSums = PrefixSums(chunks.map(\.elements.count))
    rowSums = PrefixSums(chunks.map(\.rowCount))
    count = chunks.reduce(0) { $0 + $1.elements.count }
    rowCount = chunks.reduce(0) { $0 + $1.rowCount }
  }

  /// The element at a position.
  subscript(position: Int) -> Element {
    let place = location(position)
    return chunks[place.chunk].elements[place.offset]
  }

  /// Returns the location of the element at a position; for the position after the last element, the end of
  /// the last chunk.
  func location(_ position: Int) -> Location {
    guard position < count else {
      return Location(chunk: chunks.count - 1, offset: chunks[chunks.count - 1].elements.count)
    }
    let found = elementSums.index(of: position)
    return Location(chunk: found.index, offset: position - found.before)
  }

  /// The position of the element at a location.
  func position(_ place: Location) -> Int { elementSums.sum(before: place.chunk) + place.offset }

  /// Returns the index of the chunk with a handle.
  func chunk(_ handle: Int32) -> Int { chunkOfHandle[Int(handle)] }

  /// Returns the position of the element that represents a row, and the first row of that element.
  func element(ofRow row: Int) -> (position: Int, firstRow: Int) {
    let found = rowSums.index(of: row)
    let elements = chunks[found.index].elements
    var firstRow = found.before
    var offset = 0
    while offset < elements.count, firstRow + elements.rowCount(at: offset) <= row {
      firstRow += elements.rowCount(at: offset)
      offset += 1
    }
    return (elementSums.sum(before: found.index) + offset, firstRow)
  }

  /// Returns the first row of the element at a position; for the end position, the number of rows.
  func firstRow(at position: Int) -> Int {
    let place = location(position)
    let elements = chunks[place.chunk].elements
    return (0..<place.offset).reduce(rowSums.sum(before: place.chunk)) { $0 + elements.rowCount(at: $1) }
  }

  /// Returns the first position whose element does not satisfy `isBefore`; all that satisfy it must come
  /// first.
  ///
  /// An element is given as its run and its index there, so that it is not copied to be compared.
  func lowerBound(_ isBefore: (borrowing Run, Int) -> Bool) -> Int {
    // Through the buffer, a run is compared where it is: a copy would retain each of its arrays.
    chunks.withUnsafeBufferPointer { chunks in
      let chunk = partition(chunks.count) { chunk in
        let last = chunks[chunk].elements.count - 1
        return last < 0 || isBefore(chunks[chunk].elements, last)
      }
      guard chunk < chunks.count else { return count }
      let offset = partition(chunks[chunk].elements.count) { isBefore(chunks[chunk].elements, $0) }
      return elementSums.sum(before: chunk) + offset
    }
  }

  /// Calls `body` with the run of a chunk, without a copy of the run.
  func withRun<Result>(ofChunk chunk: Int, _ body: (borrowing Run) -> Result) -> Result {
    chunks.withUnsafeBufferPointer { body($0[chunk].elements) }
  }

  /// Calls `body` with the run of an element and its index there, without a copy of the run.
  func withElement<Result>(at position: Int, _ body: (borrowing Run, Int) -> Result) -> Result {
    let place = location(position)
    return chunks.withUnsafeBufferPointer { body($0[place.chunk].elements, place.offset) }
  }

  /// Returns the first number below `count` that does not satisfy `isBefore`; all that satisfy it must come
  /// first.
  private func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    (0..<count).partitioningIndex(where: isBefore)
  }
}

extension ChunkedSequence {
  /// Inserts an element before the one at `position`.
  ///
  /// - Returns: The handle of its chunk, and the index of the chunk, if any, into which other elements were
  ///   moved.
  mutating func insert(_ element: Element, at position: Int) -> (handle: Int32, refilled: Int?) {
    var place = location(position)
    var refilled: Int?
    if chunks[place.chunk].elements.count == Self.capacity {
      refilled = split(place.chunk)
      place = location(position)
    }
    chunks[place.chunk].elements.insert(element, at: place.offset)
    count(1, rows: chunks[place.chunk].elements.rowCount(at: place.offset), in: place.chunk)
    return (chunks[place.chunk].handle, refilled)
  }

  /// Removes an element, and returns the index of the chunk, if any, into which other elements were moved.
  mutating func remove(at position: Int) -> Int? {
    let place = location(position)
    let rows = chunks[place.chunk].elements.rowCount(at: place.offset)
    chunks[place.chunk].elements.removeElement(at: place.offset)
    count(-1, rows: -rows, in: place.chunk)
    return chunks[place.chunk].elements.count < Self.capacity / 4 ? mergeIfPossible(place.chunk) : nil
  }

  private mutating func count(_ elements: Int, rows: Int, in chunk: Int) {
    count += elements
    rowCount += rows
    chunks[chunk].rowCount += rows
    elementSums.add(elements, at: chunk)
    rowSums.add(rows, at: chunk)
  }

  /// Moves the second half of a full chunk into a new one; O(chunks), once in several hundred insertions.
  private mutating func split(_ chunk: Int) -> Int {
    let handle = freeHandles.popLast() ?? Int32(chunkOfHandle.count)
    if Int(handle) == chunkOfHandle.count { chunkOfHandle.append(0) }
    let half = Chunk(chunks[chunk].elements.split(at: Self.capacity / 2), handle: handle)
    chunks[chunk].rowCount -= half.rowCount
    chunks.insert(half, at: chunk + 1)
    recount(from: chunk)
    return chunk + 1
  }

  /// Moves the rest of a chunk into an adjacent chunk that has room; O(chunks), once in several hundred
  /// deletions.
  ///
  /// An empty chunk goes although its neighbors are full: it has no element to compare with.
  private mutating func mergeIfPossible(_ chunk: Int) -> Int? {
    let neighbors = [chunk - 1, chunk + 1].filter(chunks.indices.contains)
    let size = chunks[chunk].elements.count
    guard let other = neighbors.min(by: { chunks[$0].elements.count < chunks[$1].elements.count }),
      size == 0 || chunks[other].elements.count + size <= Self.fill
    else { return nil }
    let moved = chunks[chunk]
    let end = other < chunk ? chunks[other].elements.count : 0
    chunks[other].elements.insertRun(moved.elements, at: end)
    chunks[other].rowCount += moved.rowCount
    freeHandles.append(moved.handle)
    chunks.remove(at: chunk)
    recount(from: min(chunk, other))
    return other < chunk ? other : other - 1
  }

  private mutating func recount(from chunk: Int) {
    for index in chunk..<chunks.count { chunkOfHandle[Int(chunks[index].handle)] = index }
    elementSums = PrefixSums(chunks.map(\.elements.count))
    rowSums = PrefixSums(chunks.map(\.rowCount))
  }
}

extension ChunkedSequence where Run: MutableCollection, Run.Index == Int {
  /// Changes an element in place.
  mutating func modify(at position: Int, _ body: (inout Run.Element) -> Void) {
    let place = location(position)
    let before = chunks[place.chunk].elements.rowCount(at: place.offset)
    body(&chunks[place.chunk].elements[place.offset])
    count(0, rows: chunks[place.chunk].elements.rowCount(at: place.offset) - before, in: place.chunk)
  }
}
