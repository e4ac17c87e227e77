public import ListChanges
public import ObjectGraph

/// Any number of observers.
extension FetchedResultsController {
  /// Calls `handler` for each change of the list, until the observation is released.
  ///
  /// The list already shows the new state. ``onChange`` is called before. Unlike it, observers also get a reload
  /// (`SectionedChanges.isReload`) after ``load()``, ``loadPart(_:)`` and ``performFetch()``, because another part of the
  /// program may have called these.
  ///
  /// - Returns: The observation, which the caller must retain.
  public func observe(_ handler: @escaping (SectionedChanges) -> Void) -> ListObservation {
    let number = observers.add(handler)
    return ListObservation { [weak self] in
      let observer = self?.observers.remove(number)
      withExtendedLifetime(observer) {}
    }
  }

  /// The changes of the list from now on; each read of the property makes another sequence.
  ///
  /// ```swift
  /// for await changes in photos.changes { view.apply(changes) }
  /// ```
  ///
  /// The sequence gives what ``observe(_:)`` gives, reloads included. While its task is busy, the buffer keeps up to 64 changes; then
  /// one reload takes their place. A task that reads the sequence in the isolation of the context sees the list as it is
  /// after a reload, and must apply other changes to a copy of its own, because the list may be ahead of them.
  public var changes: ChangeSequence<SectionedChanges> {
    let mailbox = Mailbox<SectionedChanges> { waiting, changes in
      // The reader of a reload reads the list, which contains all later changes.
      if waiting.last?.isReload == true { return }
      if changes.isReload || waiting.count == 64 {
        waiting = [SectionedChanges(isReload: true)]
      } else {
        waiting.append(changes)
      }
    }
    mailbox.follow(observe) { $0 }
    return ChangeSequence(mailbox)
  }

  /// The list as a snapshot now, and after each change; each read of the property makes another sequence.
  ///
  /// While its task is busy, the buffer keeps the newest snapshot, whose
  /// `reconfiguredItems` contain those of the snapshots that it replaces.
  ///
  /// - Complexity: O(*n*) for each change, in the number of rows.
  public var snapshots: ChangeSequence<ListSnapshot<String, ManagedObjectID>> {
    let mailbox = Mailbox<ListSnapshot<String, ManagedObjectID>> { waiting, snapshot in
      var newest = snapshot
      if let former = waiting.last, !former.reconfiguredItems.isEmpty {
        let changed = Set(former.reconfiguredItems + newest.reconfiguredItems)
        newest.reconfiguredItems = newest.itemIDs.filter(changed.contains)
      }
      waiting = [newest]
    }
    mailbox.post(snapshot)
    mailbox.follow(observe) { [weak self] in self?.snapshot(after: $0) }
    return ChangeSequence(mailbox)
  }

  /// The list as a snapshot: the names of its sections and the IDs of its objects.
  ///
  /// Sections whose names differ only in their Unicode normalization are different sections of the list, but have equal
  /// names in Swift, and so the same identifier in a snapshot. Normalize the values of the section key path if that can
  /// occur.
  ///
  /// - Complexity: O(*n*)
  public var snapshot: ListSnapshot<String, ManagedObjectID> { snapshot(after: SectionedChanges()) }

  private func snapshot(after changes: SectionedChanges) -> ListSnapshot<String, ManagedObjectID> {
    let sections = (0..<sectionCount).map { section in
      ListSnapshot<String, ManagedObjectID>.Section(
        sectionName(section),
        (0..<rowCount(inSection: section)).map { objectID(at: RowPath(section: section, row: $0)) })
    }
    let changed = changes.movedRows.filter(\.contentChanged).map(\.new) + changes.updatedRows.map(\.new)
    return ListSnapshot(
      sections, reconfiguredItems: changed.sorted().map { sections[$0.section].items[$0.row] })
  }
}
