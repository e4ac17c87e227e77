import Foundation
import ObjectGraph
import TestSupport

/// A new store of a kind, with its reader and writer.
struct StoreBench {
  let folder: TemporaryFolder
  let store: any PersistentStore
  let writer: any StoreWriter
  let reader: any StoreReader

  init(_ kind: StoreKind, _ rows: [Row] = [], identifier: UUID = TestStores.identifier) throws {
    folder = try TemporaryFolder()
    store = try kind.open(in: folder, model: Samples.model(), identifier: identifier)
    writer = try store.makeWriter()
    reader = try store.makeReader()
    if !rows.isEmpty { try writer.insert(rows) }
  }

  func keys(_ entity: EntityNumber = Samples.group) throws -> [Int64] { try reader.all(entity).map(\.id.key) }

  static func group(_ key: Int64) -> ManagedObjectID { ManagedObjectID(entity: Samples.group, key: key) }
  static func sample(_ key: Int64) -> ManagedObjectID { ManagedObjectID(entity: Samples.sample, key: key) }
}
