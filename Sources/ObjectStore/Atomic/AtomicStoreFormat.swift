public import Foundation

/// A file format of an ``AtomicStore``: ``binary``, ``xml``, or a custom format.
///
/// Decoding must return exactly the encoded values, for all types. No file content may trap. Contents need to
/// be valid only in their types, because the store itself checks keys, names and references.
public protocol AtomicStoreFormat: Sendable {
  /// The bytes of a whole file; the same for the same contents.
  ///
  /// Called on the writer's isolation for each transaction that wrote something.
  func encode(_ contents: AtomicStoreContents) throws -> Data

  /// Decodes the contents of a file, or throws the reason why it cannot be read.
  func decode(_ data: Data) throws(AtomicStoreFormatError) -> AtomicStoreContents
}
