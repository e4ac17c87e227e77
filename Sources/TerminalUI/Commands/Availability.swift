/// A Boolean value that indicates whether a command can be called now.
public enum Availability: Hashable, Sendable {
  /// It can.
  case enabled
  /// The command is unavailable, for a reason that the user sees.
  case disabled(reason: String)
}
