/// A hash table that finds the meaning of a member name without creating a string.
///
/// Open addressing; at least half of the slots stay empty.
struct NameTable<Meaning: Sendable>: Sendable {
  private struct Entry {
    let key: NameKey
    let name: StaticString
    let meaning: Meaning
  }

  private let slots: [Entry?]

  init(_ entries: [(StaticString, Meaning)]) {
    var size = 8
    while size < entries.count * 4 { size *= 2 }
    var slots = [Entry?](repeating: nil, count: size)
    for (name, meaning) in entries {
      let key = NameKey(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      var slot = key.hash & (size - 1)
      while slots[slot] != nil { slot = (slot + 1) & (size - 1) }
      slots[slot] = Entry(key: key, name: name, meaning: meaning)
    }
    self.slots = slots
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> Meaning? {
    let key = NameKey(name)
    return slots.withUnsafeBufferPointer { slots in
      var slot = key.hash & (slots.count &- 1)
      while let entry = slots[slot] {
        if entry.key == key, key.isWhole || Self.isEqual(name, entry.name) { return entry.meaning }
        slot = (slot &+ 1) & (slots.count &- 1)
      }
      return nil
    }
  }

  private static func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ candidate: StaticString) -> Bool {
    for index in name.indices where name[index] != candidate.utf8Start[index] { return false }
    return true
  }
}

extension JSONScanner {
  /// Returns the meaning of the name at `range`.
  @inline(__always)
  func meaning<Meaning>(of range: Range<Int>, in table: NameTable<Meaning>) -> Meaning? {
    table[UnsafeBufferPointer(rebasing: bytes[range])]
  }
}
