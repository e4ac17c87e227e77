#if PostgreSQL
  internal import ObjectStore

  /// The outcome of several transactions for one row.
  struct RowOutcome {
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

    init(isNew: Bool) { self.isNew = isNew }

    /// Adds the change of a later transaction.
    mutating func append(_ kind: PersistentHistoryChange.Kind, _ former: FormerReferences?) {
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
#endif
