/// The text of a cell: a character and up to four marks, or nothing.
///
/// The scalars are in the value itself. A frame has thousands of cells, which are cleared, drawn and compared for every key
/// press: as strings, each would be retained and released each time.
///
/// A sequence of its scalars.
struct CellText: Hashable, Sendable, BitwiseCopyable, Sequence, IteratorProtocol {
  /// The most scalars that a text has, as many as a cell of ncurses (`CCHARW_MAX`).
  static let capacity = 5

  /// The first three scalars, from the lowest bits on.
  private var low: UInt64
  /// The other two.
  private var high: UInt64

  private static let bitsOfScalar = 21
  private static let scalarsOfWord = 3

  /// Creates the text of a cell that belongs to the wide character before it.
  init() { (low, high) = (0, 0) }

  init(_ scalar: Unicode.Scalar) { (low, high) = (UInt64(scalar.value), 0) }

  /// Creates a text from a string of up to five scalars, none of which is U+0000.
  init(_ text: String) {
    self.init()
    for scalar in text.unicodeScalars { append(scalar) }
  }

  /// A Boolean value that indicates whether the text has no character.
  var isEmpty: Bool { low == 0 }

  /// The scalars as a string, which each call makes.
  var string: String {
    var marks = self
    guard let base = marks.next() else { return "" }
    return marks.isEmpty ? String(base) : String(String.UnicodeScalarView(self))
  }

  /// Adds a mark.
  ///
  /// - Precondition: There are at most four scalars.
  mutating func append(_ scalar: Unicode.Scalar) {
    let count = self.count
    guard count < Self.capacity else { return assertionFailure("A cell has more than five scalars.") }
    let value = UInt64(scalar.value)
    if count < Self.scalarsOfWord {
      low |= value << (Self.bitsOfScalar * count)
    } else {
      high |= value << (Self.bitsOfScalar * (count - Self.scalarsOfWord))
    }
  }

  /// Removes the first scalar and returns it; nil if there is none.
  mutating func next() -> Unicode.Scalar? {
    let mask: UInt64 = 1 << Self.bitsOfScalar - 1
    guard low != 0 else { return nil }
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: low & mask))
    let fourth = high & mask
    low >>= Self.bitsOfScalar
    low |= fourth << (Self.bitsOfScalar * (Self.scalarsOfWord - 1))
    high >>= Self.bitsOfScalar
    return scalar
  }

  /// The number of scalars: as no scalar is 0, the highest bit that is set belongs to the last one.
  private var count: Int {
    func scalars(in word: UInt64) -> Int {
      (UInt64.bitWidth - word.leadingZeroBitCount + Self.bitsOfScalar - 1) / Self.bitsOfScalar
    }
    return high == 0 ? scalars(in: low) : Self.scalarsOfWord + scalars(in: high)
  }
}

extension CellText: ExpressibleByUnicodeScalarLiteral {
  init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }
}
