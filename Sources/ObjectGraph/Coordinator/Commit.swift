/// What is to be committed, and how.
struct Commit: Sendable {
  var changes: StoreChanges
  var policy: MergePolicy
  var durability: Durability
  /// Rows that must be in the store as they were read, see ``ManagedObjectContext/detectConflicts(for:)``.
  var guarded: [Row] = []
  /// Whether the context goes on before it knows what was written, as after ``ManagedObjectContext/publish()``.
  var isPublished = false
  /// The number of the context.
  var origin = 0
  /// Of how many of its saves the context knew that they failed when it handed this one over.
  var knownFailures = 0
  /// The number of redirects by its saves that the context knew of when it handed this one over.
  var knownRedirects = 0
  /// The priority of whoever saves.
  var priority = TaskPriority.medium
  var author: String?
  var context: String?
}

/// What a commit really wrote, after conflicts were settled.
///
/// Among the rows are those that join the objects of a many-to-many relationship. They belong to no entity of
/// ``ObjectModel/entities``, and are needed to hand the report to ``ManagedObjectContext/mergeChanges(from:)``;
/// ``changes`` leaves them out.
public struct CommitReport: Sendable {
  /// A row that was written again.
  public struct Update: Sendable {
    /// The row as it is now.
    public var row: Row
    /// The values that the row had in the store before; of an external change (``CommitReport/isExternal``) only the
    /// references, and null for all others.
    public var before: [PropertyValue]
  }

  /// Who made the changes (``ManagedObjectContext/transactionAuthor``).
  public internal(set) var author: String?
  /// What the context that saved them is called (``ManagedObjectContext/name``).
  public internal(set) var context: String?
  /// A Boolean value that indicates whether another program, or another coordinator, made the changes.
  ///
  /// Author and context are not known then, nor are the former values of attributes. Several commits may be in one
  /// report, and the rows are as they were when the report was made.
  public internal(set) var isExternal = false
  /// Rows that are new in the store.
  public internal(set) var inserted: [Row] = []
  /// Rows that changed, also by what a merge policy decided.
  public internal(set) var updated: [Update] = []
  /// Rows that are gone, as they were last; of an external change only with their references.
  public internal(set) var deleted: [Row] = []
  /// Rows that were to be made, or were there, and that turned out to be the same as another one.
  public internal(set) var redirects: [ManagedObjectID: ManagedObjectID] = [:]
  /// Rows of which the store kept its own state instead of what was to be written.
  public internal(set) var kept: [Row] = []

  /// The row that a redirected row has become in the end.
  func finalRow(for id: ManagedObjectID) -> ManagedObjectID {
    var id = id
    while let next = redirects[id] { id = next }
    return id
  }

  /// The highest number of an entity of the model: rows of higher ones join objects.
  var lastEntity = Int.max

  /// The ID of one of the rows; nil if nothing was written.
  var anyID: ManagedObjectID? { inserted.first?.id ?? updated.first?.row.id ?? deleted.first?.id }

  /// Whether nothing was written.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The IDs of the objects that were written.
  public var changes: ContextChanges {
    func objects(_ rows: some Sequence<Row>) -> Set<ManagedObjectID> {
      Set(rows.lazy.map(\.id).filter { $0.entity <= lastEntity })
    }
    return ContextChanges(
      inserted: objects(inserted), updated: objects(updated.lazy.map(\.row)), deleted: objects(deleted))
  }
}
