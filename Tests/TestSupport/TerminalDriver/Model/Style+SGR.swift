extension TerminalModel.Style {
  /// Applies Select Graphic Rendition: ECMA-48 8.3.117, and the colors of ITU T.416 in both notations.
  mutating func apply(_ parameters: [[Int]]) {
    var rest = (parameters.isEmpty ? [[0]] : parameters)[...]
    while let parameter = rest.popFirst() {
      let code = parameter.first ?? 0
      switch code {
      case 38, 48, 58:
        let color = parameter.count > 1 ? Self.color(parts: parameter) : Self.color(following: &rest)
        if let color, code == 38 { foreground = color }
        if let color, code == 48 { background = color }
      case 4: set(.underline, parameter.count < 2 || parameter[1] != 0)
      default: apply(code)
      }
    }
  }

  private mutating func apply(_ code: Int) {
    switch code {
    case 0: self = .plain
    case 1...9: Self.switchedOn[code].map { set($0, true) }
    case 21: set(.underline, true)
    case 22: attributes.subtract([.bold, .dim])
    case 23...29: Self.switchedOn[code - 20].map { set($0, false) }
    case 30...37: foreground = .palette(UInt8(code - 30))
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(code - 40))
    case 49: background = .standard
    case 90...97: foreground = .palette(UInt8(code - 82))
    case 100...107: background = .palette(UInt8(code - 92))
    default: break
    }
  }

  private static let switchedOn: [Int: TerminalModel.Attributes] = [
    1: .bold, 2: .dim, 3: .italic, 4: .underline, 5: .blink, 6: .blink, 7: .reverse, 8: .hidden,
    9: .strikethrough,
  ]

  private mutating func set(_ attribute: TerminalModel.Attributes, _ on: Bool) {
    if on { attributes.insert(attribute) } else { attributes.remove(attribute) }
  }

  /// Parses `38:5:n`, `38:2:r:g:b`, and `38:2:space:r:g:b` with the color space, which is always empty.
  private static func color(parts: [Int]) -> TerminalModel.Color? {
    switch (parts[1], parts.count) {
    case (5, 3...): palette(parts[2])
    case (2, 5): rgb(parts[2...])
    case (2, 6...): rgb(parts[3...])
    default: nil
    }
  }

  /// Parses `38;5;n` and `38;2;r;g;b`, whose color consists of the following parameters.
  private static func color(following rest: inout ArraySlice<[Int]>) -> TerminalModel.Color? {
    let kind = rest.popFirst()?.first
    let needed = kind == 5 ? 1 : kind == 2 ? 3 : 0
    guard needed > 0, rest.count >= needed else {
      rest = []
      return nil
    }
    let numbers = rest.prefix(needed).map { $0.first ?? 0 }
    rest.removeFirst(needed)
    return kind == 5 ? palette(numbers[0]) : rgb(numbers[...])
  }

  private static func palette(_ number: Int) -> TerminalModel.Color? {
    UInt8(exactly: number).map(TerminalModel.Color.palette)
  }

  private static func rgb(_ parts: ArraySlice<Int>) -> TerminalModel.Color? {
    let parts = parts.prefix(3).compactMap(UInt8.init(exactly:))
    return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
  }
}
