import ObjectGraph
import TestSupport
import Testing

/// Tests of edits that move unique values from one object to another in one save.
@MainActor
@Suite("Exchanges of unique values")
struct ExchangeTests {
  private struct Asked: Error {}

  /// All policies, including a custom rule that must not be called.
  nonisolated static let policies: [MergePolicy] = [
    .error, .storeTrumps, .objectTrumps, .overwrite, .rollback,
    .custom(ConflictRule("never asked") { _ in throw Asked() }),
  ]

  @Test(
    "Go through under every policy, in every kind of context and store, as one version of each row",
    arguments: StoreKind.allCases, ContextKind.allCases)
  func everywhere(_ store: StoreKind, _ kind: ContextKind) async throws {
    for policy in Self.policies {
      let hall = try Hall(store, policy: policy)
      for exchange in Exchange.plain + (store == .plain ? [] : Exchange.inherited) {
        try await check(exchange, kind, hall)
      }
    }
  }

  private func check(_ exchange: Exchange, _ kind: ContextKind, _ hall: Hall) async throws {
    let comment = Comment(rawValue: "\(exchange.testDescription), \(hall.policy)")
    for seat in try hall.context.fetch(FetchRequest<Seat>()) { hall.context.delete(seat) }
    try hall.context.save()
    try await hall.edit(in: .main) { try $0.make(exchange.before) }
    let before = try await hall.stored()
    try await hall.edit(in: kind) { try $0.turn(exchange.before, into: exchange.after) }
    let after = try await hall.stored()
    #expect(after.mapValues(\.content) == exchange.after, comment)
    #expect(try hall.shown() == exchange.after, comment)
    for (name, seat) in after {
      let changes = exchange.before[name] == exchange.after[name] ? 0 : 1
      #expect(seat.version == (before[name]?.version ?? 0) + Int64(changes), "\(name) of \(comment)")
    }
  }

  @Test("Are reported with the values before and after the save, and nothing between")
  func reports() async throws {
    let hall = try Hall(.sqlite, policy: .objectTrumps)
    try await hall.edit(in: .main) { try $0.make(["a": SeatValues(number: 1), "b": SeatValues(number: 2)]) }
    var commits = hall.container.coordinator.commits.makeAsyncIterator()
    var changes: [ContextChanges] = []
    let observation = hall.context.observe { changes.append($0) }
    try await hall.edit(in: .worker) { context in
      (try context.seat("a").number, try context.seat("b").number) = (2, 1)
    }
    let report = try #require(await commits.next())
    let slot = try #require(hall.container.coordinator.model.entity(named: "Seat")?.slot(of: "number"))
    let steps = Set(report.updated.map { [$0.before[slot], $0.row.values[slot]] })
    #expect(steps == [[.integer(1), .integer(2)], [.integer(2), .integer(1)]])
    #expect(report.updated.count == 2 && report.updated.allSatisfy { $0.row.version == 2 })
    #expect(report.inserted.isEmpty && report.deleted.isEmpty && report.unchanged.isEmpty)
    await hall.container.coordinator.drain()
    #expect(changes.reduce(into: Set()) { $0.formUnion($1.updated) } == Set(report.updated.map(\.row.id)))
    #expect(changes.allSatisfy { $0.inserted.isEmpty && $0.deleted.isEmpty })
    withExtendedLifetime(observation) {}
  }

  @Test("Go through when the objects are faults", arguments: [ContextKind.main, .child])
  func faults(_ kind: ContextKind) async throws {
    let hall = try Hall(.sqlite, policy: .error)
    try await hall.edit(in: .worker) {
      try $0.make(["a": SeatValues(number: 1), "b": SeatValues(number: 2)])
    }
    let ids = try hall.context.fetchIDs(FetchRequest<Seat>(order: [FetchOrder("name")]))
    hall.context.reset()
    try await hall.edit(in: kind) { context in
      let seats = ids.map { context.object(with: $0) as? Seat }
      #expect(seats.allSatisfy { $0?.isFault == true })
      seats[0]?.number = 2
      context.refresh(try #require(seats[1]))
      seats[1]?.number = 1
    }
    #expect(try await hall.stored().mapValues(\.content.number) == ["a": 2, "b": 1])
  }

  @Test(
    "Of rows that another context changed meanwhile are merged with what it changed",
    arguments: [
      MergePolicy.objectTrumps, .storeTrumps,
    ])
  func stale(_ policy: MergePolicy) async throws {
    let hall = try Hall(.sqlite, policy: policy)
    try await hall.edit(in: .main) { try $0.make(["a": SeatValues(number: 1), "b": SeatValues(number: 2)]) }
    try await hall.beside { context in
      (try context.seat("a").number, try context.seat("b").number) = (2, 1)
    } others: { context in
      try context.seat("a").note = "theirs"
      try context.seat("b").note = "theirs"
    }
    let stored = try await hall.stored()
    #expect(stored.mapValues(\.content.number) == ["a": 2, "b": 1])
    #expect(stored.allSatisfy { $0.value.content.note == "theirs" && $0.value.version == 3 })
  }

  @Test("Of 2,000 objects take time in proportion to their number")
  func many() async throws {
    let hall = try Hall(.sqlite, policy: .storeTrumps)
    let numbers = (0...2_000).map { SeatValues(number: $0) }
    let names = (0..<2_000).map { "s\($0)" }
    let before = Dictionary(uniqueKeysWithValues: zip(names, numbers))
    try await hall.edit(in: .worker) { try $0.make(before) }
    try await hall.edit(in: .worker) { context in
      for seat in try context.fetch(FetchRequest<Seat>()) { seat.number? += 1 }
    }
    #expect(
      try await hall.stored().mapValues(\.content)
        == Dictionary(uniqueKeysWithValues: zip(names, numbers.dropFirst())))
  }
}

extension Hall {
  /// Makes edits in a worker that has fetched everything, while another context edits and saves.
  func beside(
    _ edit: @escaping @Sendable (ManagedObjectContext) throws -> Void,
    others: @escaping @Sendable (ManagedObjectContext) throws -> Void
  ) async throws {
    let worker = try container.makeBackgroundContext(mergePolicy: policy)
    let other = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      context.retainsRegisteredObjects = true
      _ = try context.fetch(FetchRequest<Seat>())
      try edit(context)
    }
    try await other.perform { context in
      try others(context)
      try context.save()
    }
    try await worker.save()
    await container.coordinator.drain()
  }
}

extension ManagedObjectContext {
  /// Inserts seats; seats with a code become sofas.
  func make(_ seats: [String: SeatValues]) throws {
    for (name, content) in seats.sorted(by: { $0.key < $1.key }) {
      let seat = content.code == nil ? try insert(Seat.self) : try insert(Sofa.self)
      seat.name = name
      seat.content = content
    }
  }

  /// Updates, deletes, and inserts seats to get from one state to another.
  func turn(_ before: [String: SeatValues], into after: [String: SeatValues]) throws {
    let seats = try fetch(FetchRequest<Seat>()).filter { before[$0.name] != nil }
    #expect(seats.count == before.count)
    try turn(Dictionary(seats.map { ($0.name, $0) }, uniquingKeysWith: { $1 }), into: after)
  }

  /// Updates, deletes, and inserts seats; existing ones have been fetched.
  func turn(_ seats: [String: Seat], into after: [String: SeatValues]) throws {
    for (name, seat) in seats.sorted(by: { $0.key < $1.key }) {
      if let content = after[name] { seat.content = content } else { delete(seat) }
    }
    try make(after.filter { seats[$0.key] == nil })
  }
}
