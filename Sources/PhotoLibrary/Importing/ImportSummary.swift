/// The result of an import.
public struct ImportSummary: Hashable, Sendable {
  /// The number of photos that were not in the library.
  public var new = 0
  /// The number of photos that changed.
  public var changed = 0
  /// The number of known photos that did not change.
  public var unchanged = 0
  /// The number of known photos that were not imported from the source before.
  var adopted = 0
  /// The number of photos that were deleted from the library, and stay deleted.
  public var deleted = 0
  /// The number of those that were not imported from the source before they were deleted.
  var deletedStrangers = 0
  /// The number of entries that are not photos.
  public var unreadable = 0
  /// The number of photos that were skipped because the limit of new photos was reached.
  public var left = 0

  /// Creates an empty summary.
  public init() {}

  /// The number of entries without effect: deleted photos, and entries that are not photos.
  public var skipped: Int { deleted + unreadable }

  /// Adds the result of another import.
  public static func += (left: inout ImportSummary, right: ImportSummary) {
    left.new += right.new
    left.changed += right.changed
    left.unchanged += right.unchanged
    left.adopted += right.adopted
    left.deleted += right.deleted
    left.deletedStrangers += right.deletedStrangers
    left.unreadable += right.unreadable
    left.left += right.left
  }
}
