internal import CNcurses
internal import Glibc
import PictureBasics

extension Screen {
  /// Throws when standard input and output cannot show a screen.
  ///
  /// Writes nothing, except to a terminal of an unknown type, which is asked whether it is one.
  public static func checkTerminal() throws(TerminalError) { _ = try loadEntry() }

  /// Loads the entry of the terminal, and returns its name.
  static func loadEntry() throws(TerminalError) -> String {
    guard isatty(STDIN_FILENO) == 1, isatty(terminal) == 1 else { throw .notATerminal }
    guard let type = getenv("TERM").map({ String(cString: $0) }), !type.isEmpty else {
      throw .terminalTypeNotSet
    }
    guard let entry = TerminalEntry.load(type, on: terminal, answers: Interview.isAnswered) else {
      throw type == "dumb" ? .dumbTerminal(type: type) : .unknownTerminalType(type)
    }
    guard ps_capability("cup") != nil, ps_capability("clear") != nil else {
      throw .dumbTerminal(type: type)
    }
    return entry
  }

  /// Returns the size that the terminal reports, or else that of its terminfo entry.
  static func measure() -> Size {
    var window = winsize()
    if ps_window_size(terminal, &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      return Size(width: Int(window.ws_col), height: Int(window.ws_row))
    }
    return Size(width: Int(ps_columns()), height: Int(ps_lines()))
  }

  /// Lets ncurses collect an update, instead of writing it movement by movement.
  ///
  /// Until ncurses has come back from the shell once, it writes what it has after each movement of the cursor (`_nc_mvcur` in
  /// its lib_mvcur.c), and a frame is as many writes as movements. It leaves and comes back here without the terminal, which
  /// gets none of the strings for that, and has shown the other screen since `newterm`.
  ///
  /// - Precondition: ncurses has no size other than that of the entry yet: it asks for the size when it comes back, and gets
  ///   none from what stands in for the terminal.
  static func endInitialState(of curses: CursesOutput) {
    // Each of the two has written at once, with all that `newterm` left to write. Without them that would be lost here.
    guard ps_capability("smkx") != nil || ps_capability("civis") != nil else { return }
    _ = curses.collect {
      endwin()
      doupdate()
      // Leaving curses mode forgets it (ncurses, lib_raw.c).
      keypad(ps_stdscr(), true)
    }
  }

  /// Returns the current terminal settings, for restoring them later.
  static func currentSettings() -> termios {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings
  }
}

// What is known of the terminal before it is asked.
extension Screen {
  static func surroundings(painter: Painter, depth: ColorDepth?) -> Inquiry.Surroundings {
    Inquiry.Surroundings.here(
      colorDepth: painter.colorDepth, forcedDepth: depth, showsUnicode: painter.isUTF8,
      cellSize: lineCellSize())
  }

  static func lineCellSize() -> PixelSize? { .ofLine(terminal) }
}
