import Foundation
import ObjectGraph
import Synchronization

/// A shared store that reports no commits of others while it is held, so that several of them are found by one look.
///
/// A coordinator looks by itself, between any two statements of a test.
final class HeldStore: SharedStore {
  private let store: any SharedStore
  private let isHeld = Mutex(false)

  var model: ManagedObjectModel { store.model }
  var identifier: UUID { store.identifier }
  var isRemote: Bool { store.isRemote }

  init(_ store: any SharedStore) { self.store = store }

  /// Begins or ends to hold the commits of others back.
  ///
  /// A look that is under way still finds earlier ones.
  func hold(_ isHeld: Bool) { self.isHeld.withLock { $0 = isHeld } }

  func makeReader() throws -> any StoreReader { try store.makeReader() }

  func makeWriter() throws -> any StoreWriter {
    guard let writer = try store.makeWriter() as? any SharedStoreWriter else {
      throw StoreError.readOnly(path: "held")
    }
    return Writer(writer, self)
  }

  func makeExternalChangeReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    try store.makeExternalChangeReader(for: (detector as? Writer)?.detector ?? detector)
  }

  private final class Writer: ForwardingWriter, SharedStoreWriter {
    let detector: any SharedStoreWriter
    private let store: HeldStore

    init(_ writer: any SharedStoreWriter, _ store: HeldStore) {
      (detector, self.store) = (writer, store)
      super.init(writer)
    }

    func otherWritersCommitted() throws -> Bool {
      try store.isHeld.withLock { $0 } ? false : detector.otherWritersCommitted()
    }

    func committedOwnWork() -> Bool { detector.committedOwnWork() }

    func onAnnouncement(_ body: @escaping @Sendable () -> Void) { detector.onAnnouncement(body) }

    func announcedCommit() throws -> Bool {
      try store.isHeld.withLock { $0 } ? false : detector.announcedCommit()
    }
  }
}
