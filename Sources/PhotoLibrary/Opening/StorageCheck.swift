/// The result of checking the store of a library, of any kind.
public struct StorageCheck: Sendable {
  /// The number of rows of an entity.
  public struct Count: Hashable, Sendable {
    /// The name of the entity.
    public let entity: String
    /// The number of rows.
    public let rows: Int
  }

  /// Rows that refer to missing rows.
  public struct Orphans: Hashable, Sendable {
    /// The name of their entity.
    public let entity: String
    /// The name of the relationship whose destination is missing.
    public let relationship: String
    /// The number of rows.
    public let count: Int
  }

  /// The number of rows of each entity, in the order of the model.
  public let counts: [Count]
  /// Rows that refer to missing rows, by relationship.
  public let orphans: [Orphans]
  /// Facts about the store, one a line: a name and a text, separated by a tab.
  public let facts: [String]
  /// Errors other than orphans, in the same form.
  public let problems: [String]
  /// A Boolean value that indicates whether the rows can be relied on.
  public let isReadable: Bool

  /// A Boolean value that indicates whether the check found no errors.
  public var isSound: Bool { orphans.isEmpty && problems.isEmpty }
}
