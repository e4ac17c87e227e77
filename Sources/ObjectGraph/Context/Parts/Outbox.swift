internal import ObjectStore

/// Saves of a child that its stand-in parent must send to the parent in another isolation.
final class Outbox {
  private var saves: [RowChanges] = []

  /// Adds a save.
  func append(_ save: RowChanges) { saves.append(save) }

  /// Returns all saves in their order, and removes them.
  func removeAll() -> [RowChanges] {
    defer { saves = [] }
    return saves
  }
}
