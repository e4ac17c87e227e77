/// What an element of a ``ChunkedSequence`` stands for.
protocol RowCounting: Sendable {
  /// How many rows the element stands for: one for a row, all of them for a section.
  var rowCount: Int { get }
}

/// A long sequence in short arrays, so that putting in or taking out one element moves only a few hundred.
///
/// An element is found by its position, or by a row for which it stands, in O(log n). Chunks have handles that
/// stay while others come and go, so that a dictionary can remember in which chunk an element is.
struct ChunkedSequence<Element: RowCounting>: Sendable {
  /// Some neighbouring elements.
  struct Chunk: Sendable {
    fileprivate(set) var elements: [Element]
    fileprivate var rowCount: Int
    let handle: Int32

    fileprivate init(_ elements: [Element], handle: Int32) {
      self.elements = elements
      self.handle = handle
      rowCount = elements.reduce(0) { $0 + $1.rowCount }
    }
  }

  /// Where an element is.
  struct Location {
    var chunk: Int
    var offset: Int
  }

  /// How many elements a chunk has at the most, and how many when a whole sequence is made.
  static var capacity: Int { 512 }
  static var fill: Int { 384 }

  /// The chunks in order; at least one, and none empty beside others.
  private(set) var chunks: [Chunk]
  /// How many elements there are.
  private(set) var count: Int
  /// How many rows they stand for.
  private(set) var rowCount: Int
  private var chunkOfHandle: [Int]
  private var freeHandles: [Int32] = []
  private var elementSums: PrefixSums
  private var rowSums: PrefixSums

  /// Makes a sequence of chunks, which must be filled evenly; O(n).
  init(_ elementsOfChunks: [[Element]] = []) {
    let parts = elementsOfChunks.isEmpty ? [[]] : elementsOfChunks
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

  /// Where the element at a position is; for the position after the last one, the end of the last chunk.
  func location(_ position: Int) -> Location {
    guard position < count else {
      return Location(chunk: chunks.count - 1, offset: chunks[chunks.count - 1].elements.count)
    }
    let found = elementSums.index(of: position)
    return Location(chunk: found.index, offset: position - found.before)
  }

  /// The position of the element at a location.
  func position(_ place: Location) -> Int { elementSums.sum(before: place.chunk) + place.offset }

  /// The chunk that has a handle, as a number.
  func chunk(_ handle: Int32) -> Int { chunkOfHandle[Int(handle)] }

  /// The element that stands for a row, and the first row for which it stands.
  func element(ofRow row: Int) -> (position: Int, firstRow: Int) {
    let found = rowSums.index(of: row)
    let elements = chunks[found.index].elements
    var firstRow = found.before
    var offset = 0
    while offset < elements.count, firstRow + elements[offset].rowCount <= row {
      firstRow += elements[offset].rowCount
      offset += 1
    }
    return (elementSums.sum(before: found.index) + offset, firstRow)
  }

  /// The first row for which the element at a position stands; for the end, the number of rows.
  func firstRow(at position: Int) -> Int {
    let place = location(position)
    let elements = chunks[place.chunk].elements
    return (0..<place.offset).reduce(rowSums.sum(before: place.chunk)) { $0 + elements[$1].rowCount }
  }

  /// The first position whose element is not before what is searched; all that are must come first.
  ///
  /// Elements are looked at where they lie: copying a chunk or a row touches what it owns, which costs more than
  /// comparing.
  func lowerBound(_ isBefore: (borrowing Element) -> Bool) -> Int {
    let chunk = partition(chunks.count) { chunk in
      let last = chunks[chunk].elements.count - 1
      return last < 0 || isBefore(chunks[chunk].elements[last])
    }
    guard chunk < chunks.count else { return count }
    let offset = partition(chunks[chunk].elements.count) { isBefore(chunks[chunk].elements[$0]) }
    return elementSums.sum(before: chunk) + offset
  }

  /// The first number below `count` that does not fulfil `isBefore`; all that fulfil it must come first.
  private func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    (0..<count).partitioningIndex(where: isBefore)
  }
}

extension ChunkedSequence {
  /// Puts an element in before the one at `position`, and returns its chunk's handle and the number of the
  /// chunk, if any, into which others had to be moved.
  mutating func insert(_ element: Element, at position: Int) -> (handle: Int32, refilled: Int?) {
    var place = location(position)
    var refilled: Int?
    if chunks[place.chunk].elements.count == Self.capacity {
      refilled = split(place.chunk)
      place = location(position)
    }
    chunks[place.chunk].elements.insert(element, at: place.offset)
    count(1, rows: element.rowCount, in: place.chunk)
    return (chunks[place.chunk].handle, refilled)
  }

  /// Takes an element out, and returns the number of the chunk, if any, into which others had to be moved.
  mutating func remove(at position: Int) -> Int? {
    let place = location(position)
    let element = chunks[place.chunk].elements.remove(at: place.offset)
    count(-1, rows: -element.rowCount, in: place.chunk)
    return chunks[place.chunk].elements.count < Self.capacity / 4 ? mergeIfPossible(place.chunk) : nil
  }

  /// Changes an element in its place.
  mutating func modify(at position: Int, _ body: (inout Element) -> Void) {
    let place = location(position)
    let before = chunks[place.chunk].elements[place.offset].rowCount
    body(&chunks[place.chunk].elements[place.offset])
    count(0, rows: chunks[place.chunk].elements[place.offset].rowCount - before, in: place.chunk)
  }

  private mutating func count(_ elements: Int, rows: Int, in chunk: Int) {
    count += elements
    rowCount += rows
    chunks[chunk].rowCount += rows
    elementSums.add(elements, at: chunk)
    rowSums.add(rows, at: chunk)
  }

  /// Moves the second half of a full chunk into a new one; O(chunks), once in some hundred inserts.
  private mutating func split(_ chunk: Int) -> Int {
    let handle = freeHandles.popLast() ?? Int32(chunkOfHandle.count)
    if Int(handle) == chunkOfHandle.count { chunkOfHandle.append(0) }
    let half = Chunk(Array(chunks[chunk].elements[(Self.capacity / 2)...]), handle: handle)
    chunks[chunk].elements.removeSubrange((Self.capacity / 2)...)
    chunks[chunk].rowCount -= half.rowCount
    chunks.insert(half, at: chunk + 1)
    recount(from: chunk)
    return chunk + 1
  }

  /// Moves what is left of a chunk into a neighbour that has room; O(chunks), once in some hundred removals.
  private mutating func mergeIfPossible(_ chunk: Int) -> Int? {
    let neighbours = [chunk - 1, chunk + 1].filter(chunks.indices.contains)
    let size = chunks[chunk].elements.count
    guard let other = neighbours.min(by: { chunks[$0].elements.count < chunks[$1].elements.count }),
      chunks[other].elements.count + size <= Self.fill
    else { return nil }
    let moved = chunks[chunk]
    let end = other < chunk ? chunks[other].elements.count : 0
    chunks[other].elements.insert(contentsOf: moved.elements, at: end)
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
