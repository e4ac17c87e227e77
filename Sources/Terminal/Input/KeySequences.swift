/// The keys that have a sequence.
enum KeySequences {
  /// The key whose sequence ends in `letter` after ESC [ or ESC O.
  static func key(letter: UInt8) -> KeyEvent.Key? {
    switch Unicode.Scalar(letter) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "M": .enter
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    default: nil
    }
  }

  /// The key of the keypad whose sequence ends in `letter` after ESC O, in application mode: that of the character that it writes
  /// (VT100 User Guide, table 3-8; xterm, ctlseqs).
  static func keypadKey(letter: UInt8) -> KeyEvent.Key? {
    switch Unicode.Scalar(letter) {
    case "j"..."y": .character(Character(Unicode.Scalar(letter - 0x40)))
    case "X": .character("=")
    case "I": .tab
    default: nil
    }
  }

  /// The key whose sequence is ESC [ `number` ~.
  static func key(number: Int) -> KeyEvent.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
