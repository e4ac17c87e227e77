/// An error of mapping one version of a model to another, or of migrating a store by such a mapping.
///
/// The store is unchanged.
public struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the store's file, if one was being migrated.
  public let path: String?
  /// All problems that were found, at least one.
  public let problems: [MigrationProblem]

  package init(path: String? = nil, problems: [MigrationProblem]) {
    self.path = path
    self.problems = problems
  }

  /// The problems, one sentence each.
  public var description: String {
    let start = path.map { "\($0) cannot be migrated: " } ?? "The model cannot be mapped: "
    return start + problems.map(\.description).joined(separator: ". ")
  }
}
