/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// Photos that were not in the library.
  public var new = 0
  /// Photos of which something changed.
  public var changed = 0
  /// Photos that were known as they are.
  public var unchanged = 0
  /// Entries that are no photos, and photos that were deleted and stay so.
  public var skipped = 0

  /// Makes a summary of nothing.
  public init() {}

  /// Adds another import.
  public static func += (left: inout ImportSummary, right: ImportSummary) {
    left.new += right.new
    left.changed += right.changed
    left.unchanged += right.unchanged
    left.skipped += right.skipped
  }
}
