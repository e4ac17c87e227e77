internal import ObjectModel

extension RowChanges {
  /// Splits the changes into parts of at most `size` rows: insertions first, then updates, then deletions.
  ///
  /// A new row comes after the rows that it refers to. Where new rows refer to each other in a cycle, one of
  /// them comes first and gets its references in a later update.
  package func slices(of size: Int) -> [RowChanges] {
    guard inserted.count + updated.count + deleted.count > size else { return [self] }
    var ordering = InsertionOrder(inserted)
    for row in inserted { ordering.visit(row.id) }
    let updates = ordering.completions + updated
    return ordering.rows.chunks(of: size).map { RowChanges(inserted: Array($0)) }
      + updates.chunks(of: size).map { RowChanges(updated: Array($0)) }
      + deleted.chunks(of: size).map { RowChanges(deleted: Array($0)) }
  }
}

/// An order of new rows in which each row follows the rows that it refers to.
private struct InsertionOrder {
  private var waiting: [ManagedObjectID: Row]
  private var open: Set<ManagedObjectID> = []
  private(set) var rows: [Row] = []
  /// References that could not be there from the beginning.
  private(set) var completions: [RowChanges.Update] = []

  init(_ rows: [Row]) { waiting = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }

  /// Adds a row to the order after the rows that it refers to.
  ///
  /// It uses an explicit stack, because a chain of references can be as long as memory allows.
  mutating func visit(_ id: ManagedObjectID) {
    var stack = [id]
    while let id = stack.last {
      guard let row = waiting[id] else {
        stack.removeLast()
        continue
      }
      let isNew = open.insert(id).inserted
      let targets =
        isNew ? row.values.compactMap(\.reference).filter { waiting[$0] != nil && !open.contains($0) } : []
      if targets.isEmpty {
        place(row)
        stack.removeLast()
      } else {
        stack += targets
      }
    }
  }

  private mutating func place(_ row: Row) {
    waiting[row.id] = nil
    var early = row
    for slot in row.values.slots {
      if let target = row.values[slot].reference, waiting[target] != nil { early.values[slot] = .null }
    }
    rows.append(early)
    if early != row { completions.append(.init(row: row, before: early.values)) }
  }
}
