import ListChanges
import ObjectGraph

/// A list of rows that are found by position and by key, both in O(log n).
///
/// It holds primary keys and sort keys, never objects. It is a value, so that it can be built in another
/// isolation than the one that uses it. Nothing is copied while it has one owner.
struct RowList: Sendable {
  /// The rows in their order.
  private(set) var arrangement: RowArrangement
  /// The rows that have been read.
  ///
  /// Others are not in the list, even if they match and change.
  let extent: RowExtent
  /// The handle of each row's chunk, by primary key.
  private var handles = RowHandles()

  /// Makes an empty list.
  init(order: RowOrder, window: RowWindow = RowWindow()) {
    self.init(RowListBuilder(order: order, window: window))
  }

  /// Creates a list of the rows that were added to a builder, which are all in its extent.
  init(_ builder: consuming RowListBuilder, extent: RowExtent = RowExtent()) {
    self.extent = extent
    arrangement = builder.arrangement()
    for chunk in arrangement.rows.chunks.indices { registerRows(ofChunk: chunk) }
  }

  /// The number of rows that are found by primary key.
  var indexedRows: Int { handles.count }

  /// The row with a primary key.
  func row(withKey key: Int64) -> ListRow? { position(ofKey: key).map { arrangement.rows[$0] } }

  /// The position of the row with a primary key.
  func position(ofKey key: Int64) -> Int? {
    guard let handle = handles[key] else { return nil }
    let chunk = arrangement.rows.chunk(handle)
    let offset = arrangement.rows.withRun(ofChunk: chunk) { $0.keys.firstIndex(of: key) }
    return offset.map { arrangement.rows.position(.init(chunk: chunk, offset: $0)) }
  }

  /// Performs the deletions and insertions of a plan; O(k log n).
  mutating func carryOut(_ plan: ChangePlan) {
    arrangement.countRows(plan)
    let gone = plan.gone.map { arrangement.key(at: $0) }
    for position in plan.departures.reversed() { remove(at: position) }
    // Not before: a removal can register the rows that are left in its chunk.
    for key in gone { handles[key] = nil }
    for (index, insertion) in plan.insertions.enumerated() {
      insert(insertion.row, at: insertion.rank + index)
    }
  }

  private mutating func insert(_ row: ListRow, at position: Int) {
    let (handle, refilled) = arrangement.insertRow(row, at: position)
    handles[row.key] = handle
    if let refilled { registerRows(ofChunk: refilled) }
  }

  /// Removes the row at a position, and leaves its handle.
  private mutating func remove(at position: Int) {
    if let refilled = arrangement.removeRow(at: position) { registerRows(ofChunk: refilled) }
  }

  private mutating func registerRows(ofChunk number: Int) {
    let chunk = arrangement.rows.chunks[number]
    for key in chunk.elements.keys { handles[key] = chunk.handle }
  }
}
