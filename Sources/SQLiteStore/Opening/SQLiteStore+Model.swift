public import ObjectGraph

extension SQLiteStore {
  /// The model that the store at `path` was last opened with for writing.
  ///
  /// All but classes and transformers is kept in the file. `classes` gives the class of an entity by its name, or nil;
  /// one that has none takes that of the nearest entity above it which has one, and `ManagedObject` in the end.
  /// Transformers are those that are registered under their names. Nothing is written. Throws a
  /// `ModelError` if a class does not fit the model, and otherwise a `StoreError`:
  /// `noModel(path:)` for a file of an earlier version of the library, or of another one.
  ///
  /// ```swift
  /// let model = try SQLiteStore.model(at: path)
  /// let store = try SQLiteStore(path: path, model: model)
  /// ```
  public static func model(
    at path: String, classes: @escaping (String) -> ManagedObject.Type? = { _ in nil }
  ) throws -> ObjectModel {
    let file = StoreFile(path)
    if case .missing = try file.kind() { throw StoreError.notFound(path: file.path) }
    let metadata = try file.metadata()
    guard let document = metadata.document else { throw StoreError.noModel(path: file.path) }
    let model: ObjectModel
    do {
      model = try ObjectModel.described(by: document, classes: classes)
    } catch  where error.concernsClass {
      throw error
    } catch {
      throw StoreError.damaged(path: file.path, reason: "its model makes no sense: \(error)")
    }
    // An earlier version lays the file out by another model, and leaves alone what it does not know.
    guard model.versionHashes == metadata.modelHashes else { throw StoreError.noModel(path: file.path) }
    return model
  }
}
