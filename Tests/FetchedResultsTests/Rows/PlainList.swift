import ListChanges
import ObjectGraph

@testable import FetchedResults

/// A list in its simplest form: an array that is sorted again after each change.
///
/// What the real one is compared with.
struct PlainList {
  /// A row, with a number that grows whenever its content changes.
  struct Entry: Hashable {
    var key: Int64
    var section: String
    var title: String
    var version = 0

    func row(in order: RowOrder) -> ListRow { order.row(key, [.string(section), .string(title)]) }
  }

  var entries: [Int64: Entry] = [:]
  var window = RowWindow()
  var isSectioned = true

  var order: RowOrder {
    let orders = [FetchOrder("section"), FetchOrder("title", ascending: false)]
    guard let order = RowOrder(orders, sectionKeyPath: isSectioned ? "section" : nil) else {
      preconditionFailure("the first order is by section")
    }
    return order
  }

  var sorted: [Entry] {
    entries.values.sorted {
      if $0.section != $1.section { return $0.section < $1.section }
      return $0.title == $1.title ? $0.key < $1.key : $0.title > $1.title
    }
  }

  /// What is shown, by section.
  var shown: [[Entry]] {
    let all = sorted.dropFirst(window.offset)
    let shown = window.limit.map { all.prefix($0) } ?? all
    guard isSectioned else { return [Array(shown)] }
    return shown.reduce(into: []) { sections, entry in
      if sections.last?.last?.section == entry.section {
        sections[sections.count - 1].append(entry)
      } else {
        sections.append([entry])
      }
    }
  }

  /// The real list of the same rows.
  func list() -> RowList {
    var builder = RowListBuilder(order: order, window: window)
    for entry in sorted { builder.append(entry.row(in: order)) }
    return RowList(builder)
  }

  static func key(_ path: RowPath, _ list: RowList) -> Int64 {
    list.arrangement.rows[list.arrangement.position(of: path)].key
  }
}

extension PlainList {
  /// Makes up `count` edits of different rows, applies them, and returns them as the real list gets them.
  mutating func edit(_ count: Int, using random: inout some RandomNumberGenerator) -> [RowEdit] {
    var keys = Set(
      entries.keys.sorted().shuffled(using: &random).prefix(Int.random(in: 0...count, using: &random)))
    while keys.count < count { keys.insert(Int64.random(in: 0..<4000, using: &random)) }
    return keys.sorted().map { key in
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: entries[key] = nil
      case 3..<5: entries[key]?.version += 1
      default: place(key, using: &random)
      }
      return RowEdit(key: key, row: entries[key]?.row(in: order))
    }
  }

  private mutating func place(_ key: Int64, using random: inout some RandomNumberGenerator) {
    let former = entries[key]
    // Small steps often leave a row in its place, or in its section.
    let section = Bool.random(using: &random) ? former?.section : nil
    let title = Int.random(in: 0..<3, using: &random) == 0 ? former?.title : nil
    entries[key] = Entry(
      key: key, section: section ?? "s\(Int.random(in: 0..<8, using: &random))",
      title: title ?? "t\(Int.random(in: 0..<30, using: &random))", version: (former?.version ?? 0) + 1)
  }
}

extension RowOrder {
  /// A row with the given values of the keys.
  func row(_ key: Int64, _ values: [PropertyValue]) -> ListRow {
    ListRow(key: key, sortKey: sortKey(values))
  }
}
