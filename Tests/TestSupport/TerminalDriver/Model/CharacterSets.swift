extension TerminalModel {
  /// The character sets G0 to G3, each ASCII or line drawing, and the active one (ISO 2022).
  struct CharacterSets: Sendable {
    enum Kind: Sendable { case ascii, lineDrawing }

    private var sets: [Kind] = [.ascii, .ascii, .ascii, .ascii]
    private var inUse = 0

    var current: Kind { sets[inUse] }

    mutating func use(_ index: Int) { inUse = index }

    /// Designates a set, as in `ESC ( 0`; sets other than DEC special graphics are treated as ASCII.
    mutating func designate(_ slot: Unicode.Scalar, as final: Unicode.Scalar) {
      let slots: [Unicode.Scalar: Int] = ["(": 0, ")": 1, "*": 2, "+": 3]
      guard let index = slots[slot] else { return }
      sets[index] = final == "0" ? .lineDrawing : .ascii
    }

    func map(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      guard current == .lineDrawing, (0x5F...0x7E).contains(scalar.value) else { return scalar }
      return Self.specialGraphics[Int(scalar.value) - 0x5F]
    }

    /// DEC special graphics from `_` to `~`: VT220 Programmer Reference Manual, table 2-4.
    private static let specialGraphics = Array(
      "\u{A0}◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
  }
}
