internal import ObjectModel
internal import ObjectStore

/// Handling of transient attribute values, which exist in objects only.
extension ManagedObject {
  /// A row as a store has it, completed by the transient values among `values`.
  final func completed(_ row: Row, by values: [PropertyValue]?) -> Row {
    guard !entity.transientSlots.isEmpty, let values else { return row }
    var row = row
    for slot in entity.transientSlots { row.values[slot] = values[slot] }
    return row
  }
}

extension Entity {
  /// A row as it leaves an object: transient attributes hold their default value.
  func persistent(_ row: Row) -> Row {
    guard !transientSlots.isEmpty else { return row }
    var row = row
    for slot in transientSlots { row.values[slot] = defaultValues[slot] }
    return row
  }
}
