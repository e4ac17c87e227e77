import ListChanges

/// A view that collects the calls of a delegate and applies them at the end, as table views do.
struct BatchUpdate<Row>: ListChangeDelegate {
  private(set) var rows: [[Row]]
  private let new: [[Row]]
  /// The kinds of calls, in their order.
  private(set) var calls: [String] = []
  private var changes = SectionedChanges()

  /// Starts with an old list, and reads rows of the new one.
  init(_ old: [[Row]], reading new: [[Row]]) { (rows, self.new) = (old, new) }

  mutating func listWillChange() { calls.append("will") }

  mutating func listDidChange(section: Int, _ change: ListChangeType) {
    calls.append("section")
    if change == .delete { changes.deletedSections.append(section) }
    if change == .insert { changes.insertedSections.append(section) }
  }

  mutating func listDidChange(row path: RowPath?, _ change: ListChangeType, newPath: RowPath?) {
    calls.append("row")
    switch (change, path, newPath) {
    case (.delete, .some(let path), nil): changes.deletedRows.append(path)
    case (.insert, nil, .some(let newPath)): changes.insertedRows.append(newPath)
    case (.move, .some(let path), .some(let newPath)):
      changes.deletedRows.append(path)
      changes.insertedRows.append(newPath)
    case (.update, .some(let path), .some(let newPath)):
      changes.updatedRows.append(.init(old: path, new: newPath))
    default: calls.append("wrong \(change) from \(path as Any) to \(newPath as Any)")
    }
  }

  mutating func listDidChange() {
    calls.append("did")
    for path in changes.deletedRows.sorted(by: >) { rows[path.section].remove(at: path.row) }
    for section in changes.deletedSections.sorted(by: >) { rows.remove(at: section) }
    for section in changes.insertedSections.sorted() { rows.insert([], at: section) }
    for path in changes.insertedRows.sorted() {
      rows[path.section].insert(new[path.section][path.row], at: path.row)
    }
    for update in changes.updatedRows {
      rows[update.new.section][update.new.row] = new[update.new.section][update.new.row]
    }
    changes = SectionedChanges()
  }
}
