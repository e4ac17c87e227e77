import PhotoLibrary
import Terminal

extension ColorLabel {
  /// The style of the name: both colors are given, so that it can be read on any background.
  ///
  /// The nearest of 16 colors are those of the names. The contrast is at least 4.5 (WCAG 2.2, 1.4.3).
  var style: Style {
    switch self {
    case .none: .plain
    case .red: Style(foreground: .palette(231), background: .palette(160))
    case .yellow: Style(foreground: .palette(16), background: .palette(178))
    case .green: Style(foreground: .palette(16), background: .palette(34))
    case .blue: Style(foreground: .palette(231), background: .palette(25))
    case .purple: Style(foreground: .palette(231), background: .palette(127))
    }
  }
}
