/// A color that the user gives photos a meaning by, in the order of Lightroom and darktable.
public enum ColorLabel: Int, CaseIterable, Codable, Sendable {
  /// No color.
  case none
  /// Red.
  case red
  /// Yellow.
  case yellow
  /// Green.
  case green
  /// Blue.
  case blue
  /// Purple.
  case purple

  /// The name in queries: `red`; `none` without a color.
  public var name: String {
    // An interpolation reflects on the type, which takes as long as all other names of commands together.
    switch self {
    case .none: "none"
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .blue: "blue"
    case .purple: "purple"
    }
  }

  /// Creates the label with a name, whatever its case; `nil` if there is none.
  public init?(name: String) {
    guard let label = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = label
  }
}
