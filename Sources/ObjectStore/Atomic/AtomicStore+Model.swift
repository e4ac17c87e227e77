internal import Foundation
public import ObjectModel

extension AtomicStore {
  /// Returns the model that the store at `path` was last written with.
  ///
  /// The file contains everything except classes and transformers. Transformers are looked up by their
  /// registered names.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format of the file.
  ///   - classes: Returns the class of an entity by its name, or `nil`. An entity without a class uses the
  ///     class of its nearest ancestor that has one, and `ManagedObject` if there is none.
  /// - Throws: A `ModelError` if a class does not fit the model, and otherwise a ``StoreError``:
  ///   ``StoreError/noModel(path:)`` for a file of an earlier version of the library.
  public static func model(
    at path: String, format: any AtomicStoreFormat,
    classes: @escaping (String) -> (any EntityObject.Type)? = { _ in nil }
  ) throws -> ManagedObjectModel {
    let path = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    guard let (_, data) = try AtomicFile.open(path) else { throw StoreError.notFound(path: path) }
    let contents = try contents(of: data, path: path, format: format)
    guard let document = contents.metadata[AtomicStoreContents.modelKey] else {
      throw StoreError.noModel(path: path)
    }
    let model: ManagedObjectModel
    do {
      model = try ManagedObjectModel.described(by: document, classes: classes)
    } catch  where error.concernsClass {
      throw error
    } catch {
      throw StoreError.damaged(path: path, reason: "its model makes no sense: \(error)")
    }
    // An earlier version writes another model's rows, and leaves alone what it does not know.
    let hashes = model.versionHashes
    guard contents.entities.allSatisfy({ $0.versionHash == hashes[$0.name] ?? Data() }) else {
      throw StoreError.noModel(path: path)
    }
    return model
  }
}

extension AtomicStoreContents {
  /// The key of the model in the metadata.
  static let modelKey = "ObjectGraphModel"
}
