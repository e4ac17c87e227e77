public import ObjectGraph

/// What looking over a whole store found.
public struct StoreCheck: Hashable, Sendable {
  /// How many rows an entity has.
  public struct Count: Hashable, Sendable {
    /// The name of the entity.
    public let entity: String
    /// How many rows there are.
    public let rows: Int
  }

  /// Rows that refer to others that are not there.
  public struct Orphans: Hashable, Sendable {
    /// The name of their entity.
    public let entity: String
    /// The name of the relationship that leads nowhere.
    public let relationship: String
    /// The rows.
    public let ids: [ManagedObjectID]
  }

  /// Rows whose value of a property is not one that the model allows.
  public struct ValueProblem: Hashable, Sendable {
    /// The way in which a value does not fit.
    public enum Kind: Hashable, Sendable {
      /// A mandatory property has no value.
      case missing
      /// The value is of another type than the property, or outside its range.
      case wrongType
    }

    /// The name of the entity.
    public let entity: String
    /// The name of the attribute or to-one relationship.
    public let property: String
    /// The way in which the values do not fit.
    public let kind: Kind
    /// The number of rows.
    public let rows: Int
    /// The row with the lowest key.
    public let first: ManagedObjectID
  }

  /// A file that holds data of a row and cannot be read.
  public struct MissingFile: Hashable, Sendable {
    /// The row.
    public let id: ManagedObjectID
    /// The entity and the attribute, as `Person.avatar`.
    public let property: String
    /// The name of the file.
    public let name: String
  }

  /// What is wrong with the file itself, in SQLite's words; empty when it is whole.
  ///
  /// Rows of a damaged file are not looked at.
  public let damage: [String]
  /// What is wrong with the numbers and keys of entities, a sentence each.
  public let keyProblems: [String]
  /// Rows that refer to others that are not there, by relationship.
  public let orphans: [Orphans]
  /// Properties with values that the model does not allow.
  public let valueProblems: [ValueProblem]
  /// Files with data of rows that are not there.
  public let missingFiles: [MissingFile]
  /// The names of files with data to which no row refers: of a process that died while it saved, or of a row that
  /// changed and that some reader may still see, or of a transaction under way.
  ///
  /// They take room and do no harm; see ``SQLiteStore/removeOrphanedFiles()``.
  public let orphanedFiles: [String]
  /// How many rows each entity has, in the order of the model.
  public let counts: [Count]
  /// The size of a page in bytes.
  public let pageSize: Int
  /// How many pages the database has, those still in the log included.
  public let pages: Int
  /// How many of them hold nothing.
  public let freePages: Int
  /// The size of the file in bytes.
  public let fileSize: Int
  /// The size of the write-ahead log beside it in bytes.
  public let logSize: Int

  /// Whether nothing is wrong; files that are too many do not count.
  public var isSound: Bool {
    damage.isEmpty && keyProblems.isEmpty && orphans.isEmpty && valueProblems.isEmpty && missingFiles.isEmpty
  }
}
