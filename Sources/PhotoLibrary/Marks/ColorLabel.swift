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
    // An interpolation reflects on the type: 1.4 million instructions at the start, for the commands of the labels.
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
