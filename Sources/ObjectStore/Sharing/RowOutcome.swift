package import ObjectModel

/// The outcome of several transactions of a history for one row.
package struct RowOutcome {
  /// A Boolean value that indicates whether the row was inserted by one of the transactions.
  let isNew: Bool
  /// A Boolean value that indicates whether the last of the transactions deleted the row.
  private(set) var isDeleted = false
  /// The version before the deletion.
  private(set) var version: Int64 = 0
  /// The former references: those before the first change of each slot, then those before the second, and so on.
  ///
  /// A context may have read any of these states since, and then shows the row among the members of its owner.
  private(set) var states: [[Slot: PropertyValue]] = [[:]]

  /// Creates the outcome of no transaction yet.
  ///
  /// - Parameter kind: The kind of the first change that will be appended.
  package init(first kind: PersistentHistoryChange.Kind) { isNew = kind == .insertion }

  /// Adds the change of a later transaction, with the version and the references that the row had before, if they are
  /// known.
  package mutating func append(
    _ kind: PersistentHistoryChange.Kind,
    _ former: (version: Int64, references: [(slot: Slot, value: PropertyValue)])?
  ) {
    isDeleted = kind == .deletion
    guard let former else { return }
    if isDeleted { version = former.version }
    for (slot, value) in former.references {
      // A deletion has all references, also those that an earlier state has.
      guard !states.contains(where: { $0[slot] == value }) else { continue }
      if let free = states.firstIndex(where: { $0[slot] == nil }) {
        states[free][slot] = value
      } else {
        states.append([slot: value])
      }
    }
  }
}

extension ExternalChanges {
  /// Creates the changes that outcomes of rows amount to.
  ///
  /// - Parameter slotCount: Returns the number of slots of an entity.
  package init(_ outcomes: [ManagedObjectID: RowOutcome], slotCount: (EntityNumber) -> Int) {
    self.init()
    for (id, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      switch (outcome.isNew, outcome.isDeleted) {
      case (true, false): inserted.append(id)
      case (false, false): former += outcome.states.map { .init(id: id, references: $0) }
      case (_, true):
        // A row that also was inserted may have been read in between.
        for references in outcome.states {
          var values = Array(repeating: PropertyValue.null, count: slotCount(id.entity))
          for (slot, value) in references { values[slot] = value }
          deleted.append(Row(id: id, version: outcome.version, values: values))
        }
      }
    }
  }
}
