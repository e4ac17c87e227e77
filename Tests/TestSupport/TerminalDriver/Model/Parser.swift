extension TerminalModel {
  /// A parsed sequence that begins with CSI.
  struct ControlSequence: Sendable, Equatable {
    /// `?`, `>`, `=`, or `<` directly after the introducer.
    var prefix: Unicode.Scalar?
    /// The parameters, which semicolons separate, with their subparameters, which colons separate; a missing
    /// number is 0.
    var parameters: [[Int]]
    /// The intermediate characters, between the parameters and the final character.
    var intermediates: String
    /// The final character, which selects the function.
    var final: Unicode.Scalar

    /// Returns the first subparameter of a parameter, or `standard` if it is missing or 0.
    func number(_ index: Int, or standard: Int = 1) -> Int {
      guard index < parameters.count, let value = parameters[index].first, value > 0 else {
        return standard
      }
      return value
    }
  }

  /// A parser that splits output into characters, control characters, sequences, and strings.
  ///
  /// It is the state machine of DEC's ANSI parser by Paul Williams, on characters instead of bytes, as in
  /// xterm's UTF-8 mode.
  struct Parser: Sendable {
    enum Action: Sendable, Equatable {
      case print(Unicode.Scalar)
      case control(Unicode.Scalar)
      case escape(intermediates: String, final: Unicode.Scalar)
      case sequence(ControlSequence)
      case string(ControlString)
    }

    private enum State: Sendable {
      case ground, escape, sequence, string, stringEscape
    }

    private var decoder = UTF8Decoder()
    private var state = State.ground
    private var collected = ""
    private var kind = ControlString.Kind.osc

    mutating func parse(_ bytes: some Sequence<UInt8>, emit: (Action) -> Void) {
      var decoder = self.decoder
      let bytes = Array(bytes)
      var position = 0
      while position < bytes.count {
        let run = isInLongString && decoder.isIdle ? Self.plainRun(bytes, from: position) : 0
        if run > 0 {
          collected += String(decoding: bytes[position..<position + run], as: UTF8.self)
          position += run
        } else {
          decoder.decode(bytes[position]) { consume($0, emit: emit) }
          position += 1
        }
      }
      self.decoder = decoder
    }

    /// A Boolean value that indicates whether the parser is in a string that is too long to be of a special
    /// kind.
    ///
    /// Pictures have megabytes, which must not be examined one by one.
    private var isInLongString: Bool { state == .string && collected.utf8.count > 16 }

    private static func plainRun(_ bytes: [UInt8], from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
      return end - start
    }

    private mutating func consume(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
      if state == .stringEscape {
        if endString(scalar, emit: emit) { return }
      }
      switch scalar.value {
      case 0x18, 0x1A: state = .ground
      case 0x1B: enterEscape()
      case 0x80...0x9F where state != .string || scalar.value == 0x9C: consumeC1(scalar, emit: emit)
      default: consumePlain(scalar, emit: emit)
      }
    }

    private mutating func enterEscape() {
      if state == .string {
        state = .stringEscape
      } else {
        state = .escape
        collected = ""
      }
    }

    /// Handles a C1 control character, which stands for an escape sequence.
    private mutating func consumeC1(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
      enterEscape()
      consume(Unicode.Scalar(UInt8(scalar.value) - 0x40), emit: emit)
    }

    private mutating func consumePlain(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
      switch state {
      case .string, .stringEscape: consumeInString(scalar, emit: emit)
      case _ where scalar.value < 0x20: emit(.control(scalar))
      case _ where scalar.value == 0x7F: break
      case .ground: emit(.print(scalar))
      case .escape: consumeInEscape(scalar, emit: emit)
      case .sequence: consumeInSequence(scalar, emit: emit)
      }
    }

    private mutating func consumeInEscape(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
      if (0x20...0x2F).contains(scalar.value) {
        collected.unicodeScalars.append(scalar)
        return
      }
      state = .ground
      if collected.isEmpty, scalar == "[" {
        state = .sequence
      } else if collected.isEmpty, let kind = ControlString.Kind(rawValue: scalar) {
        state = .string
        self.kind = kind
      } else {
        emit(.escape(intermediates: collected, final: scalar))
      }
    }

    private mutating func consumeInSequence(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
      guard (0x40...0x7E).contains(scalar.value) else {
        collected.unicodeScalars.append(scalar)
        return
      }
      state = .ground
      emit(.sequence(ControlSequence(body: collected, final: scalar)))
    }
  }
}

extension TerminalModel.Parser {
  private mutating func consumeInString(_ scalar: Unicode.Scalar, emit: (Action) -> Void) {
    if scalar.value == 0x07, kind == .osc {
      finishString(emit: emit)
      return
    }
    collected.unicodeScalars.append(scalar)
    if kind == .osc, isLinuxPalette { finishString(emit: emit) }
  }

  /// The Linux console's `ESC ] R` and `ESC ] P nrrggbb` have no terminator: console_codes(4).
  private var isLinuxPalette: Bool {
    collected == "R" || (collected.first == "P" && collected.utf8.count == 8)
  }

  /// Handles the character after an ESC in a string, and returns `false` if it begins a new sequence.
  private mutating func endString(_ scalar: Unicode.Scalar, emit: (Action) -> Void) -> Bool {
    // In its passthrough, tmux requires each ESC twice.
    if scalar.value == 0x1B, kind == .dcs, collected.hasPrefix("tmux;") {
      collected.unicodeScalars.append(scalar)
      state = .string
      return true
    }
    finishString(emit: emit)
    if scalar == "\\" { return true }
    enterEscape()
    return false
  }

  private mutating func finishString(emit: (Action) -> Void) {
    state = .ground
    emit(.string(TerminalModel.ControlString(kind: kind, body: collected)))
    collected = ""
  }
}

extension TerminalModel.ControlSequence {
  /// Parses the text between `CSI` and the final character.
  init(body: String, final: Unicode.Scalar) {
    var rest = Substring(body).unicodeScalars
    var prefix: Unicode.Scalar?
    if let first = rest.first, ("<"..."?").contains(first) {
      prefix = first
      rest.removeFirst()
    }
    let end = rest.firstIndex { (0x20...0x2F).contains($0.value) } ?? rest.endIndex
    let numbers = Substring(rest[..<end])
    self.init(
      prefix: prefix,
      parameters: numbers.isEmpty
        ? []
        : numbers.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
          parameter.split(separator: ":", omittingEmptySubsequences: false).map {
            min(Int($0) ?? 0, 1 << 16)
          }
        },
      intermediates: String(Substring(rest[end...])), final: final)
  }
}
