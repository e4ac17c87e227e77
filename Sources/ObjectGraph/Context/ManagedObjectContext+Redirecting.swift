/// Objects whose rows turned out to be the same as others.
extension ManagedObjectContext {
  /// Lets an object that was not saved stand for another row, which has taken over its values, and returns the object
  /// of that row.
  ///
  /// Where the merge is part of an event, undoing that makes the row again that became another one.
  func identify(_ object: ManagedObject, as id: ManagedObjectID) -> ManagedObject {
    let old = object.objectID
    if case .absent? = event[old] { event[old] = nil }
    redirects.record(old, as: id)
    return unite(object, with: id)
  }

  /// Lets an object stand for another row: as its only object, or by forwarding to the one that is in use.
  private func unite(_ object: ManagedObject, with id: ManagedObjectID) -> ManagedObject {
    let old = object.objectID
    registered[old] = nil
    changed[old.entity]?[old] = nil
    if let other = registered[id]?.object ?? revive(id) {
      object.forward(to: other)
      return other
    }
    object.reset(to: id)
    register(object)
    return object
  }

  /// Lets children follow a redirect at once: whether they merge or not, the row that they know is no more.
  func redirectChildren(_ id: ManagedObjectID, to target: ManagedObjectID) {
    for child in children.values.compactMap(\.context) { child.vanish(id, becoming: target) }
  }

  /// Lets the object of a row that was saved, and all that refers to the row, follow to another one.
  ///
  /// What was not saved of it stays on top, except for properties that have unsaved values in the object of the other
  /// row, too: those are edits of the row that remains.
  func redirect(_ id: ManagedObjectID, to target: ManagedObjectID, keepsDeletion: Bool) {
    // An object that the parent has deleted without saving stands for the other row as well; one that was deleted and
    // saved here stays deleted.
    let object = registered[id]?.object ?? (fates[id]?.isDeleted == true ? nil : revive(id))
    let unsaved = object.map(unsavedValues) ?? []
    let isDeletion = keepsDeletion && object?.pendingChange == .delete
    changed[id.entity]?[id] = nil
    event[id] = nil
    redirects.record(id, as: target)
    if let object {
      let other = unite(object, with: target)
      let edited = Set(unsavedValues(of: other).map(\.slot))
      for (slot, value) in unsaved where !edited.contains(slot) { set(value, slot: slot, of: other) }
      if isDeletion { delete(other, isPrepared: true) }
    }
    moveUnsavedReferences(from: id, to: target)
    // Members are asked for again when they are needed.
    registered[target]?.object?.members.removeAll()
    gathered.noteDeleted(id)
    if object != nil { gathered.noteUpdated(target) }
    redirectChildren(id, to: target)
  }

  // MARK: Saves on their way to the writer

  /// Lets saves that were made before it was known that rows are the same as others apply to the rows that remained.
  ///
  /// The writer does the same with what it is handed.
  func redirectPublishedSaves(_ report: CommitReport) {
    var rows = RedirectedRows()
    rows.follow(report, in: model)
    knownRedirects += rows.count
    guard !rows.isEmpty else { return }
    isRecording = !event.isEmpty
    for (number, changes) in publishedSaves.mapValues(\.changes).sorted(by: { $0.key < $1.key })
    where rows.concern(changes) {
      let redirected = rows.redirected(changes)
      rows.follow(redirected)
      replace(changes, number, by: redirected)
    }
    isRecording = true
  }

  /// Takes rows that another context has deleted, and references to them, out of saves that are on their way, as the
  /// writer will.
  func dropFromPublishedSaves(_ ids: Set<ManagedObjectID>) {
    guard !publishedSaves.isEmpty, !ids.isEmpty else { return }
    let gone = ids.filter { registered[$0]?.object == nil }
    for (number, changes) in publishedSaves.mapValues(\.changes).sorted(by: { $0.key < $1.key }) {
      if let rest = changes.withoutRows(gone, in: model) { replace(changes, number, by: rest) }
    }
  }

  private func replace(_ changes: StoreChanges, _ number: Int, by others: StoreChanges) {
    publishedSaves[number]?.changes = others
    coordinator.pending.replace(number, ids: changes.ids, by: others)
    noteFates(others)
    show(others, insteadOf: changes)
  }

  private func show(_ changes: StoreChanges, insteadOf former: StoreChanges) {
    for row in changes.inserted + changes.updated.map(\.row) {
      guard let object = registered[row.id]?.object, !object.isDeleted,
        let committed = object.committed, committed.version <= row.saved.version
      else { continue }
      let shown = object.values
      rebase(object, on: row.saved)
      guard let shown, shown != object.values else { continue }
      referencesChanged(row.id, from: shown, to: object.values)
      gathered.noteUpdated(row.id)
    }
    let known = Set(former.deleted.map(\.id))
    for row in changes.deleted where !known.contains(row.id) { vanish(row.id, last: row) }
  }

  /// The values of an object that are not those of its row; references first, for they set positions as well.
  private func unsavedValues(of object: ManagedObject) -> [(slot: Int, value: PropertyValue)] {
    guard object.pendingChange == .update, let values = object.values, let base = object.committed?.values
    else { return [] }
    let slots = values.indices.filter { values[$0] != base[$0] }
    let (references, others) = (
      slots.filter(object.entity.isReference), slots.filter { !object.entity.isReference($0) }
    )
    return (references + others).map { ($0, values[$0]) }
  }

  /// Lets objects with changes that refer to a row refer to another one instead.
  private func moveUnsavedReferences(from id: ManagedObjectID, to target: ManagedObjectID) {
    for referrer in model.referrers(to: id.entity) {
      for number in model.family(of: referrer.entity) {
        for object in (changed[number] ?? [:]).values where !object.isDeleted {
          guard var values = object.values, values[referrer.slot].reference == id else { continue }
          guard model.isLink(number) else {
            put(.reference(target), slot: referrer.slot, of: object)
            continue
          }
          values[referrer.slot] = .reference(target)
          remove(object)
          insertLink(number, values: values)
        }
      }
    }
  }
}
