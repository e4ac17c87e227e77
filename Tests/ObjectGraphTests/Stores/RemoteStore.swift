import Foundation
import ObjectGraph

/// A store that contexts treat as one on another machine; all else is that of another store.
final class RemoteStore: PersistentStore {
  private let base: any PersistentStore

  init(_ base: any PersistentStore) { self.base = base }

  var identifier: UUID { base.identifier }
  var model: ManagedObjectModel { base.model }
  var isRemote: Bool { true }

  func makeReader() throws -> any StoreReader { try base.makeReader() }
  func makeWriter() throws -> any StoreWriter { try base.makeWriter() }
}
