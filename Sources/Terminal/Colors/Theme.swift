/// The styles that a user chose, for dark and for light backgrounds.
public struct Theme: Hashable, Sendable {
  /// The brightness of a background.
  public enum Brightness: String, CaseIterable, Hashable, Sendable {
    /// Light text can be read on it.
    case dark
    /// Dark text can be read on it.
    case light
  }

  /// The brightness of the background, whatever the terminal reports; `nil` to go by that.
  public var brightness: Brightness?
  /// The chosen styles; those of other roles are built in.
  public var styles: [Brightness: [StyleRole: Style]]

  /// Creates a theme, which by default has the built-in styles.
  public init(brightness: Brightness? = nil, styles: [Brightness: [StyleRole: Style]] = [:]) {
    self.brightness = brightness
    self.styles = styles
  }
}
