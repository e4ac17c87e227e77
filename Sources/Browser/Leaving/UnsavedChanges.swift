/// Changes that were made in the browser and are not in the library.
public struct UnsavedChanges: Error, CustomStringConvertible {
  /// The names of the changes, oldest first.
  public let names: [String]
  /// The reason why saving failed; nil when it was not waited for.
  public let reason: (any Error)?
  /// The paths of the drafts from which some of the changes came.
  public let drafts: [String]

  /// The number of changes that are named; the others are counted.
  private static let limit = 5

  /// The error as one sentence.
  public var description: String {
    var list = names.prefix(Self.limit).joined(separator: ", ")
    if names.count > Self.limit { list += ", and \(names.count - Self.limit) more" }
    if !drafts.isEmpty {
      list += " (the draft\(drafts.count == 1 ? " is" : "s are") \(drafts.joined(separator: ", ")))"
    }
    guard let reason else { return "Not saved, because the browser was left before: \(list)" }
    return "Not saved: \(list): \(reason)"
  }
}
