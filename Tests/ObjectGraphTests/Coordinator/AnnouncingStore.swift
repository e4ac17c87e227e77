import Foundation
import ObjectGraph
import Synchronization

/// A store that announces the commits of others, and never reports them when it is asked.
final class AnnouncingStore: SharedStore {
  private let store: any PersistentStore
  private let state = Mutex(State())

  private struct State {
    var announcement: (@Sendable () -> Void)?
    var isAnnounced = false
    var changed: [ManagedObjectID] = []
  }

  var model: ManagedObjectModel { store.model }
  var identifier: UUID { store.identifier }

  init(_ store: any PersistentStore) { self.store = store }

  func makeReader() throws -> any StoreReader { try store.makeReader() }
  func makeWriter() throws -> any StoreWriter { Writer(try store.makeWriter(), self) }
  func makeExternalChangeReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    Reader(self)
  }

  /// Announces that another writer has inserted rows.
  func announce(_ ids: [ManagedObjectID]) {
    let announcement = state.withLock { state in
      state.changed += ids
      state.isAnnounced = true
      defer { state.announcement = nil }
      return state.announcement
    }
    announcement?()
  }

  private final class Writer: ForwardingWriter, SharedStoreWriter {
    private let store: AnnouncingStore
    private var announcement: (@Sendable () -> Void)?

    init(_ writer: any StoreWriter, _ store: AnnouncingStore) {
      self.store = store
      super.init(writer)
    }

    func otherWritersCommitted() throws -> Bool { false }

    func onAnnouncement(_ body: @escaping @Sendable () -> Void) {
      announcement = body
      store.state.withLock { $0.announcement = body }
    }

    func announcedCommit() throws -> Bool {
      store.state.withLock { state in
        state.announcement = announcement
        defer { state.isAnnounced = false }
        return state.isAnnounced
      }
    }
  }

  private final class Reader: ExternalChangeReader {
    private let store: AnnouncingStore

    init(_ store: AnnouncingStore) { self.store = store }

    func prepare() throws {}
    func record(_ report: CommitReport) {}
    func advance() throws {}
    func changes() throws -> ExternalChanges {
      store.state.withLock { state in
        defer { state.changed = [] }
        return ExternalChanges(inserted: state.changed)
      }
    }
  }
}
