import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Random exchanges of unique values", .timeLimit(.minutes(60)))
struct RandomExchangeTests {
  static var seeds: Range<UInt64> { Seeds.range(quick: 20, long: 2_000) }

  @Test("End in the state that was asked for, whatever the policy and the context")
  func oneWriter() async throws {
    for seed in Self.seeds {
      var editor = SeatEditor(seed: seed)
      let policy = try #require(ExchangeTests.policies.randomElement(using: &editor.random))
      let hall = try Hall(seed.isMultiple(of: 3) ? .sqlite : .memory, policy: policy)
      var seats: [String: SeatValues] = [:]
      for _ in 0..<15 {
        let before = seats
        let after = editor.edited(seats)
        let kind = try #require(ContextKind.allCases.randomElement(using: &editor.random))
        let versions = try await hall.stored().mapValues(\.version)
        try await hall.edit(in: kind) { try $0.turn(before, into: after) }
        let stored = try await hall.stored()
        try #require(stored.mapValues(\.content) == after, "seed \(seed), \(policy), \(kind)")
        try #require(try hall.shown() == after, "seed \(seed), \(policy), \(kind)")
        for (name, seat) in stored {
          let step: Int64 = before[name] == after[name] ? 0 : 1
          try #require(
            seat.version == (versions[name] ?? 0) + step, "seed \(seed), \(policy), \(kind), \(name)")
        }
        seats = after
      }
    }
  }

  @Test("By several contexts at once keep the rows unique, and all contexts in step with the store")
  func severalWriters() async throws {
    let policies: [MergePolicy] = [
      .storeTrumps, .objectTrumps, .overwrite, .rollback,
      .custom(ConflictRule("even ones win") { $0.object.key.isMultiple(of: 2) ? .object : .store }),
    ]
    for seed in Self.seeds {
      var editor = SeatEditor(seed: seed, prefix: "main ")
      let policy = try #require(policies.randomElement(using: &editor.random))
      let hall = try Hall(seed.isMultiple(of: 3) ? .sqlite : .memory, policy: policy)
      let workers = try (0..<2).map { _ in
        try hall.container.makeBackgroundContext(
          mergePolicy: policies.randomElement(using: &editor.random) ?? .rollback)
      }
      for round in 0..<6 {
        let savings = workers.enumerated().map { number, worker in
          Task { [seed = editor.random.next()] in
            try await worker.perform { context in
              var editor = SeatEditor(seed: seed, prefix: "\(round) \(number) ")
              try context.editSeats(&editor)
            }
            await Task.yield()
            try await saveOrGiveUpConflict(worker)
          }
        }
        for _ in 0..<3 {
          try hall.context.editSeats(&editor)
          await Task.yield()
          try saveOrGiveUpConflict(hall.context)
        }
        for saving in savings { try await saving.value }
        await hall.container.coordinator.drain()
        // The writer has rejected a save that the context had published.
        if hall.context.hasChanges { hall.context.rollback() }
        try await check(hall, seed)
      }
    }
  }

  private func check(_ hall: Hall, _ seed: UInt64) async throws {
    func contents(_ context: ManagedObjectContext) throws -> [ManagedObjectID: SeatValues] {
      let seats = try context.fetch(FetchRequest<Seat>())
      return Dictionary(seats.map { ($0.objectID, $0.content) }, uniquingKeysWith: { $1 })
    }
    let stored = try await hall.container.makeBackgroundContext().perform { context in
      let seats = try context.fetch(FetchRequest<Seat>())
      return Dictionary(seats.map { ($0.objectID, $0.content) }, uniquingKeysWith: { $1 })
    }
    try #require(try contents(hall.context) == stored, "seed \(seed)")
    let numbers = stored.values.compactMap(\.number)
    let codes = stored.values.compactMap(\.code)
    let places = stored.values.compactMap { seat in
      seat.line.flatMap { line in seat.place.map { [line, $0] } }
    }
    try #require(Set(numbers).count == numbers.count && Set(codes).count == codes.count, "seed \(seed)")
    try #require(Set(places).count == places.count, "seed \(seed)")
  }
}

extension ManagedObjectContext {
  /// Edits the seats that the context shows.
  func editSeats(_ editor: inout SeatEditor) throws {
    // Fetched only once: another context can rename or delete rows at any time.
    let seats = Dictionary(try fetch(FetchRequest<Seat>()).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    try turn(seats, into: editor.edited(seats.mapValues(\.content)))
  }
}
