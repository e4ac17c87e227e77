import Foundation
import ObjectGraph

/// A shared store that passes everything on to another one, except what it implements itself.
///
/// Its writers are of the class ``ForwardingSharedWriter``.
protocol ForwardingStore: SharedStore {
  /// The store to which it passes on.
  var store: any SharedStore { get }
}

extension ForwardingStore {
  var model: ManagedObjectModel { store.model }
  var identifier: UUID { store.identifier }
  var isRemote: Bool { store.isRemote }

  func makeReader() throws -> any StoreReader { try store.makeReader() }

  /// Opens a writer of the other store.
  func makeSharedWriter() throws -> any SharedStoreWriter {
    guard let writer = try store.makeWriter() as? any SharedStoreWriter else {
      throw StoreError.readOnly(path: "forwarding")
    }
    return writer
  }

  /// Opens the reader of the other store, for a writer of this one.
  func makeSharedReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    try store.makeExternalChangeReader(for: (detector as? ForwardingSharedWriter)?.detector ?? detector)
  }

  func makeExternalChangeReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    try makeSharedReader(for: detector)
  }
}

/// A writer of a shared store that passes everything on to another one, except what a subclass overrides.
class ForwardingSharedWriter: ForwardingWriter, SharedStoreWriter {
  let detector: any SharedStoreWriter

  init(_ writer: any SharedStoreWriter) {
    detector = writer
    super.init(writer)
  }

  func otherWritersCommitted() throws -> Bool { try detector.otherWritersCommitted() }
  func onAnnouncement(_ body: @escaping @Sendable () -> Void) { detector.onAnnouncement(body) }
  func announcedCommit() throws -> Bool { try detector.announcedCommit() }
  func committedOwnWork() -> Bool { detector.committedOwnWork() }
}
