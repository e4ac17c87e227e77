/// The slots of an entity, by the names of what they hold.
///
/// Each object looks up the slot of each property that it uses, so a look-up takes a few nanoseconds: an entry is found by the
/// length of its name and three of its bytes, where a dictionary reads all of them.
struct SlotNames: Sendable {
  private struct Entry: Sendable {
    let name: String
    let slot: Slot
  }

  /// The entries, each at its place or behind it, with room between them; no name has a byte outside ASCII.
  private var entries: [Entry?]
  /// All slots, if a name has other bytes: then equal names can have different ones.
  private var others: [String: Slot]?

  /// Numbers the names of the slots; the first of equal names counts.
  init(_ names: [String]) {
    let size = 1 << (Int.bitWidth - max(1, names.count).leadingZeroBitCount + 1)
    entries = Array(repeating: nil, count: size)
    guard names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else {
      others = Dictionary(
        names.enumerated().map { ($1, Slot($0)) }, uniquingKeysWith: { first, _ in first })
      return
    }
    for (index, name) in names.enumerated() where self[name] == nil {
      var place = place(of: name)
      while entries[place] != nil { place = next(place) }
      entries[place] = Entry(name: name, slot: Slot(index))
    }
  }

  /// The slot with a name, or nil.
  subscript(name: String) -> Slot? {
    if let others { return others[name] }
    var place = place(of: name)
    while let entry = entries[place] {
      if entry.name == name { return entry.slot }
      place = next(place)
    }
    return nil
  }

  private func next(_ place: Int) -> Int { (place + 1) & (entries.count - 1) }

  /// Returns the place at which a search for a name begins.
  private func place(of name: String) -> Int {
    var name = name
    return name.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      let sum = Int(first) &* 3 &+ Int(bytes[bytes.count / 2]) &* 5 &+ Int(last) &* 7
      return (sum &+ bytes.count &* 11) & (entries.count - 1)
    }
  }
}
