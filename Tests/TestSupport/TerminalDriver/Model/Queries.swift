extension TerminalModel {
  /// The identity of a terminal in its responses to queries.
  public struct Persona: Sendable, Equatable {
    /// The text between `CSI ?` and `c` in the response to DA1; nil for a terminal that responds to nothing.
    public var attributes: String?
    /// The number of queries DA1 that it responds to; after them it is as slow as if it never did.
    public var attributeResponses = Int.max
    /// The name and version in the response to XTVERSION.
    public var version: String
    /// The width of a cell in pixels.
    public var cellWidth = 10
    /// The height of a cell in pixels.
    public var cellHeight = 20

    /// The background color in the response to OSC 11, as `rrrr/gggg/bbbb`.
    public var background = "1010/1010/1010"

    /// A Boolean value that indicates whether it responds to kitty's query with OK, even without support.
    public var answersKitty = false
    /// A Boolean value that indicates whether it supports kitty's keyboard protocol.
    public var distinguishesKeys: Bool { answersKitty && !isTmux }
    /// A Boolean value that indicates whether it draws placements of kitty's protocol.
    public var showsKitty = false
    /// A Boolean value that indicates whether it draws placeholders of kitty's protocol.
    public var showsPlaceholders = false
    /// A Boolean value that indicates whether it draws files of iTerm2's protocol.
    public var showsFiles = false
    /// A Boolean value that indicates whether it reports support for synchronized output.
    public var synchronizes = false
    /// The status in the response to data for the clipboard (OSC 5522); nil for a terminal without such a clipboard.
    public var clipboardStatus: String?
    /// A Boolean value that indicates whether it is tmux inside a terminal with the other properties.
    public var isTmux = false
    /// A Boolean value that indicates whether tmux passes sequences through to the terminal around it.
    public var passesThrough = false
    /// The number of sequences that tmux drops from the first removal of an image on, as while it draws the pane.
    public var droppedPassages = 0
    /// The name and version of the terminal around tmux.
    public var outerVersion = ""
    /// The widths of characters that differ between terminals.
    public var widths = Widths()

    /// A Boolean value that indicates whether it draws sixels: attribute 4.
    public var showsSixel: Bool { attributes?.split(separator: ";").contains("4") == true }

    /// Creates a terminal with its responses.
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

    /// An xterm with colors and without pictures.
    public static let xterm = Persona(attributes: "62;22", version: "XTerm(379)")
    /// A kitty that draws placeholders.
    public static let kitty = Persona("62;", "kitty(0.38.1)", kitty: true, placeholders: true)
    /// A kitty without placeholders.
    public static let oldKitty = Persona("62;", "kitty(0.26.5)", kitty: true)
    /// A terminal with sixels, such as foot.
    public static let sixel = Persona("62;4;22", "foot(1.13.1)")
    /// WezTerm, which supports everything except kitty's placeholders.
    public static let wezterm = Persona("65;4;6;18;22", "WezTerm 20240203", kitty: true, files: true)
    /// A terminal that supports everything and never responds.
    public static let silent = Persona(attributes: nil, version: "")
    /// tmux in kitty, with or without its option `allow-passthrough`.
    public static func tmux(passesThrough: Bool) -> Persona {
      var persona = Persona("1;2", "tmux 3.4", kitty: true, placeholders: true)
      persona.isTmux = true
      persona.passesThrough = passesThrough
      persona.outerVersion = "kitty(0.38.1)"
      return persona
    }
    /// The terminals on which to test programs with pictures, by name.
    public static let named: [String: Persona] = [
      "xterm": xterm, "kitty": kitty, "kitty-old": oldKitty, "sixel": sixel, "wezterm": wezterm,
      "none": silent,
    ]
  }

  mutating func reply(_ text: String) {
    if persona.attributes != nil { replies += text }
  }

  /// Executes queries and window operations.
  mutating func asking(_ sequence: ControlSequence) {
    let question = sequence.number(0, or: 0)
    switch (sequence.prefix, sequence.intermediates, sequence.final) {
    case (nil, "", "c") where persona.attributeResponses > 0:
      persona.attributeResponses -= 1
      reply("\u{1B}[?\(persona.attributes ?? "")c")
    case (">", "", "c"): reply("\u{1B}[>41;379;0c")
    case (">", "", "q"): reply("\u{1B}P>|\(isPassedThrough ? persona.outerVersion : persona.version)\u{1B}\\")
    case (nil, "", "n"): reportStatus(question, prefix: "")
    case ("?", "", "u") where persona.distinguishesKeys:
      reply("\u{1B}[?\(modes.keyboardFlags.last ?? 0)u")
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

  /// DECRPM: 0 unknown, 1 set, 2 reset.
  private func state(of mode: Int) -> Int {
    if mode == 5522 { return persona.clipboardStatus == nil ? 0 : 2 }
    guard Modes.known[mode] != nil, mode != 2026 || persona.synchronizes else { return 0 }
    return modes.privateModes.contains(mode) ? 1 : 2
  }

  /// XTWINOPS: sizes in pixels and cells, and the title stack that ncurses uses around a full screen.
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

  /// Responds to queries in strings.
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
