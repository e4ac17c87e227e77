public import ObjectStore

extension SQLiteStore {
  /// Returns the model with which the store at `path` was last opened for writing.
  ///
  /// The file contains the whole model except classes and transformers. That of Apple's Core Data contains a compiled
  /// model, which is read as by `CompiledModel`. Transformers are those registered
  /// under their names. Nothing is written.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - classes: Returns the class of an entity by its name, or `nil`. An entity without a class gets the
  ///     class of its nearest ancestor that has one, or `ManagedObject`.
  /// - Throws: A `ModelError` if a class does not fit the model, otherwise a `StoreError`: `noModel(path:)`
  ///   for a file of an earlier version of this library, or of another library.
  ///
  /// ```swift
  /// let model = try SQLiteStore.model(at: path)
  /// let store = try SQLiteStore(path: path, model: model)
  /// ```
  public static func model(
    at path: String, classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws -> ManagedObjectModel {
    let file = StoreFile(path)
    if case .missing = try file.kind() { throw StoreError.notFound(path: file.path) }
    let metadata = try file.metadata()
    if metadata.isOfOtherLibrary { return try AppleModelCache(file: file).model(classes: classes) }
    guard let document = metadata.document else { throw StoreError.noModel(path: file.path) }
    let model: ManagedObjectModel
    do {
      model = try ManagedObjectModel.described(by: document, classes: classes)
    } catch  where error.concernsClass {
      throw error
    } catch {
      throw StoreError.damaged(path: file.path, reason: "its model makes no sense: \(error)")
    }
    // An earlier version of the library uses another layout, and ignores what it does not know.
    guard model.versionHashes == metadata.modelHashes else { throw StoreError.noModel(path: file.path) }
    return model
  }
}
