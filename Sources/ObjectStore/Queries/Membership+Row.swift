package import ObjectModel

extension ManagedObjectModel.Membership {
  /// The member for which a row stands.
  package func member(_ row: Row) -> ManagedObjectID? {
    guard let member else { return row.id }
    return row.values[member].reference
  }
}
