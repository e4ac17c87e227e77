import ObjectGraph
import Synchronization

/// A shared store that reports no commits of others while it is held, so that several of them are found by one look.
///
/// A coordinator looks by itself, between any two statements of a test.
final class HeldStore: ForwardingStore {
  let store: any SharedStore
  private let isHeld = Mutex(false)

  init(_ store: any SharedStore) { self.store = store }

  /// Begins or ends to hold the commits of others back.
  ///
  /// A look that is under way still finds earlier ones.
  func hold(_ isHeld: Bool) { self.isHeld.withLock { $0 = isHeld } }

  func makeWriter() throws -> any StoreWriter { Writer(try makeSharedWriter(), self) }

  private final class Writer: ForwardingSharedWriter {
    private let store: HeldStore

    init(_ writer: any SharedStoreWriter, _ store: HeldStore) {
      self.store = store
      super.init(writer)
    }

    override func otherWritersCommitted() throws -> Bool {
      try store.isHeld.withLock { $0 } ? false : super.otherWritersCommitted()
    }

    override func announcedCommit() throws -> Bool {
      try store.isHeld.withLock { $0 } ? false : super.announcedCommit()
    }
  }
}
