public import Terminal

/// The place where a browser is seen, and where its input comes from.
public struct BrowserSurface {
  let surface: any Surface

  /// Returns the surface of an open screen, which no other browser uses.
  public static func screen(_ screen: Screen) -> BrowserSurface {
    BrowserSurface(surface: ScreenSurface(screen))
  }

  /// Returns a surface of lines of text: standard input is read.
  ///
  /// - Parameters:
  ///   - capabilities: The known capabilities of the terminal.
  ///   - isPrompted: A Boolean value that indicates whether `> ` is written where a line is expected.
  ///   - write: Writes a text, which has its line end where it needs one; the browser ends when that fails.
  public static func lines(
    capabilities: Capabilities, isPrompted: Bool, write: @escaping (String) throws -> Void
  ) -> BrowserSurface {
    BrowserSurface(
      surface: LineSurface(capabilities: capabilities, isPrompted: isPrompted, write: write))
  }
}
