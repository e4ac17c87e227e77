public import ObjectGraph

extension PersistentContainer {
  /// Creates a container for the SQLite store at `path`, which is created if it does not exist; its folder
  /// must exist.
  /// ```swift
  /// let container = try PersistentContainer(path: "/tmp/cars.sqlite", model: model)
  /// ```
  ///
  /// Opens the file on the main actor. This takes a few milliseconds, and longer only if the store must be
  /// migrated; `ManagedDocument` opens in the background. With `followsExternalChanges`, the contexts merge
  /// the commits of other programs.
  ///
  /// - Throws: The errors of ``SQLiteStore``.
  public convenience init(
    path: String, model: ManagedObjectModel, options: StoreOptions = StoreOptions(),
    mergePolicy: MergePolicy = .error, followsExternalChanges: Bool = false
  ) throws {
    try self.init(
      store: SQLiteStore(path: path, model: model, options: options), mergePolicy: mergePolicy,
      followsExternalChanges: followsExternalChanges)
  }
}
