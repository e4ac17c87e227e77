internal import ObjectStore

/// The opening of a file that Apple's Core Data wrote, with a model of the caller's.
///
/// The model is compared with the tables. The version hashes of the metadata are not: Apple's rule for them is not
/// public. Nothing is added to the file, and its tables, triggers, indexes and metadata stay as they are, so that the
/// framework finds the hashes and names that it wrote.
struct AppleFile {
  let file: StoreFile
  let model: ManagedObjectModel

  /// A layout that a file of Apple's has.
  struct Layout {
    /// The model, numbered as the file numbers it.
    let model: ManagedObjectModel
    /// The names of tables and columns.
    let names: SchemaNames
    /// The reason why the file cannot be written; `nil` if it can.
    let readOnlyReason: String?
  }

  /// Finds the layout, and writes nothing.
  ///
  /// - Throws: `StoreError.otherModel(path:reason:)` if the file does not have the tables of the model.
  func layout(hashes: Set<String>) throws -> Layout {
    try file.inspect { connection in
      let schema = try AppleSchema(on: connection)
      let model = try AppleNumbers(schema.keys, model, hashes: hashes, path: file.path).numberedModel()
      let names = try AppleMatching(schema, model, path: file.path).names()
      let reason = try AppleWriting(schema: schema, model: model, names: names).refusal(on: connection)
      return Layout(model: model, names: names, readOnlyReason: reason)
    }
  }
}
