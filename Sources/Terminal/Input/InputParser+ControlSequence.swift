extension InputParser {
  /// ESC [, parameters, and a final byte (ECMA-48 5.4).
  static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    guard let first = body.first else { return .needsMore }
    if first == UInt8(ascii: "[") { return linuxFunctionKey(body) }
    if first == UInt8(ascii: "M") { return oldMouse(body) }
    if let step = shiftedKey(body) { return step }
    guard let end = body.firstIndex(where: { !(0x20...0x3f).contains($0) }) else { return .needsMore }
    let length = end - bytes.startIndex + 1
    guard (0x40...0x7e).contains(bytes[end]) else { return .took(.nothing, length - 1) }
    let text = body[..<end]
    if first == UInt8(ascii: "<") {
      let numbers = numbers(in: text.dropFirst())
      return .took(mouse(numbers, isRelease: bytes[end] == UInt8(ascii: "m")), length)
    }
    if let answer = Answer(body: text, final: bytes[end]) { return .took(.answer(answer), length) }
    // With a private-use marker it is the answer to a query of another program.
    if (0x3c...0x3f).contains(first) { return .took(.nothing, length) }
    if bytes[end] == UInt8(ascii: "u") {
      return .took(KeyCode(text).event.map { .event(.key($0)) } ?? .nothing, length)
    }
    return .took(key(final: bytes[end], numbers: numbers(in: text)), length)
  }

  /// ESC [, a number and `$`: a key with Shift in rxvt, although `$` is no final byte.
  ///
  /// In the answers of terminals, `$` comes after two numbers and before `y` (DECRPM).
  private static func shiftedKey(_ body: ArraySlice<UInt8>) -> Step? {
    let digits = body.prefix { (0x30...0x39).contains($0) }
    let rest = body[digits.endIndex...]
    guard let number = Int(String(decoding: digits, as: UTF8.self)), rest.first == UInt8(ascii: "$"),
      rest.dropFirst().first != UInt8(ascii: "y")
    else { return nil }
    let key = KeySequences.key(number: number)
    return .took(key.map { .event(.key(KeyEvent($0, .shift))) } ?? .nothing, digits.count + 3)
  }

  static func numbers(in text: ArraySlice<UInt8>) -> [Int] {
    text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }

  /// Returns the modifiers with a number, which is counted from 1.
  static func modifiers(counted number: Int) -> KeyEvent.Modifiers {
    KeyEvent.Modifiers(rawValue: UInt8(clamping: max(1, number) - 1) & 7)
  }

  private static func key(final: UInt8, numbers: [Int]) -> Token {
    let modifiers = modifiers(counted: numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"):
      if numbers.first == 200 { return .pasteBegins }
      guard let key = KeySequences.key(number: numbers.first ?? 0) else { return .nothing }
      return .event(.key(KeyEvent(key, modifiers)))
    case UInt8(ascii: "Z"): return .event(.key(.backTab))
    default:
      guard let key = KeySequences.key(letter: final) else { return .nothing }
      return .event(.key(KeyEvent(key, modifiers)))
    }
  }

  /// ESC [ [ A to E: the first five function keys of the Linux console.
  private static func linuxFunctionKey(_ body: ArraySlice<UInt8>) -> Step {
    guard let letter = body.dropFirst().first else { return .needsMore }
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter) else { return .took(.nothing, 4) }
    return .took(.event(.key(.function(Int(letter) - 0x40))), 4)
  }
}

extension InputParser {
  /// ESC [ M and three bytes: the mouse of terminals without SGR reports.
  private static func oldMouse(_ body: ArraySlice<UInt8>) -> Step {
    guard body.count >= 4 else { return .needsMore }
    let numbers = body.dropFirst().prefix(3).map { Int($0) - 32 }
    let isRelease = numbers[0] & 0x43 == 3
    return .took(mouse(numbers, isRelease: isRelease), 6)
  }

  /// A report of the mouse: bits for the button and what was held, column and row from 1.
  private static func mouse(_ numbers: [Int], isRelease: Bool) -> Token {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return .nothing }
    let bits = numbers[0]
    // A button beyond the usual ones, which has the low bits of another.
    guard bits & 128 == 0 else { return .nothing }
    let isWheel = bits & 64 != 0
    let isMotion = bits & 32 != 0
    let buttons: [MouseEvent.Button] = [.left, .middle, .right]
    let action: MouseEvent.Action
    if isWheel {
      guard bits & 3 < 2 else { return .nothing }
      action = bits & 3 == 0 ? .wheelUp : .wheelDown
    } else {
      guard bits & 3 < 3 || isRelease else { return .nothing }
      action = isRelease ? .release : isMotion ? .drag : .press
    }
    let button = isWheel || bits & 3 == 3 ? .left : buttons[bits & 3]
    var modifiers: KeyEvent.Modifiers = bits & 4 != 0 ? .shift : []
    if bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 16 != 0 { modifiers.insert(.control) }
    let point = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    return .event(.mouse(MouseEvent(action, button: button, at: point, modifiers: modifiers)))
  }
}
