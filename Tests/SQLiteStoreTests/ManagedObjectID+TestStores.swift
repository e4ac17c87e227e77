import ObjectGraph
import TestSupport

extension ManagedObjectID {
  /// Creates the ID of a row in a store with the identifier ``TestStores/identifier``.
  init(entity: EntityNumber, key: Int64) {
    self.init(entity: entity, key: key, in: StoreIdentity(TestStores.identifier))
  }
}
