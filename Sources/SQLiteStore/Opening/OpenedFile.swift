internal import ObjectStore

/// A file that is ready for use, with the layout of its rows.
struct OpenedFile {
  var metadata: StoreMetadata
  /// The model of the rows, numbered as the file numbers it.
  let model: ManagedObjectModel
  /// The names of tables and columns in a file of another library; `nil` if they follow from the model.
  var names: SchemaNames?
  /// The reason why the file can only be read, as the end of a sentence; `nil` if it can be written.
  var readOnlyReason: String?
}
