internal import ObjectStore

/// A file that is ready for use, with the layout of its rows.
struct OpenedFile {
  var metadata: StoreMetadata
  /// The layout of the rows, with their model as the file numbers it.
  let layout: StoreLayout
  /// The reason why the file can only be read, as the end of a sentence; `nil` if it can be written.
  var readOnlyReason: String?
}
