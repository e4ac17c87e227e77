public import ObjectStore

/// The result of checking a whole store.
public struct StoreCheck: Hashable, Sendable {
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
    /// The rows.
    public let ids: [ManagedObjectID]
  }

  /// Rows whose value of a property is not one that the model allows.
  public struct ValueProblem: Hashable, Sendable {
    /// The way in which a value does not fit.
    public enum Kind: Hashable, Sendable {
      /// A required property has no value.
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

  /// The damage of the file, in SQLite's words; empty if the file is intact.
  ///
  /// The rows of a damaged file are not checked.
  public let damage: [String]
  /// Inconsistent numbers and keys of entities, one sentence each.
  public let keyProblems: [String]
  /// Full-text indexes that may have missed changes of rows, one sentence each.
  ///
  /// A store that is opened for writing makes them again.
  public let indexProblems: [String]
  /// Rows that refer to missing rows, by relationship.
  public let orphans: [Orphans]
  /// Properties with values that the model does not allow.
  public let valueProblems: [ValueProblem]
  /// Missing files with data of rows.
  public let missingFiles: [MissingFile]
  /// The names of data files to which no row refers.
  ///
  /// They belong to a process that died during a save, to a changed row that a reader may still see, or to
  /// a transaction in progress.
  ///
  /// They use disk space and do no harm; see ``SQLiteStore/removeOrphanedFiles()``.
  public let orphanedFiles: [String]
  /// The number of rows of each entity, in the order of the model.
  public let counts: [Count]
  /// The size of a page in bytes.
  public let pageSize: Int
  /// The number of pages in the database, including those still in the log.
  public let pages: Int
  /// The number of free pages.
  public let freePages: Int
  /// The size of the file in bytes.
  public let fileSize: Int
  /// The size of the write-ahead log beside it in bytes.
  public let logSize: Int

  /// A Boolean value that indicates whether the check found no errors; orphaned files do not count.
  public var isSound: Bool {
    damage.isEmpty && keyProblems.isEmpty && indexProblems.isEmpty && orphans.isEmpty
      && valueProblems.isEmpty && missingFiles.isEmpty
  }
}
