import ObjectGraph

extension ContextChanges {
  /// Returns a Boolean value that indicates whether objects of an entity may have changed: some did, or nothing is known of the
  /// changes.
  func concern(_ entity: EntityNumber) -> Bool {
    isReload || [inserted, updated, deleted].contains { $0.contains { $0.entity == entity } }
  }
}
