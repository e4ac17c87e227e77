import ListChanges

/// A random change of a list of unique rows, and its description, made independently of what is tested.
struct RandomChange {
  let changes: SectionedChanges
  let new: [[Int]]

  /// Keeps, drops, moves and adds rows and sections of `old` at random; `fresh` is the next unused row.
  init(of old: [[Int]], fresh: inout Int, using random: inout some RandomNumberGenerator) {
    let keptSections = old.indices.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
    var moved: [(row: Int, old: RowPath)] = []
    var deleted: [RowPath] = []
    var sections: [(old: Int?, rows: [(row: Int, isNew: Bool)])] = []
    for section in old.indices {
      var rows: [(Int, Bool)] = []
      for (index, row) in old[section].enumerated() {
        let path = RowPath(section: section, row: index)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: deleted.append(path)
        case 1: moved.append((row, path))
        default:
          if keptSections.contains(section) { rows.append((row, false)) } else { deleted.append(path) }
        }
      }
      if keptSections.contains(section) { sections.append((section, rows)) }
    }
    for _ in 0..<Int.random(in: 0..<2, using: &random) {
      sections.insert((nil, []), at: .random(in: 0...sections.count, using: &random))
    }
    if sections.isEmpty, !moved.isEmpty { sections = [(nil, [])] }
    var inserts: [(row: Int, old: RowPath?)] = moved.map { ($0.row, $0.old) }
    if !sections.isEmpty {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        inserts.append((fresh, nil))
        fresh += 1
      }
    }
    for insert in inserts {
      let section = Int.random(in: 0..<sections.count, using: &random)
      let row = Int.random(in: 0...sections[section].rows.count, using: &random)
      sections[section].rows.insert((insert.row, true), at: row)
    }
    new = sections.map { $0.rows.map(\.row) }
    let sources = Dictionary(uniqueKeysWithValues: moved.map { ($0.row, $0.old) })
    var insertedRows: [RowPath] = []
    var moves: [SectionedChanges.Move] = []
    for (section, content) in sections.enumerated() {
      for (index, row) in content.rows.enumerated() where row.isNew {
        let path = RowPath(section: section, row: index)
        if let source = sources[row.row] {
          moves.append(.init(old: source, new: path, contentChanged: false))
        } else {
          insertedRows.append(path)
        }
      }
    }
    changes = SectionedChanges(
      deletedSections: old.indices.filter { !keptSections.contains($0) },
      insertedSections: sections.indices.filter { sections[$0].old == nil }, deletedRows: deleted,
      insertedRows: insertedRows, movedRows: moves)
  }

  /// The row that was under the cursor, else the next that stayed in place, else the last before.
  func rowFollowed(from before: RowPath, in old: [[Int]]) -> Int? {
    let alive = Set(new.flatMap { $0 })
    let row = old[before.section][before.row]
    if alive.contains(row) { return row }
    let moved = Set(changes.movedRows.map { old[$0.old.section][$0.old.row] })
    let all = old.flatMap { $0 }
    guard let place = all.firstIndex(of: row) else { return nil }
    let stayed = { (row: Int) in alive.contains(row) && !moved.contains(row) }
    return all[(place + 1)...].first(where: stayed) ?? all[..<place].last(where: stayed)
  }
}

/// SplitMix64, so that a printed seed repeats a run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
