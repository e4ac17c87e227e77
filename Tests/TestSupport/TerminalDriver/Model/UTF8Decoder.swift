extension TerminalModel {
  /// A decoder of bytes in pieces of any size.
  ///
  /// A malformed sequence becomes one U+FFFD, and the byte that made it malformed is decoded again.
  struct UTF8Decoder: Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    private var smallest: UInt32 = 0

    /// A Boolean value that indicates whether no character is incomplete.
    var isIdle: Bool { missing == 0 }

    mutating func decode(_ byte: UInt8, emit: (Unicode.Scalar) -> Void) {
      if missing > 0 {
        if byte & 0xC0 == 0x80 {
          continueSequence(byte, emit: emit)
          return
        }
        missing = 0
        emit("\u{FFFD}")
      }
      startSequence(byte, emit: emit)
    }

    private mutating func startSequence(_ byte: UInt8, emit: (Unicode.Scalar) -> Void) {
      switch byte {
      case 0..<0x80: emit(Unicode.Scalar(byte))
      case 0xC2..<0xE0: begin(byte & 0x1F, missing: 1, smallest: 0x80)
      case 0xE0..<0xF0: begin(byte & 0x0F, missing: 2, smallest: 0x800)
      case 0xF0..<0xF5: begin(byte & 0x07, missing: 3, smallest: 0x10000)
      default: emit("\u{FFFD}")
      }
    }

    private mutating func begin(_ bits: UInt8, missing: Int, smallest: UInt32) {
      value = UInt32(bits)
      self.missing = missing
      self.smallest = smallest
    }

    private mutating func continueSequence(_ byte: UInt8, emit: (Unicode.Scalar) -> Void) {
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard missing == 0 else { return }
      // Overlong forms, surrogates, and numbers beyond the last plane are not characters.
      emit(value < smallest ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}")
    }
  }
}
