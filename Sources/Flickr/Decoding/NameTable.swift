/// A hash table that finds the meaning of a member name without creating a string.
///
/// Open addressing with FNV-1a; at least half of the slots stay empty.
struct NameTable<Meaning: Sendable>: Sendable {
  private let slots: [(name: StaticString, meaning: Meaning)?]

  init(_ entries: [(StaticString, Meaning)]) {
    var size = 8
    while size < entries.count * 4 { size *= 2 }
    var slots = [(name: StaticString, meaning: Meaning)?](repeating: nil, count: size)
    for (name, meaning) in entries {
      let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      var slot = Self.hash(bytes) & (size - 1)
      while slots[slot] != nil { slot = (slot + 1) & (size - 1) }
      slots[slot] = (name, meaning)
    }
    self.slots = slots
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> Meaning? {
    var slot = Self.hash(name) & (slots.count - 1)
    while let (candidate, meaning) = slots[slot] {
      if Self.isEqual(name, candidate) { return meaning }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inline(__always)
  private static func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ candidate: StaticString) -> Bool {
    guard candidate.utf8CodeUnitCount == name.count else { return false }
    for index in name.indices where name[index] != candidate.utf8Start[index] { return false }
    return true
  }

  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}

extension JSONScanner {
  /// Returns the meaning of the name at `range`.
  @inline(__always)
  func meaning<Meaning>(of range: Range<Int>, in table: NameTable<Meaning>) -> Meaning? {
    table[UnsafeBufferPointer(rebasing: bytes[range])]
  }
}
