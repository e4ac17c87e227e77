import ObjectGraph
import TestSupport

extension ManagedObjectID {
  /// Creates the ID of a row in a store with the identifier ``TestStores/identifier``.
  init(entity: EntityNumber, key: Int64) {
    self.init(entity: entity, key: key, in: StoreIdentity(TestStores.identifier))
  }
}

extension Row {
  /// Returns the row, with its references, as a row of another store.
  func moved(to store: StoreIdentity) -> Row {
    func moved(_ id: ManagedObjectID) -> ManagedObjectID {
      ManagedObjectID(entity: id.entity, key: id.key, in: store)
    }
    return Row(
      id: moved(id), version: version,
      values: values.map { value in value.reference.map { .reference(moved($0)) } ?? value })
  }
}
