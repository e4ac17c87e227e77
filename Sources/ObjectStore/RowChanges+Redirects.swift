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

  /// Returns the changes as a commit writes them after another one has deleted rows; `nil` if they stay the same.
  ///
  /// Updates of deleted rows are removed, and references to them become null. References that an update leaves as they
  /// were follow the rows that were merged into others. Rows that join objects stay as they are: the commit drops them.
  package func withoutRows(
    _ ids: Set<ManagedObjectID>, redirects: [ManagedObjectID: ManagedObjectID], in model: ManagedObjectModel
  ) -> RowChanges? {
    func slots(_ row: Row) -> [Slot] {
      if model.isLink(row.id.entity) { return [] }
      return model.entity(of: row.id).referenceSlots.filter {
        row.values[$0].reference.map(ids.contains) ?? false
      }
    }
    var (changes, isChanged) = (self, updated.contains { ids.contains($0.row.id) })
    for index in inserted.indices {
      for slot in slots(inserted[index]) {
        changes.inserted[index].values[slot] = .null
        isChanged = true
      }
    }
    for (index, update) in zip(updated.indices, updated) {
      for slot in slots(update.row) {
        let isKept = update.before[slot] == update.row.values[slot]
        let target = isKept ? update.row.values[slot].reference.flatMap { redirects[$0] } : nil
        let value = target.map(PropertyValue.reference) ?? .null
        changes.updated[index].row.values[slot] = value
        if isKept { changes.updated[index].before[slot] = value }
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
