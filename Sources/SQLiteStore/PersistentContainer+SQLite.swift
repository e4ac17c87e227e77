public import ObjectGraph

extension PersistentContainer {
  /// Opens the contexts of the SQLite store at `path`, which is made if it is not there; its folder must be.
  ///
  /// ```swift
  /// let container = try PersistentContainer(path: "/tmp/cars.sqlite", model: model)
  /// ```
  ///
  /// Opens the file on the main actor, which takes some milliseconds, and longer only when the store has to be
  /// brought up to date; `ManagedDocument` opens in the background. With `followsExternalChanges`, the contexts show
  /// what other programs commit to the file.
  ///
  /// - Throws: What ``SQLiteStore`` throws.
  public convenience init(
    path: String, model: ObjectModel, options: StoreOptions = StoreOptions(),
    mergePolicy: MergePolicy = .error, followsExternalChanges: Bool = false
  ) throws {
    try self.init(
      store: SQLiteStore(path: path, model: model, options: options), mergePolicy: mergePolicy,
      followsExternalChanges: followsExternalChanges)
  }
}
