internal import ObjectModel

/// The open transactions of several stores.
final class CombinedTransaction: StoreTransaction {
  private let routing: CombinedRouting
  private let transactions: [(any StoreTransaction)?]
  private let readers: [(any StoreReader)?]
  /// The numbers of the stores with changes.
  private(set) var written: Set<Int> = []

  init(
    _ routing: CombinedRouting, _ transactions: [(any StoreTransaction)?], _ readers: [(any StoreReader)?]
  ) {
    self.routing = routing
    self.transactions = transactions
    self.readers = readers
  }

  // MARK: Reading

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    try routing.grouped(ids).flatMap { part, ids in
      let rows = try transactions[part.index]?.rows(ids) ?? readers[part.index]?.rows(ids) ?? []
      return try rows.map { try routing.combined($0, of: part) }
    }
  }

  func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
    var versions: [ManagedObjectID: Int64] = [:]
    for (part, ids) in routing.grouped(ids) {
      let own = try transactions[part.index]?.versions(ids)
      let found = try own ?? versionsOfReader(part, ids)
      for (id, version) in found { versions[try routing.combined(id, of: part)] = version }
    }
    return versions
  }

  func present(_ ids: [ManagedObjectID]) throws -> Set<ManagedObjectID> {
    var present: Set<ManagedObjectID> = []
    for (part, ids) in routing.grouped(ids) {
      let found = try transactions[part.index]?.present(ids) ?? Set(versionsOfReader(part, ids).keys)
      for id in found { present.insert(try routing.combined(id, of: part)) }
    }
    return present
  }

  private func versionsOfReader(
    _ part: CombinedPart, _ ids: [ManagedObjectID]
  ) throws -> [ManagedObjectID: Int64] {
    let rows = try readers[part.index]?.rows(ids) ?? []
    return Dictionary(rows.map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
  }

  /// Finds the row in the first store that has one: a uniqueness constraint holds within each store.
  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) throws -> Row? {
    for part in routing.holders(of: entity) {
      guard let number = part.numbers[entity] else { continue }
      let own = values.map { routing.own($0, in: part) }
      let row =
        if let transaction = transactions[part.index] {
          try transaction.row(entity: number, slots: slots, values: own)
        } else {
          try readers[part.index]?.fetch(query(number, slots, own, of: part)).first
        }
      if let row { return try routing.combined(row, of: part) }
    }
    return nil
  }

  /// Finds the row in the store of the refused one.
  func row(
    refusing id: ManagedObjectID, entity: EntityNumber, slots: [Slot], values: [PropertyValue]
  ) throws -> Row? {
    guard let part = routing.part(of: id), let number = part.numbers[entity] else { return nil }
    let row = try transactions[part.index]?.row(
      refusing: routing.own(id, in: part), entity: number, slots: slots,
      values: values.map { routing.own($0, in: part) })
    return try row.map { try routing.combined($0, of: part) }
  }

  func sources(
    entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]
  ) throws -> [ManagedObjectID] {
    try references([ReferenceQuery(entity: entity, slot: slot, targets: targets)])[0].map(\.source)
  }

  /// Passes the questions for each store on together.
  func references(_ queries: [ReferenceQuery]) throws -> [[RowReference]] {
    var answers = queries.map { _ in [RowReference]() }
    var groups: [Int: [(index: Int, own: ReferenceQuery)]] = [:]
    for (index, query) in queries.enumerated() {
      for (part, targets) in routing.grouped(query.targets) {
        guard let number = part.numbers[query.entity] else { continue }
        let own = ReferenceQuery(entity: number, slot: query.slot, targets: targets)
        if transactions[part.index] == nil {
          answers[index] += try referencesOfReader(part, own)
        } else {
          groups[part.index, default: []].append((index, own))
        }
      }
    }
    for (number, group) in groups.sorted(by: { $0.key < $1.key }) {
      let found = try transactions[number]?.references(group.map(\.own)) ?? []
      for (query, references) in zip(group, found) {
        answers[query.index] += try references.map { try combined($0, of: routing.parts[number]) }
      }
    }
    return answers
  }

  private func referencesOfReader(
    _ part: CombinedPart, _ own: ReferenceQuery
  ) throws -> [RowReference] {
    try own.targets.flatMap { target in
      try (readers[part.index]?.fetchIDs(query(own.entity, [own.slot], [.reference(target)], of: part)) ?? [])
        .map { try combined(RowReference(source: $0, target: target), of: part) }
    }
  }

  private func combined(_ own: RowReference, of part: CombinedPart) throws -> RowReference {
    RowReference(
      source: try routing.combined(own.source, of: part), target: try routing.combined(own.target, of: part))
  }

  /// A query for rows with values in some slots, of a store without a transaction.
  private func query(
    _ entity: EntityNumber, _ slots: [Slot], _ values: [PropertyValue], of part: CombinedPart
  ) -> StoreQuery {
    let description = part.store.model[entity]
    let comparisons = zip(slots, values).map {
      FetchPredicate.comparison(.init(description.name(ofSlot: $0), .equal, .value($1)))
    }
    return StoreQuery(entity: entity, predicate: .and(comparisons))
  }

  // MARK: Writing

  func insert(_ row: Row) throws -> WriteOutcome {
    let (part, transaction) = try place(of: row.id)
    try routing.refuseCrossing(row, row.values.indices.map { Slot($0) }, from: part)
    do {
      return try recorded(transaction.insert(routing.own(row, in: part)), of: part)
    } catch let error as DuplicateKeyError {
      throw DuplicateKeyError(id: try routing.combined(error.id, of: part))
    }
  }

  func update(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
    let (part, transaction) = try place(of: row.id)
    try routing.refuseCrossing(row, slots, from: part)
    return try recorded(transaction.update(routing.own(row, in: part), slots: slots), of: part)
  }

  func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
    let (part, transaction) = try place(of: row.id)
    try routing.refuseCrossing(row, slots, from: part)
    return try recorded(transaction.overwrite(routing.own(row, in: part), slots: slots), of: part)
  }

  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome {
    let (part, transaction) = try place(of: id)
    return try recorded(transaction.delete(routing.own(id, in: part), version: version), of: part)
  }

  /// Records that a store has changes, if a write was done.
  private func recorded(_ outcome: WriteOutcome, of part: CombinedPart) -> WriteOutcome {
    if outcome == .done { written.insert(part.index) }
    return outcome
  }

  /// Passes the writes for each store on together.
  func write(_ writes: [RowWrite]) throws -> [WriteOutcome] {
    var outcomes = Array(repeating: WriteOutcome.stale, count: writes.count)
    var groups: [Int: Group] = [:]
    for (index, write) in writes.enumerated() {
      let (part, transaction) = try place(of: write.id)
      groups[part.index, default: Group(part: part, transaction: transaction)].writes
        .append((index, try own(write, in: part)))
    }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      let found = try group.transaction.write(group.writes.map(\.own))
      for (write, outcome) in zip(group.writes, found) {
        outcomes[write.index] = recorded(outcome, of: group.part)
      }
    }
    return outcomes
  }

  /// The writes for a store, with their places among all writes.
  private struct Group {
    let part: CombinedPart
    let transaction: any StoreTransaction
    var writes: [(index: Int, own: RowWrite)] = []
  }

  private func own(_ write: RowWrite, in part: CombinedPart) throws -> RowWrite {
    switch write {
    case .insert(let row):
      try routing.refuseCrossing(row, row.values.indices.map { Slot($0) }, from: part)
      return .insert(routing.own(row, in: part))
    case .update(let row, let slots):
      try routing.refuseCrossing(row, slots, from: part)
      return .update(routing.own(row, in: part), slots: slots)
    case .overwrite(let row, let slots):
      try routing.refuseCrossing(row, slots, from: part)
      return .overwrite(routing.own(row, in: part), slots: slots)
    case .delete(let id, let version): return .delete(routing.own(id, in: part), version: version)
    }
  }

  /// Returns the store of a row, with its transaction.
  private func place(of id: ManagedObjectID) throws -> (CombinedPart, any StoreTransaction) {
    guard let part = routing.part(of: id) else {
      throw CombinedStoreError.missingEntity(
        routing.model.entity(numbered: id.entity)?.name ?? "\(id.entity)")
    }
    guard let transaction = transactions[part.index] else {
      throw CombinedStoreError.readOnly(entity: routing.model.entity(of: id).name)
    }
    return (part, transaction)
  }
}

// MARK: - History

extension CombinedTransaction: HistoryRecording {
  /// Records the rows of each store in its own history.
  func record(_ report: inout CommitReport) throws {
    for (part, own) in routing.own(report) {
      guard let transaction = transactions[part.index] as? any HistoryRecording else { continue }
      var own = own
      try transaction.record(&own)
      report.partTokens[part.store.identifier] = own.historyToken
    }
  }
}
