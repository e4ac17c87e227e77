internal import CNcurses
internal import Glibc

/// The entry of the terminal's type in the terminfo database.
///
/// Over SSH the usual case is a terminal whose entry the other machine does not have: Debian installs those of the
/// package ncurses-base only. Such a terminal gets the entry of one that it is compatible with; what it can do beyond
/// that it answers itself.
@MainActor enum TerminalEntry {
  /// The entries that stand in for others, best first; ncurses-base has them all.
  private static let substitutes = ["xterm-256color", "xterm"]
  /// The same in tmux and GNU screen.
  private static let multiplexerSubstitutes = ["screen-256color", "screen"] + substitutes

  /// First parts of the names of terminals that understand what xterm does, as all that is written in the last decades.
  private static let compatible = [
    "xterm", "kitty", "foot", "alacritty", "ghostty", "wezterm", "rio", "contour", "tmux", "screen",
    "konsole", "vte",
    "gnome", "iterm", "mintty", "mlterm", "putty", "st-", "st_", "stterm", "rxvt", "ms-terminal", "nsterm",
    "warp",
    "wayst", "yaft", "zutty", "teken",
  ]

  /// Loads the entry of a type, or one that stands in for it, and returns the name of the entry; nil if there is none.
  ///
  /// `answers` finds out whether a terminal of a type that is not known here answers as terminals do.
  static func load(_ type: String, on terminal: CInt, answers: () -> Bool) -> String? {
    if exists(type, on: terminal) { return type }
    guard type != "dumb" else { return nil }
    let isMultiplexer = ["tmux", "screen"].contains(where: type.hasPrefix)
    guard compatible.contains(where: type.hasPrefix) || answers() else { return nil }
    return (isMultiplexer ? multiplexerSubstitutes : substitutes).first { exists($0, on: terminal) }
  }

  /// Loads an entry, if there is one.
  private static func exists(_ type: String, on terminal: CInt) -> Bool {
    var status: CInt = 0
    return setupterm(type, terminal, &status) == OK
  }
}
