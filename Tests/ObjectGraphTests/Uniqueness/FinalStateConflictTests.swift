import ObjectGraph
import TestSupport
import Testing

/// Tests of uniqueness conflicts that remain when all rows of a save have their final values.
@MainActor
@Suite("Conflicts with the final state of a save")
struct FinalStateConflictTests {
  /// The expected result of a policy for a conflict.
  struct Outcome: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let policy: MergePolicy
    /// The final numbers of the seats, or nil if the save must fail.
    let numbers: [String: Int]?

    init(_ name: String, _ policy: MergePolicy, _ numbers: [String: Int]?) {
      (testDescription, self.policy, self.numbers) = (name, policy, numbers)
    }
  }

  private nonisolated static func rule(_ resolution: MergeConflict.Resolution) -> MergePolicy {
    .custom(ConflictRule("test") { _ in resolution })
  }

  /// The results when seats 1, 2, and 3 move up by one, and another context has inserted a seat with number
  /// 4.
  nonisolated static let shifts = [
    Outcome("error", .error, nil),
    Outcome("storeTrumps", .storeTrumps, ["a": 1, "b": 2, "c": 3, "d": 4]),
    Outcome("rollback", .rollback, ["a": 1, "b": 2, "c": 3, "d": 4]),
    Outcome("objectTrumps", .objectTrumps, ["a": 2, "b": 3, "c": 4]),
    Outcome("overwrite", .overwrite, ["a": 2, "b": 3, "c": 4]),
    Outcome("store", rule(.store), ["a": 1, "b": 2, "c": 3, "d": 4]),
    Outcome("object", rule(.object), ["a": 2, "b": 3, "c": 4]),
    Outcome("values", rule(.values(["number": .integer(9)])), ["a": 2, "b": 3, "c": 9, "d": 4]),
    Outcome("values that resolve nothing", rule(.values([:])), nil),
  ]

  private func start(_ store: StoreKind, _ policy: MergePolicy) async throws -> Hall {
    let hall = try Hall(store, policy: policy)
    try await hall.edit(in: .main) {
      try $0.make(["a": SeatValues(number: 1), "b": SeatValues(number: 2), "c": SeatValues(number: 3)])
    }
    return hall
  }

  @Test(
    "An update that gives up its values takes them back from the updates that have taken them",
    arguments: shifts, [StoreKind.memory, .sqlite, .plain])
  func blockedShift(_ outcome: Outcome, _ store: StoreKind) async throws {
    let hall = try await start(store, outcome.policy)
    func save() async throws {
      try await hall.beside { context in
        for (name, number) in [("a", 2), ("b", 3), ("c", 4)] { try context.seat(name).number = number }
      } others: {
        try $0.make(["d": SeatValues(number: 4)])
      }
    }
    guard let numbers = outcome.numbers else {
      await #expect(throws: ConflictError.self) { try await save() }
      #expect(try await hall.stored().mapValues(\.content.number) == ["a": 1, "b": 2, "c": 3, "d": 4])
      return
    }
    try await save()
    let stored = try await hall.stored()
    #expect(stored.mapValues(\.content.number) == numbers)
    for (name, seat) in stored where ["a": 1, "b": 2, "c": 3, "d": 4][name] == seat.content.number {
      #expect(seat.version == 1, "a row that keeps its values keeps its version")
    }
    #expect(try hall.shown().mapValues(\.number) == numbers)
  }

  @Test(
    "What the main context has published and the writer gives up is taken back in the main context",
    arguments: [MergePolicy.storeTrumps, .rollback])
  func publishedShift(_ policy: MergePolicy) async throws {
    let hall = try await start(.sqlite, policy)
    let context = hall.context
    let seats = try context.fetch(FetchRequest<Seat>(order: [FetchOrder("name")]))
    // The context must not see the changes of the other one.
    try context.setQueryGeneration(.current)
    for seat in seats {
      seat.number? += 1
      seat.note = "mine"
    }
    try await hall.container.makeBackgroundContext().performAndSave {
      try $0.make(["d": SeatValues(number: 4)])
    }
    let saving = try context.publish()
    #expect(seats.map(\.number) == [2, 3, 4])
    try await saving.committed()
    #expect(seats.map(\.number) == [1, 2, 3])
    #expect(seats.map(\.note) == Array(repeating: policy == .rollback ? nil : "mine", count: 3))
    try context.setQueryGeneration(.unpinned)
    #expect(try await hall.stored().mapValues(\.content) == hall.shown())
    // The versions agree again, so the next save has no conflict.
    context.mergePolicy = .error
    for seat in seats { seat.note = "again" }
    try context.save()
    #expect(try await hall.stored().values.count { $0.content.note == "again" } == 3)
  }

  nonisolated static let deletions = [
    Outcome("storeTrumps", .storeTrumps, ["a": 1, "b": 2, "c": 3]),
    Outcome("objectTrumps", .objectTrumps, ["b": 1, "c": 2]),
  ]

  @Test(
    "A deletion that is given up keeps its unique values, and who was to take them keeps its own",
    arguments: deletions)
  func stayingRow(_ outcome: Outcome) async throws {
    let hall = try await start(.sqlite, outcome.policy)
    try await hall.beside { context in
      context.delete(try context.seat("a"))
      (try context.seat("b").number, try context.seat("c").number) = (1, 2)
    } others: {
      try $0.seat("a").note = "theirs"
    }
    #expect(try await hall.stored().mapValues(\.content.number) == outcome.numbers)
  }

  nonisolated static let insertions = [
    Outcome("storeTrumps", .storeTrumps, ["a": 1, "b": 8, "c": 3, "d": 2]),
    Outcome("objectTrumps", .objectTrumps, ["a": 2, "b": 8, "c": 3, "e": 1]),
  ]

  @Test(
    "A new object with a value that is not vacated after all becomes the one that has it",
    arguments: insertions)
  func insertedRow(_ outcome: Outcome) async throws {
    let hall = try await start(.sqlite, outcome.policy)
    try await hall.beside { context in
      try context.seat("a").number = 2
      try context.make(["e": SeatValues(number: 1)])
    } others: { context in
      try context.seat("b").number = 8
      try context.save()
      try context.make(["d": SeatValues(number: 2)])
    }
    #expect(try await hall.stored().mapValues(\.content.number) == outcome.numbers)
  }

  nonisolated static let merges = [
    Outcome("storeTrumps", .storeTrumps, ["a": 7, "b": 1, "c": 3]),
    Outcome("objectTrumps", .objectTrumps, ["a": 2, "b": 1, "c": 3]),
    Outcome("overwrite", .overwrite, ["a": 2, "b": 1, "c": 3]),
    Outcome("rollback", .rollback, ["a": 7, "b": 1, "c": 3]),
  ]

  @Test(
    "An exchange with a row that has other values by now goes as far as the policy allows", arguments: merges)
  func changedPartner(_ outcome: Outcome) async throws {
    let hall = try await start(.sqlite, outcome.policy)
    try await hall.beside { context in
      (try context.seat("a").number, try context.seat("b").number) = (2, 1)
    } others: {
      try $0.seat("a").number = 7
    }
    #expect(try await hall.stored().mapValues(\.content.number) == outcome.numbers)
  }

  @Test("A rule that never comes to rest ends in a conflict")
  func endlessRule() async throws {
    let hall = try await start(
      .sqlite,
      .custom(
        ConflictRule("back and forth") { conflict in
          .values(["number": conflict.unsaved?["number"] == .integer(2) ? .integer(3) : .integer(2)])
        }))
    await #expect(throws: ConflictError.self) {
      try await hall.edit(in: .worker) { try $0.seat("a").number = 2 }
    }
  }

  @Test("Two constraints that meet two rows take the place of both")
  func twoConstraints() async throws {
    let hall = try Hall(.sqlite, policy: .objectTrumps)
    try await hall.edit(in: .main) {
      try $0.make([
        "a": SeatValues(number: 1, line: 1, place: 1), "b": SeatValues(number: 2),
        "c": SeatValues(line: 2, place: 2),
      ])
    }
    try await hall.edit(in: .worker) { try $0.seat("a").content = SeatValues(number: 2, line: 2, place: 2) }
    #expect(try await hall.stored().mapValues(\.content) == ["a": SeatValues(number: 2, line: 2, place: 2)])
    #expect(try hall.shown() == ["a": SeatValues(number: 2, line: 2, place: 2)])
  }

  nonisolated static let replacing = [MergePolicy.objectTrumps, .overwrite, rule(.object)]

  @Test("An object does not replace one of another entity, which has other references", arguments: replacing)
  func otherEntity(_ policy: MergePolicy) async throws {
    let hall = try Hall(.sqlite, policy: policy)
    let seats = ["a": SeatValues(number: 1), "b": SeatValues(number: 2, code: "soft")]
    try await hall.edit(in: .main) { try $0.make(seats) }
    for (name, number) in [("b", 1), ("a", 2)] {
      await #expect(throws: ConflictError.self) {
        try await hall.edit(in: .worker) { try $0.seat(name).number = number }
      }
    }
    #expect(try await hall.stored().mapValues(\.content) == seats)
    #expect(try hall.shown() == seats)
  }

  @Test("A new object that becomes one of the same save meets a third row by another constraint")
  func mergedInsertion() async throws {
    let hall = try Hall(.sqlite, policy: .objectTrumps)
    try await hall.edit(in: .main) { try $0.make(["c": SeatValues(line: 2, place: 2)]) }
    try await hall.edit(in: .worker) { context in
      try context.make(["a": SeatValues(number: 1)])
      try context.make(["b": SeatValues(number: 1, line: 2, place: 2)])
    }
    let stored = try await hall.stored()
    #expect(stored.values.map(\.content) == [SeatValues(number: 1, line: 2, place: 2)])
    #expect(try hall.shown() == stored.mapValues(\.content))
  }

  @Test("A row that a new one becomes refers to the row that the destination of its reference became")
  func replacedTarget() async throws {
    let library = try Library(policy: .overwrite)
    let remaining = try library.author("remaining", key: "1")
    let replaced = try library.author("replaced", key: "2")
    try library.book("known", isbn: "9", by: replaced)
    try library.context.save()

    let worker = try library.container.makeBackgroundContext(mergePolicy: .overwrite)
    let (remainingID, replacedID) = (remaining.objectID, replaced.objectID)
    try await worker.performAndSave { context in
      (context.object(with: remainingID) as? Author)?.key = "2"
      let book = try context.insert(Book.self)
      (book.title, book.isbn) = ("known", "9")
      book.author = context.object(with: replacedID) as? Author
    }

    #expect(try await library.stored(Author.self, "key") == [.string("2")])
    #expect(try await library.stored(Book.self, "author") == [.reference(remainingID)])
    #expect(remaining.books.count == 1)
  }
}

extension BackgroundContext {
  /// Makes edits and saves them.
  func performAndSave(_ edit: @escaping @Sendable (ManagedObjectContext) throws -> Void) async throws {
    try perform { try edit($0) }
    try await save()
  }
}
