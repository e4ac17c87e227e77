/// The hash FNV-1a of 64 bits, with the offset basis and prime of its authors (draft-eastlake-fnv).
///
/// Each byte turns the state into another one reversibly, so two texts that differ in one byte alone have
/// different hashes. It does not protect against intentional collisions.
package struct FNV1a {
  /// The hash of what has been added so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Makes the hash of nothing.
  package init() {}

  /// Adds bytes to what is hashed.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds bytes in memory to what is hashed.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
