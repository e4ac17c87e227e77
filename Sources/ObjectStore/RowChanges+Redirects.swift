package import ObjectModel

/// Changes of rows that were merged into others.
extension RowChanges {
  /// The changes with the IDs that rows have now, as far as they were changed under others.
  package func following(_ redirects: Redirects) -> RowChanges {
    guard !redirects.isEmpty else { return self }
    var changes = self
    for index in changes.inserted.indices { changes.inserted[index].follow(redirects, keepsID: true) }
    for index in changes.updated.indices {
      changes.updated[index].row.follow(redirects)
      changes.updated[index].before = changes.updated[index].before.map { $0.following(redirects) }
    }
    for index in changes.deleted.indices { changes.deleted[index].follow(redirects) }
    return changes
  }

  /// The changes without updates of rows that are gone, and with empty references instead of those to them; nil if there
  /// are none.
  ///
  /// Rows that join objects stay as they are: the commit drops them.
  package func withoutRows(_ ids: Set<ManagedObjectID>, in model: ManagedObjectModel) -> RowChanges? {
    func slots(_ row: Row) -> [Slot] {
      model.entity(of: row.id).referenceSlots.filter { row.values[$0].reference.map(ids.contains) ?? false }
    }
    var (changes, isChanged) = (self, updated.contains { ids.contains($0.row.id) })
    for index in inserted.indices where !model.isLink(inserted[index].id.entity) {
      for slot in slots(inserted[index]) {
        changes.inserted[index].values[slot] = .null
        isChanged = true
      }
    }
    for index in updated.indices where !model.isLink(updated[index].row.id.entity) {
      for slot in slots(updated[index].row) {
        changes.updated[index].row.values[slot] = .null
        if changes.updated[index].before[slot] == updated[index].row.values[slot] {
          changes.updated[index].before[slot] = .null
        }
        isChanged = true
      }
    }
    changes.updated.removeAll { ids.contains($0.row.id) }
    return isChanged ? changes : nil
  }
}

extension Row {
  fileprivate mutating func follow(_ redirects: Redirects, keepsID: Bool = false) {
    values = values.map { $0.following(redirects) }
    if !keepsID, let target = redirects[id], target.entity == id.entity {
      self = Row(id: target, version: version, values: values)
    }
  }
}

extension PropertyValue {
  /// The value; a reference leads to the row that its row turned out to be the same as.
  package func following(_ redirects: Redirects) -> PropertyValue {
    reference.flatMap { redirects[$0] }.map { .reference($0) } ?? self
  }
}
