internal import CNcurses

/// Control strings that are sent to the terminal in addition to the output of ncurses.
struct ControlStrings {
  /// Turns pasting in brackets on, and notices when the colors turn dark or light (mode 2031).
  let begin: String
  /// Turns it all off.
  let end: String
  /// Turns the mouse on: buttons and dragging, in SGR form.
  let mouseOn: String
  /// Turns the mouse off.
  let mouseOff: String
  /// Lets a terminal that can do so report keys so that none begins like another one: Esc, and letters with Control or Alt;
  /// with the codes that the key has with Shift and on another layout (1 + 4).
  ///
  /// Only such a terminal gets it, and only while the other screen is shown: each screen has its own stack of these settings
  /// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/, "Progressive enhancement").
  static let distinctKeys = "\u{1b}[>5u"
  /// Lets it report keys as before.
  static let ordinaryKeys = "\u{1b}[<u"
  /// Begins a frame that the terminal shows only when it is whole (mode 2026; harmless where unknown).
  let frameBegins: String
  /// Ends such a frame.
  let frameEnds: String
  /// Lets the whole screen scroll; the cursor goes to its top left corner.
  ///
  /// A frame that is on its way when the window changes its size may set the region that scrolls, and then to what was
  /// the whole screen before; to the terminal that is a part of the new one.
  let scrollsAll: String
  /// A Boolean value that indicates whether the entry has strings for attributes that ``AttributeShortening`` shortens.
  let hasLongAttributes: Bool
  /// Gives the terminal back from any state.
  let restore: String

  /// Reads what the terminal's entry, which is loaded, adds to that.
  ///
  /// A terminal that does not speak ECMA-48 gets no private modes.
  init() {
    let speaks = ps_capability("cup").map { String(cString: $0).hasPrefix("\u{1b}[") } ?? false
    func mode(_ text: String) -> String { speaks ? text : "" }
    mouseOn = mode("\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h")
    mouseOff = mode("\u{1b}[?1006l\u{1b}[?1003l\u{1b}[?1002l\u{1b}[?1000l")
    begin = mode("\u{1b}[?2004h\u{1b}[?2031h")
    frameBegins = mode("\u{1b}[?2026h")
    frameEnds = mode("\u{1b}[?2026l")
    end = frameEnds + mouseOff + mode("\u{1b}[?2031l\u{1b}[?2004l")
    scrollsAll = Self.capability("csr").isEmpty ? "" : mode("\u{1b}[r")
    hasLongAttributes = ps_capability("sgr0").map { String(cString: $0) } == AttributeShortening.plain
    let normal = ["sgr0", "cnorm", "rmkx", "rmcup"].map(Self.capability).joined()
    // Where there is no other screen to go back to, the cursor has to stay where it is.
    restore = end + (Self.capability("rmcup").isEmpty ? normal + "\r\n" : scrollsAll + normal + "\r")
  }

  /// A string of the terminal's entry without its marks for padding, `$<5>`.
  private static func capability(_ name: String) -> String {
    guard let value = ps_capability(name) else { return "" }
    var text = ""
    var rest = Substring(String(cString: value))
    while let mark = rest.firstRange(of: "$<") {
      text += rest[..<mark.lowerBound]
      rest = rest[mark.upperBound...]
      rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
    }
    return text + rest
  }
}
