internal import Glibc

/// A Boolean value that indicates whether colors are used.
///
/// Attributes such as reverse and bold always are.
public enum ColorPolicy: Hashable, Sendable {
  /// Colors, unless the variable `NO_COLOR` is present and not empty (no-color.org).
  case automatic
  /// Colors whatever the environment says.
  case always
  /// No colors.
  case never

  /// Returns a Boolean value that indicates whether colors are used in this environment.
  func allowsColor(environment noColor: String? = getenv("NO_COLOR").map { String(cString: $0) }) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic: (noColor ?? "").isEmpty
    }
  }
}
