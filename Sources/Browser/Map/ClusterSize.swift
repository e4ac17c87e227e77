import Terminal
import WorldMap

/// The order of magnitude of a cluster, which its color shows.
enum ClusterSize: CaseIterable {
  case one
  case few
  case tens
  case hundreds
  case thousands

  init(_ count: Int) {
    switch count {
    case ...1: self = .one
    case ..<10: self = .few
    case ..<100: self = .tens
    case ..<1_000: self = .hundreds
    default: self = .thousands
    }
  }

  /// The style of the number: both colors are given, so that it can be read on any background.
  ///
  /// The nearest of 16 colors are green, yellow, red and magenta. The contrast is at least 4.5 (WCAG 2.2, 1.4.3).
  var style: Style {
    switch self {
    case .one: .bold
    case .few: Style(foreground: .palette(16), background: .palette(34), .bold)
    case .tens: Style(foreground: .palette(16), background: .palette(178), .bold)
    case .hundreds: Style(foreground: .palette(231), background: .palette(160), .bold)
    case .thousands: Style(foreground: .palette(231), background: .palette(127), .bold)
    }
  }
}
