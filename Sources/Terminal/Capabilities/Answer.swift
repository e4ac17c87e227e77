/// The answer of a terminal to a query.
enum Answer: Hashable, Sendable {
  /// XTVERSION: a name and version, in one of several spellings.
  case version(String)
  /// DA1: what it can do.
  case attributes(Set<Int>)
  /// CSI 16 t: pixels of a cell.
  case cellSize(width: Int, height: Int)
  /// OSC 11: the color behind text.
  case background(Color)
  /// Mode 2031: the user turned the terminal dark or light.
  case brightness(Theme.Brightness)
  /// DECRQM: whether it knows a private mode.
  case mode(Int, isKnown: Bool)
  /// CSI ? u: that it can report keys so that none begins like another one.
  case keyboard
  /// CPR in the row of ``Inquiry/widthQuestion``: the column of the cursor, from 1.
  case cursor(column: Int)
  /// Kitty's question: that it takes pictures, or why not.
  case kitty(isFine: Bool)
  /// OSC 5522: what became of data for the clipboard, with the number of the transfer if the terminal returns it.
  case clipboard(ClipboardAnswer, transfer: Int?)
}

extension Answer {
  /// A Boolean value that indicates whether it answers kitty's question.
  var isFromKitty: Bool { if case .kitty = self { true } else { false } }

  /// The answer in a control sequence; nil if it is none.
  ///
  /// `body` is what stands between CSI and the final byte.
  init?(body: ArraySlice<UInt8>, final: UInt8) {
    let text = String(decoding: body, as: UTF8.self)
    switch (body.first, final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "c")):
      self = .attributes(Set(text.dropFirst().split(separator: ";").compactMap { Int($0) }))
    case (UInt8(ascii: "?"), UInt8(ascii: "y")) where text.hasSuffix("$"):
      let numbers = text.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      // 0 is a mode it does not know, 4 one that it knows and never sets.
      self = .mode(numbers[0], isKnown: (1...3).contains(numbers[1]))
    case (UInt8(ascii: "?"), UInt8(ascii: "u")) where Int(text.dropFirst()) != nil: self = .keyboard
    case (UInt8(ascii: "?"), UInt8(ascii: "n")) where text.hasPrefix("?997;"):
      // https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
      switch text.dropFirst(5) {
      case "1": self = .brightness(.dark)
      case "2": self = .brightness(.light)
      default: return nil
      }
    case (_, UInt8(ascii: "R")):
      // With 1 in front, it is the key F3 with modifiers.
      let numbers = text.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2, numbers[0] == Inquiry.widthRow else { return nil }
      self = .cursor(column: numbers[1])
    case (_, UInt8(ascii: "t")):
      let numbers = text.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 3, numbers[0] == 6, (1...1000).contains(numbers[1]),
        (1...1000).contains(numbers[2])
      else { return nil }
      self = .cellSize(width: numbers[2], height: numbers[1])
    default: return nil
    }
  }

  /// The answer in a control string; nil if it is none.
  ///
  /// `introducer` is the byte after ESC, `body` what follows up to the terminator.
  init?(introducer: UInt8, body: ArraySlice<UInt8>) {
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    switch introducer {
    case UInt8(ascii: "P") where text.hasPrefix(">|"): self = .version(String(text.dropFirst(2)))
    case UInt8(ascii: "_") where text.hasPrefix("G"):
      self = .kitty(isFine: text.hasSuffix(";OK"))
    case UInt8(ascii: "]") where text.hasPrefix("11;"):
      guard let color = Color(specification: text.dropFirst(3)) else { return nil }
      self = .background(color)
    case UInt8(ascii: "]") where text.hasPrefix("5522;"):
      let metadata = text.dropFirst(5).prefix { $0 != ";" }
      guard let answer = ClipboardAnswer(metadata: metadata) else { return nil }
      let number = metadata.split(separator: ":").first { $0.hasPrefix("id=") }
      self = .clipboard(answer, transfer: number.flatMap { Int($0.dropFirst(3)) })
    default: return nil
    }
  }
}

extension Color {
  /// A color as X11 spells it, `rgb:1010/1010/1010` with one to four digits a part.
  init?(specification: Substring) {
    guard specification.hasPrefix("rgb:") else { return nil }
    let parts = specification.dropFirst(4).split(separator: "/").compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0 else {
        return nil
      }
      return UInt8(value * 255 / ((1 << (4 * digits.utf8.count)) - 1))
    }
    guard parts.count == 3 else { return nil }
    self = .rgb(parts[0], parts[1], parts[2])
  }
}

extension Capabilities.Product {
  /// A name and version as terminals spell them: `kitty(0.38.1)`, `WezTerm 20240203-110809`, `tmux 3.4`.
  init(spelled text: String) {
    let name = text.prefix { $0 != "(" && $0 != " " }
    let numbers = text.dropFirst(name.count).drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    self.init(name: String(name), version: numbers.split(separator: ".").compactMap { Int($0) })
  }
}
