internal import CNcurses
internal import Glibc
import PictureBasics

extension Inquiry.Surroundings {
  /// Returns the environment of this program.
  ///
  /// - Precondition: The terminfo entry, if there is one, has been loaded.
  static func here(
    colorDepth: ColorDepth, forcedDepth: ColorDepth?, showsUnicode: Bool, cellSize: PixelSize?
  ) -> Inquiry.Surroundings {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let speaks = ps_capability("cup").map { String(cString: $0).hasPrefix("\u{1b}[") } ?? false
    return Inquiry.Surroundings(
      speaks: speaks && ps_colors_of_entry() >= 8, type: variable("TERM"), hasTmux: !variable("TMUX").isEmpty,
      promisesDirectColor: ["truecolor", "24bit"].contains(variable("COLORTERM")),
      colorDepth: colorDepth, forcedDepth: colorDepth == .none ? nil : forcedDepth,
      showsUnicode: showsUnicode, cellSize: cellSize)
  }

  /// A Boolean value that indicates whether the locale, which has been set, is UTF-8.
  static var isUTF8: Bool { String(cString: nl_langinfo(CInt(CODESET))) == "UTF-8" }
}

extension ColorDepth {
  /// Creates the color depth of a terminal with `count` palette colors.
  init(ofPalette count: CInt) {
    switch count {
    case 256...: self = .palette256
    case 16...: self = .palette16
    case 8...: self = .palette8
    default: self = .none
    }
  }
}

extension PixelSize {
  /// Pixels of a cell by the word of the line; nil where it does not know, as over some ways of SSH.
  static func ofLine(_ terminal: CInt) -> PixelSize? {
    var window = winsize()
    guard ps_window_size(terminal, &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    else { return nil }
    return Self(
      width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
  }
}
