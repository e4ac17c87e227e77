extension TerminalModel {
  /// Who a terminal says it is when a program asks.
  public struct Persona: Sendable, Equatable {
    /// What stands between `CSI ?` and `c` in the answer to DA1; nil for a terminal that answers nothing at all.
    public var attributes: String?
    /// The name and version in the answer to XTVERSION.
    public var version: String
    /// Pixels of a cell, wide.
    public var cellWidth = 10
    /// Pixels of a cell, high.
    public var cellHeight = 20

    /// The color behind text in the answer to OSC 11, as `rrrr/gggg/bbbb`.
    public var background = "1010/1010/1010"

    /// Whether it answers kitty's question with OK, whatever that is worth.
    public var answersKitty = false
    /// Whether it draws kitty's pictures where they are placed.
    public var showsKitty = false
    /// Whether it draws kitty's pictures in placeholders.
    public var showsPlaceholders = false
    /// Whether it draws files as iTerm2 takes them.
    public var showsFiles = false
    /// Whether it answers that it knows synchronized output.
    public var synchronizes = false
    /// Whether it is tmux, in front of a terminal that is as the rest says.
    public var isTmux = false
    /// Whether tmux passes on what is for the terminal around it.
    public var passesThrough = false
    /// The name and version of the terminal around tmux.
    public var outerVersion = ""
    /// How many columns it gives characters that terminals disagree about.
    public var widths = Widths()

    /// Whether it draws sixels: attribute 4.
    public var showsSixel: Bool { attributes?.split(separator: ";").contains("4") == true }

    /// A terminal by its answers.
    public init(attributes: String?, version: String) {
      self.attributes = attributes
      self.version = version
    }

    private init(
      _ attributes: String, _ version: String, kitty: Bool = false, placeholders: Bool = false,
      files: Bool = false
    ) {
      self.init(attributes: attributes, version: version)
      answersKitty = kitty
      showsKitty = kitty
      showsPlaceholders = placeholders
      showsFiles = files
      synchronizes = true
    }

    /// An xterm with colours and without pictures.
    public static let xterm = Persona(attributes: "62;22", version: "XTerm(379)")
    /// A kitty that draws placeholders.
    public static let kitty = Persona("62;", "kitty(0.38.1)", kitty: true, placeholders: true)
    /// A kitty that does not know placeholders.
    public static let oldKitty = Persona("62;", "kitty(0.26.5)", kitty: true)
    /// A terminal with sixels, such as foot.
    public static let sixel = Persona("62;4;22", "foot(1.13.1)")
    /// WezTerm: it knows everything but kitty's placeholders.
    public static let wezterm = Persona("65;4;6;18;22", "WezTerm 20240203", kitty: true, files: true)
    /// A terminal that understands everything and never answers.
    public static let silent = Persona(attributes: nil, version: "")
    /// tmux in kitty, with or without what its option `allow-passthrough` does.
    public static func tmux(passesThrough: Bool) -> Persona {
      var persona = Persona("1;2", "tmux 3.4", kitty: true, placeholders: true)
      persona.isTmux = true
      persona.passesThrough = passesThrough
      persona.outerVersion = "kitty(0.38.1)"
      return persona
    }
    /// The terminals that programs with pictures are to be tried on, by name.
    public static let named: [String: Persona] = [
      "xterm": xterm, "kitty": kitty, "kitty-old": oldKitty, "sixel": sixel, "wezterm": wezterm,
      "none": silent,
    ]
  }

  mutating func reply(_ text: String) {
    if persona.attributes != nil { replies += text }
  }

  /// The sequences that ask the terminal something, and those of the window.
  mutating func asking(_ sequence: ControlSequence) {
    let question = sequence.number(0, or: 0)
    switch (sequence.prefix, sequence.intermediates, sequence.final) {
    case (nil, "", "c"): reply("\u{1B}[?\(persona.attributes ?? "")c")
    case (">", "", "c"): reply("\u{1B}[>41;379;0c")
    case (">", "", "q"): reply("\u{1B}P>|\(isPassedThrough ? persona.outerVersion : persona.version)\u{1B}\\")
    case (nil, "", "n"): reportStatus(question, prefix: "")
    case ("?", "", "n"): reportStatus(question, prefix: "?")
    case ("?", "$", "p"): reply("\u{1B}[?\(question);\(state(of: question))$y")
    case (nil, "", "t"): window(question)
    default: break
    }
  }

  private mutating func reportStatus(_ question: Int, prefix: String) {
    switch question {
    case 5 where prefix.isEmpty: reply("\u{1B}[0n")
    case 6:
      let top = modes.origin ? region.lowerBound : 0
      reply("\u{1B}[\(prefix)\(cursor.row - top + 1);\(cursor.column + 1)R")
    default: break
    }
  }

  /// DECRPM: 0 not known, 1 set, 2 reset.
  private func state(of mode: Int) -> Int {
    guard Modes.known[mode] != nil, mode != 2026 || persona.synchronizes else { return 0 }
    return modes.privateModes.contains(mode) ? 1 : 2
  }

  /// XTWINOPS: sizes in pixels and cells, and the stack of titles that ncurses uses around a full screen.
  private mutating func window(_ what: Int) {
    let (width, height) = (persona.cellWidth, persona.cellHeight)
    switch what {
    case 14: reply("\u{1B}[4;\(height * rows);\(width * columns)t")
    case 16: reply("\u{1B}[6;\(height);\(width)t")
    case 18: reply("\u{1B}[8;\(rows);\(columns)t")
    case 22: titleStack.append(title)
    case 23: title = titleStack.popLast() ?? title
    default: break
    }
  }

  /// The questions that come as strings.
  mutating func answer(_ string: ControlString) {
    switch (string.kind, string.body) {
    case (.osc, "10;?"): reply("\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\")
    case (.osc, "11;?"): reply("\u{1B}]11;rgb:\(persona.background)\u{1B}\\")
    case (.dcs, _) where string.body.hasPrefix("$q"): reply("\u{1B}P0$r\u{1B}\\")
    case (.dcs, _) where string.body.hasPrefix("+q"): reply("\u{1B}P0+r\u{1B}\\")
    default: break
    }
  }
}
