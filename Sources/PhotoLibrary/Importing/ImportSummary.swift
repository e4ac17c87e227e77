/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// Photos that were not in the library.
  public var new = 0
  /// Photos of which something changed.
  public var changed = 0
  /// Photos that were known as they are.
  public var unchanged = 0
  /// Photos that were deleted here, and stay so.
  public var deleted = 0
  /// Entries that are no photos.
  public var unreadable = 0
  /// Photos that were left for another time, because so many new ones were wanted and no more.
  public var left = 0

  /// Makes a summary of nothing.
  public init() {}

  /// Entries that changed nothing: deleted photos, and what is no photo.
  public var skipped: Int { deleted + unreadable }

  /// Adds another import.
  public static func += (left: inout ImportSummary, right: ImportSummary) {
    left.new += right.new
    left.changed += right.changed
    left.unchanged += right.unchanged
    left.deleted += right.deleted
    left.unreadable += right.unreadable
    left.left += right.left
  }
}
