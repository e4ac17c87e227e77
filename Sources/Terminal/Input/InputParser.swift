/// Makes events of the bytes that a terminal sends.
///
/// The bytes are read here rather than by `get_wch`, for three reasons: ncurses holds the thread for its escape
/// delay after every Esc, it finds keys inside pasted text, and it reads the mouse only in the encoding that
/// the terminal's entry names (which is wrong under tmux and screen). The sequences are those of ECMA-48,
/// the VT220 and xterm; every terminal with an entry in ncurses-base sends them.
struct InputParser {
  /// Bytes that are not yet a whole key.
  private var pending: [UInt8] = []
  /// The bytes pasted so far, while a bracketed paste is in progress.
  private var pasted: [UInt8]?
  /// The key that came last and by itself during a paste.
  private var keyDuringPaste: KeyEvent?

  /// A Boolean value that indicates whether something has begun that ``giveUp()`` is to end if nothing more comes soon: perhaps it
  /// was only the key Esc.
  var isWaiting: Bool { pasted == nil ? !pending.isEmpty : keyDuringPaste != nil }

  /// A Boolean value that indicates whether what has begun comes whole in the end, such as a sequence or a character of several
  /// bytes: over a slow line its rest, taken for typing, would do harm.
  var isInsideSequence: Bool {
    guard pasted == nil else { return keyDuringPaste != nil }
    return pending.count > 2 || pending.contains { $0 >= 0x80 }
  }

  /// The answers of the terminal since they were last taken.
  private var answers: [Answer] = []

  /// Takes the answers that came among the keys.
  mutating func removeAnswers() -> [Answer] {
    defer { answers.removeAll() }
    return answers
  }

  /// Removes the bytes of an unfinished sequence, and forgets an unfinished paste.
  mutating func removeUnfinished() -> [UInt8] {
    defer { (pending, pasted, keyDuringPaste) = ([], nil, nil) }
    return pasted == nil ? pending : []
  }

  /// Takes bytes and returns the events they complete.
  mutating func parse(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    keyDuringPaste = pasted == nil ? nil : Self.endingKey(bytes)
    pending.append(contentsOf: bytes)
    var events: [InputEvent] = []
    var position = 0
    while position < pending.count {
      if pasted != nil {
        guard let (event, length) = paste(from: position) else { break }
        events.append(event)
        position += length
        continue
      }
      let step = Self.step(pending[position...])
      guard case .took(let token, let length) = step else { break }
      position += length
      switch token {
      case .event(let event): events.append(event)
      case .answer(let answer): answers.append(answer)
      case .pasteBegins: pasted = []
      case .nothing: break
      }
    }
    pending.removeFirst(position)
    return events
  }

  /// Takes bytes that came after the moment that the rest of a sequence gets, and returns the events they complete.
  ///
  /// An Esc that waits alone was the key, unless the bytes can be the rest of a sequence that was read late.
  mutating func parseLate(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    let bytes = Array(bytes)
    guard pasted == nil, pending == [0x1b], let next = bytes.first, next < 0x80,
      !"[OP]_^".utf8.contains(next)
    else { return parse(bytes) }
    pending = []
    return [.key(.escape)] + parse(bytes)
  }

  /// Returns the key that ends a paste whose end was lost, if it is all that comes.
  ///
  /// The end is lost, for example, when the terminal belonged to another program meanwhile.
  private static func endingKey(_ bytes: some Sequence<UInt8>) -> KeyEvent? {
    let bytes = Array(bytes)
    if bytes == [0x1b] { return .escape }
    guard case .took(.event(.key(let key)), bytes.count) = step(bytes[...]) else { return nil }
    return key == .escape || key == .control("c") ? key : nil
  }

  /// Takes an unfinished sequence for the keys it can still be, and forgets the rest.
  mutating func giveUp() -> [InputEvent] {
    guard isWaiting else { return [] }
    defer { (pending, pasted, keyDuringPaste) = ([], nil, nil) }
    if let keyDuringPaste { return [.key(keyDuringPaste)] }
    guard pending.first == 0x1b else { return [] }
    if pending.count == 1 { return [.key(.escape)] }
    // An answer of the terminal that was cut short is no typing.
    guard pending.count == 2, pending[1] < 0x80 else { return [] }
    return [.key(.alt(Character(Unicode.Scalar(pending[1]))))]
  }

