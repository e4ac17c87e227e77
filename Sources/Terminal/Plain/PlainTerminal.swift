internal import CNcurses
internal import Glibc

/// A terminal that is written to line by line, as most programs do, or a pipe or file in its place.
///
/// Standard output; it belongs to the main actor. Writes nothing by itself but the questions to the terminal: it makes
/// the bytes that others write.
@MainActor public struct PlainTerminal {
  /// Columns and rows; nil if standard output is no terminal.
  public let size: Size?
  /// The known capabilities of the terminal; for a pipe, those that the environment indicates.
  public let capabilities: Capabilities

  private static let output = STDOUT_FILENO

  /// Finds out what there is, and does something else meanwhile.
  ///
  /// With `asks`, the terminal itself is asked, which takes as long as its answers, at most 300 ms; it answers while
  /// `body` runs. It is not asked if standard input is another thing than that terminal. The locale of the process for
  /// characters becomes the user's.
  public static func find<Result>(
    colors: ColorPolicy = .automatic, asks: Bool = true, while body: () throws -> Result
  ) rethrows -> (terminal: PlainTerminal, result: Result) {
    setlocale(LC_CTYPE, "")
    let type = getenv("TERM").map { String(cString: $0) } ?? ""
    let hasEntry = TerminalEntry.load(type, on: output) { false } != nil
    let isColored = hasEntry && colors.allowsColor()
    var inquiry = Inquiry(
      .here(
        colorDepth: ColorDepth(ofPalette: isColored ? ps_colors_of_entry() : 0), forcedDepth: nil,
        showsUnicode: Inquiry.Surroundings.isUTF8, cellSize: .ofLine(output)))
    if !asks { inquiry.giveUp() }
    let result = try Interview.hold(&inquiry, while: body)
    return (PlainTerminal(size: measure(), capabilities: inquiry.capabilities), result)
  }

  /// The columns of the terminal; nil if standard output is no terminal.
  public static var width: Int? { width(of: output) }

  /// Returns the columns of the terminal that a file descriptor refers to; nil if it is another thing.
  public nonisolated static func width(of descriptor: Int32) -> Int? { measure(descriptor)?.width }

  private nonisolated static func measure(_ descriptor: Int32 = STDOUT_FILENO) -> Size? {
    guard isatty(descriptor) == 1 else { return nil }
    var window = winsize()
    guard ps_window_size(descriptor, &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(width: 80, height: 24)
    }
    return Size(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// A line of text from anywhere as this terminal can show it.
  public func line(_ text: String) -> String {
    if capabilities.showsUnicode { return SafeText.fitted(text) }
    var line = ""
    for cluster in SafeText.clusters(of: Transliteration.expanded(text)) {
      line.append(Transliteration.ascii(cluster.text))
      if cluster.width == 2 { line += "_" }
    }
    return line
  }

  /// Runs what writes pictures.
  ///
  /// A signal that ends the program meanwhile also ends what has been begun, so that the terminal does not take what
  /// comes next for the rest of a picture.
  public func guarding<Result>(_ body: () throws -> Result) rethrows -> Result {
    var settings = termios()
    guard size != nil, tcgetattr(Self.output, &settings) == 0 else { return try body() }
    TerminalGuard.watch(noticesTo: -1)
    TerminalGuard.arm(terminal: Self.output, settings: settings, text: Self.ending)
    defer {
      TerminalGuard.disarm()
      TerminalGuard.unwatch()
    }
    return try body()
  }

  /// Ends a control string, colors and the line.
  private static let ending = "\u{1b}\\\u{1b}[m\r\n"
}
