/// The changes to commit, with their options.
struct Commit: Sendable {
  var changes: StoreChanges
  var policy: MergePolicy
  var durability: Durability
  /// The rows that must have the same version in the store as when they were read, see
  /// ``ManagedObjectContext/detectConflicts(for:)``.
  var guarded: [Row] = []
  /// A Boolean value that indicates whether the context continues before it receives the report, as after
  /// ``ManagedObjectContext/publish()``.
  var isPublished = false
  /// The number of the context.
  var origin = 0
  /// The number of failed saves that the context knew of when it submitted this one.
  var knownFailures = 0
  /// The number of redirects by its saves that the context knew of when it submitted this one.
  var knownRedirects = 0
  /// The priority of the task that saves.
  var priority = TaskPriority.medium
  var author: String?
  var context: String?
}

/// The rows that a commit wrote, after conflicts were resolved.
///
/// The rows include join rows of many-to-many relationships. They belong to no entity of
/// ``ManagedObjectModel/entities``, but ``ManagedObjectContext/mergeChanges(from:)`` needs them; ``changes`` omits
/// them.
public struct CommitReport: Sendable {
  /// An updated row.
  public struct Update: Sendable {
    /// The row after the update.
    public var row: Row
    /// The values of the row in the store before the update.
    ///
    /// For an external change (``CommitReport/isExternal``), they contain only the references, and null for
    /// all other properties.
    public var before: [PropertyValue]
  }

  /// The author of the changes (``ManagedObjectContext/transactionAuthor``).
  public internal(set) var author: String?
  /// The name of the context that saved the changes (``ManagedObjectContext/name``).
  public internal(set) var context: String?
  /// A Boolean value that indicates whether another program, or another coordinator, made the changes.
  ///
  /// Author, context, and the former values of attributes are then unknown. One report may combine several
  /// commits, and it contains the rows as they were when it was made.
  public internal(set) var isExternal = false
  /// The inserted rows.
  public internal(set) var inserted: [Row] = []
  /// The updated rows, including those that a merge policy has changed.
  public internal(set) var updated: [Update] = []
  /// The deleted rows in their last state; for an external change, only with their references.
  public internal(set) var deleted: [Row] = []
  /// The redirects of inserted or existing rows that were replaced by another row with the same unique
  /// values.
  public internal(set) var redirects: [ManagedObjectID: ManagedObjectID] = [:]
  /// The rows that keep their state in the store instead of the values to save.
  public internal(set) var kept: [Row] = []

  /// Returns the row that finally replaces a redirected row.
  func finalRow(for id: ManagedObjectID) -> ManagedObjectID {
    var id = id
    while let next = redirects[id] { id = next }
    return id
  }

  /// The highest number of an entity of the model; higher numbers are those of join rows.
  var lastEntity = Int.max

  /// The ID of one of the written rows, or nil if the commit wrote nothing.
  var anyID: ManagedObjectID? { inserted.first?.id ?? updated.first?.row.id ?? deleted.first?.id }

  /// A Boolean value that indicates whether the commit wrote nothing.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The IDs of the objects that the commit wrote.
  public var changes: ContextChanges {
    func objects(_ rows: some Sequence<Row>) -> Set<ManagedObjectID> {
      Set(rows.lazy.map(\.id).filter { $0.entity <= lastEntity })
    }
    return ContextChanges(
      inserted: objects(inserted), updated: objects(updated.lazy.map(\.row)), deleted: objects(deleted))
  }
}
