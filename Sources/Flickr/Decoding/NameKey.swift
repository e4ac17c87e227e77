/// The length, the first and the last bytes of a name, which are compared in a few instructions.
struct NameKey: Equatable {
  private let count: Int
  private let first: UInt64
  private let last: UInt64

  /// A Boolean value that indicates whether names with equal keys are equal.
  var isWhole: Bool { count <= 16 }

  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>) {
    count = name.count
    let bytes = UnsafeRawBufferPointer(name)
    switch count {
    case 8...:
      first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    case 4...:
      first = UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      last = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
    case 1...:
      first = UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8
      last = UInt64(bytes[count &- 1])
    default: (first, last) = (0, 0)
    }
  }

  @inline(__always)
  var hash: Int {
    // Fibonacci hashing: the highest bits depend on all others.
    let mixed = (first ^ last &* 31 ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}
