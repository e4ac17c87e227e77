/// The edits of one save that is pending or failed.
struct UnsavedEdits {
  let number: Int
  /// The names of the edits.
  var names: [String]
  /// The names of those whose files are at their new places nevertheless.
  var moves: [String] = []
  /// The task that waits for the commit.
  var observation: Task<Void, Never>?
  /// The reason why the save failed.
  var failure: (any Error)?
}