  /// The paste that ends in the pending bytes, and how many of these it takes; keeps what came so far.
  private mutating func paste(from position: Int) -> (InputEvent, Int)? {
    let terminator = Array("\u{1b}[201~".utf8)
    let rest = pending[position...]
    var start = rest.startIndex
    while let escape = rest[start...].firstIndex(of: 0x1b) {
      let tail = rest[escape...].prefix(terminator.count)
      if tail.elementsEqual(terminator) {
        let text = (pasted ?? []) + rest[..<escape]
        pasted = nil
        return (.paste(String(decoding: text, as: UTF8.self)), escape - position + terminator.count)
      }
      if tail.count < terminator.count, terminator.starts(with: tail) {
        pasted?.append(contentsOf: rest[..<escape])
        pending.removeSubrange(position..<escape)
        return nil
      }
      start = escape + 1
    }
    pasted?.append(contentsOf: rest)
    pending.removeSubrange(position...)
    return nil
  }
}

extension InputParser {
  /// The meaning of a run of bytes.
  enum Token: Equatable {
    case event(InputEvent)
    case answer(Answer)
    case pasteBegins
    case nothing
  }

  /// The outcome of looking at the first bytes.
  enum Step: Equatable {
    case took(Token, Int)
    case needsMore
  }

  /// Looks at the first key, mouse report or answer in `bytes`, which are not empty.
  static func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .needsMore }
    switch first {
    case 0x1b: return escape(bytes)
    case 0x20..<0x7f: return .took(.event(.key(.character(Character(Unicode.Scalar(first))))), 1)
    case 0x80...: return character(bytes)
    default: return .took(.event(.key(control(first))), 1)
    }
  }

  /// Returns the key that writes a control character.
  static func control(_ byte: UInt8) -> KeyEvent {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7f: .backspace
    case 0x09: .tab
    case 0x0d: .enter
    case 0x1b: .escape
    case 0x01...0x1a: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// A character of several bytes of UTF-8; bytes that are none are skipped.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
    let run = bytes.prefix(length)
    let isBroken = length == 1 || run.dropFirst().contains { $0 & 0xc0 != 0x80 }
    if isBroken { return .took(.nothing, 1) }
    guard run.count == length else { return .needsMore }
    guard let text = String(validating: run, as: UTF8.self), let character = text.first else {
      return .took(.nothing, 1)
    }
    return .took(.event(.key(.character(character))), length)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let second = bytes.dropFirst().first else { return .needsMore }
    switch second {
    case 0x1b: return .took(.event(.key(.escape)), 1)
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return singleShift(bytes)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"): return string(bytes)
    default: break
    }
    guard case .took(let token, let length) = step(bytes.dropFirst()) else { return .needsMore }
    guard case .event(.key(var key)) = token else { return .took(token, length + 1) }
    key.modifiers.insert(.alt)
    return .took(.event(.key(key)), length + 1)
  }

  /// ESC O, perhaps modifiers, and a letter: arrows, function keys and the keypad in application mode.
  ///
  /// PuTTY sends the keypad so, also with Num Lock; Konsole sends ESC O 2 P for Shift-F1.
  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { !(0x30...0x3b).contains($0) }) else { return .needsMore }
    let length = end - bytes.startIndex + 1
    // What is no letter begins something else.
    guard (0x40...0x7e).contains(bytes[end]) else { return .took(.nothing, length - 1) }
    let modifiers = modifiers(counted: numbers(in: body[..<end]).last ?? 1)
    let key = KeySequences.key(letter: bytes[end]) ?? KeySequences.keypadKey(letter: bytes[end])
    return .took(key.map { .event(.key(KeyEvent($0, modifiers).reported)) } ?? .nothing, length)
  }

  /// An answer of the terminal (DCS, OSC, APC, PM), up to its terminator.
  private static func string(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    guard let introducer = bytes.dropFirst().first, let first = body.first else { return .needsMore }
    let key = Step.took(.event(.key(.alt(Character(Unicode.Scalar(introducer))))), 2)
    guard begins(first, after: introducer) else { return key }
    // Much may have come behind the string.
    for index in bytes.prefix(longestString).indices.dropFirst(2) {
      let isBell = bytes[index] == 0x07
      guard isBell || bytes[index] == UInt8(ascii: "\\") && bytes[index - 1] == 0x1b else { continue }
      let answer = Answer(introducer: introducer, body: bytes[body.startIndex..<(isBell ? index : index - 1)])
      return .took(answer.map(Token.answer) ?? .nothing, index - bytes.startIndex + 1)
    }
    return bytes.count <= longestString ? .needsMore : key
  }

  /// More than any answer; what is longer is none.
  private static let longestString = 4096

  /// Returns a Boolean value that indicates whether a string can begin so: otherwise a key with Alt was
  /// pressed, and others soon after.
  private static func begins(_ byte: UInt8, after introducer: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): (0x30...0x39).contains(byte)
    case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
    case UInt8(ascii: "P"): (0x30...0x39).contains(byte) || ">!|$+".utf8.contains(byte)
    default: true
    }
  }
}
