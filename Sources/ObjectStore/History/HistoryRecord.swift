package import ObjectModel

/// The changes of one commit in the form in which a history keeps them.
///
/// Join rows belong to no object: they count as updates of the relationships at both of their ends.
package struct HistoryRecord {
  /// The change of one object.
  package struct Change {
    /// The ID of the object.
    package let id: ManagedObjectID
    /// The kind of the change.
    package let kind: PersistentHistoryChange.Kind
    /// The changed properties; for updates only.
    package fileprivate(set) var columns: HistoryColumns?
    /// The last values of the preserved attributes, in their order; for deletions only.
    package var tombstone: [PropertyValue] = []
  }

  /// The changes: insertions first, then updates, then deletions.
  package private(set) var changes: [Change] = []
  private let layout: HistoryLayout

  /// Creates the record of a commit.
  ///
  /// - Parameters:
  ///   - report: The rows that the commit wrote.
  ///   - deleted: The IDs of the rows that the transaction deleted. A report also contains rows that were missing
  ///     before.
  ///   - layout: The numbering of the properties.
  package init(_ report: CommitReport, deleted: Set<ManagedObjectID>, layout: HistoryLayout) {
    self.layout = layout
    let model = layout.model
    let deletions = report.deleted.filter { deleted.contains($0.id) }
    changes.reserveCapacity(report.inserted.count + report.updated.count + deletions.count)
    for row in report.inserted where !model.isLink(row.id.entity) {
      changes.append(Change(id: row.id, kind: .insertion))
    }
    for update in report.updated where !model.isLink(update.row.id.entity) {
      changes.append(change(update))
    }
    let joined = changedRelationships(report, deletions)
    if !joined.isEmpty { add(joined, deleted: Set(deletions.map(\.id))) }
    for row in deletions where !model.isLink(row.id.entity) {
      let values = layout[row.id.entity].preserved.map { row.values[$0] }
      changes.append(Change(id: row.id, kind: .deletion, tombstone: values))
    }
  }

  private func change(_ update: RowChanges.Update) -> Change {
    let properties = layout[update.row.id.entity]
    var columns = HistoryColumns(count: properties.names.count)
    for slot in update.slots {
      if let position = properties.positions[slot] { columns.insert(position) }
    }
    return Change(id: update.row.id, kind: .update, columns: columns)
  }

  // MARK: Join rows

  /// Returns the names of the many-to-many relationships that join rows change, by the objects at their ends.
  private func changedRelationships(
    _ report: CommitReport, _ deletions: [Row]
  ) -> [ManagedObjectID: Set<String>] {
    let model = layout.model
    var changed: [ManagedObjectID: Set<String>] = [:]
    func add(_ slot: Slot, _ entity: Entity, _ values: [PropertyValue]) {
      guard let object = values[slot].reference, let name = entity.relationship(inSlot: slot)?.inverse
      else { return }
      changed[object, default: []].insert(name)
    }
    for row in [report.inserted, deletions].joined() where model.isLink(row.id.entity) {
      let entity = model.entity(of: row.id)
      for slot in entity.referenceSlots { add(slot, entity, row.values) }
    }
    for update in report.updated where model.isLink(update.row.id.entity) {
      let entity = model.entity(of: update.row.id)
      for slot in update.slots {
        let end = entity.orderedRelationship(ofSlot: slot).flatMap(entity.slot) ?? slot
        add(end, entity, update.before)
        add(end, entity, update.row.values)
      }
    }
    return changed
  }

  /// Adds changed relationships to the updates; new and deleted objects have no updates.
  private mutating func add(
    _ joined: [ManagedObjectID: Set<String>], deleted: Set<ManagedObjectID>
  ) {
    let positions = Dictionary(changes.indices.map { (changes[$0].id, $0) }, uniquingKeysWith: { $1 })
    for (id, names) in joined.sorted(by: { $0.key < $1.key }) where !deleted.contains(id) {
      let properties = layout[id.entity]
      let known = positions[id]
      if let known, changes[known].kind == .insertion { continue }
      var columns = known.flatMap { changes[$0].columns } ?? HistoryColumns(count: properties.names.count)
      for name in names {
        if let position = properties.position(of: name) { columns.insert(position) }
      }
      if let known {
        changes[known].columns = columns
      } else {
        changes.append(Change(id: id, kind: .update, columns: columns))
      }
    }
  }

  // MARK: Reading

  /// Returns a change as a request returns it.
  ///
  /// - Parameter tombstone: The values of the preserved attributes of the entity, in their order.
  package static func change(
    _ id: ManagedObjectID, _ kind: PersistentHistoryChange.Kind, columns: HistoryColumns?,
    tombstone: [PropertyValue], layout: HistoryLayout
  ) -> PersistentHistoryChange {
    let (properties, entity) = (layout[id.entity], layout.model.entity(of: id))
    let kept = zip(properties.preserved, tombstone).filter { !$1.isNull }
    return PersistentHistoryChange(
      objectID: id, kind: kind, updatedProperties: columns.map(properties.names(of:)) ?? [],
      tombstone: Dictionary(
        kept.map { (entity.name(ofSlot: $0), $1) }, uniquingKeysWith: { first, _ in first }))
  }
}
