/// The place where the marks of a photo come from.
public enum MarkOrigin: Int, Codable, Sendable {
  /// There are no marks.
  case none
  /// The user made them here. No import changes them.
  case user
  /// They were read from a file or its sidecar. The next read replaces them.
  case file
}
