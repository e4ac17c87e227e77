public import Terminal
public import TerminalPictures

extension PictureStyle {
  /// Returns the style for a terminal that shows pictures with that method.
  public static func of(_ graphics: Graphics, colors: ColorDepth = .direct) -> PictureStyle? {
    PictureStyle(for: .showing(graphics, colors: colors), choice: .automatic, environment: [:])
  }
}
