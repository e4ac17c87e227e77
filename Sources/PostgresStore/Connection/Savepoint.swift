#if PostgreSQL
  /// The statements for a savepoint, to which a transaction returns after a failure instead of failing as a whole.
  enum Savepoint {
    static let beginning = "SAVEPOINT \"_statement\""
    /// Undoes everything after the savepoint, which also closes cursors.
    static let undoing = "ROLLBACK TO SAVEPOINT \"_statement\""
    static let release = "RELEASE SAVEPOINT \"_statement\""
  }
#endif
