internal import ObjectModel
internal import Synchronization

/// The slots of the properties that the rows of a batch set, each checked once.
final class BatchColumns: Sendable {
  private let properties: BatchProperties
  private let known = Mutex<[String: Slot]>([:])

  init(_ properties: BatchProperties) { self.properties = properties }

  /// Returns the slot of a property.
  ///
  /// - Throws: A ``BatchError`` if a batch cannot set the property.
  func slot(of name: String) throws -> Slot {
    if let slot = known.withLock({ $0[name] }) { return slot }
    let slot = try properties.slot(of: name)
    known.withLock { $0[name] = slot }
    return slot
  }
}
