internal import Glibc

/// Whether colours are used.
///
/// Attributes such as reverse and bold always are.
public enum ColorPolicy: Hashable, Sendable {
  /// Colours, unless the variable `NO_COLOR` is present and not empty (no-color.org).
  case automatic
  /// Colours whatever the environment says.
  case always
  /// No colours.
  case never

  /// Whether there are to be colours in this environment.
  func allowsColor(environment noColor: String? = getenv("NO_COLOR").map { String(cString: $0) }) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic: (noColor ?? "").isEmpty
    }
  }
}
