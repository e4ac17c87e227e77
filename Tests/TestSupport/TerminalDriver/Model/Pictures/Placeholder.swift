internal import Foundation

extension TerminalModel.Cell {
  /// The image and the part of it that the cell shows, if its character is kitty's placeholder.
  var placeholder: (image: Int, row: Int, column: Int)? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.first == "\u{10EEEE}" else { return nil }
    let marks = scalars.dropFirst().map { TerminalModel.numbers[$0] ?? -1 }
    guard marks.count >= 2 else { return (-1, 0, 0) }
    return (color | (marks.count > 2 ? marks[2] << 24 : 0), marks[0], marks[1])
  }

  private var color: Int {
    switch style.foreground {
    case .standard: 0
    case .palette(let number): Int(number)
    case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
    }
  }
}

extension TerminalModel {
  /// The numbers that combining marks on a placeholder represent, by the rule of kitty's documentation.
  ///
  /// They are the marks of Unicode 6.0 above the base character, without those that compose with other
  /// characters.
  static let numbers: [Unicode.Scalar: Int] = {
    let fusing: Set<UInt32> = [
      0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313,
      0x314, 0x342, 0x653, 0x654,
    ]
    let marks = (UInt32(0x300)...0x1D2FF).compactMap(Unicode.Scalar.init).filter { scalar in
      let properties = scalar.properties
      guard properties.canonicalCombiningClass.rawValue == 230, properties.generalCategory == .nonspacingMark,
        let age = properties.age, age <= (6, 0), !fusing.contains(scalar.value)
      else { return false }
      return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar])
    }
    return Dictionary(uniqueKeysWithValues: marks.enumerated().map { ($1, $0) })
  }()
}
