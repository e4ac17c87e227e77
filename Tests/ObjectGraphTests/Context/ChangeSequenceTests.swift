@testable import ObjectGraph
import TestSupport
import Testing

@Suite("Sequences of a context")
@MainActor
struct ChangeSequenceTests {
  typealias Painting = Gallery.Painting
  typealias Painter = Gallery.Painter

  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws { container = try Gallery.container() }

  @Test("Every sequence gets what an observer gets")
  func changes() async throws {
    var observed: [ContextChanges] = []
    let observation = context.observe { observed.append($0) }
    var iterators = [context.changes.makeAsyncIterator(), context.changes.makeAsyncIterator()]
    for number in 10..<13 {
      try context.insert(Painting.self).number = number
      context.processPendingChanges()
      for index in iterators.indices {
        let changes = try #require(await iterators[index].next(isolation: #isolation))
        #expect(changes.inserted == observed.last?.inserted)
      }
    }
    #expect(observed.count == 3)
    withExtendedLifetime(observation) {}
  }

  @Test("What a busy reader has not read is combined into one element that lacks nothing")
  func combining() async throws {
    var iterator = context.changes.makeAsyncIterator()
    let ann = try #require(try context.first(Painter.self, where: \.name == "Ann"))
    let inserted = try context.insert(Painting.self)
    context.processPendingChanges()
    ann.country = "BE"
    context.processPendingChanges()
    let deleted = try #require(try context.first(Painting.self, where: \.number == 3))
    context.delete(deleted)
    context.processPendingChanges()
    let brief = try context.insert(Painting.self)
    context.processPendingChanges()
    context.delete(brief)
    context.processPendingChanges()
    let changes = try #require(await iterator.next(isolation: #isolation))
    #expect(changes.inserted == [inserted.objectID])
    #expect(changes.updated == [ann.objectID])
    #expect(changes.deleted == [deleted.objectID])
  }

  @Test("A task that waits ends when it is canceled, and the observation with it")
  func cancellation() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let sequence = context.changes
    let task = Task { @MainActor in
      var count = 0
      start.finish()
      for await _ in sequence { count += 1 }
      return count
    }
    for await _ in started {}
    task.cancel()
    #expect(await task.value == 0)
    try context.insert(Painting.self).number = 10
    context.processPendingChanges()
    var iterator = sequence.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == nil)
  }

  @Test("A sequence that another isolation reads gets all changes, and ends with the context")
  func background() async throws {
    var worker: BackgroundContext? = try container.makeBackgroundContext()
    let changes = try #require(await worker?.perform { $0.changes })
    let reader = Task.detached {
      var inserted = 0
      for await change in changes { inserted += change.inserted.count }
      return inserted
    }
    for number in 100..<150 {
      try await worker?.perform { try $0.insert(Painting.self).number = number }
    }
    worker = nil
    #expect(await reader.value == 50)
  }

  @Test("The objects of a request follow now and after each change that concerns them")
  func values() async throws {
    let request = FetchRequest<Painting>(where: \.painter.name == "Ann", order: [.by(\.number)])
    var iterator = context.values(of: request).makeAsyncIterator()
    @MainActor func next(_ iterator: inout FetchedValues<Painting>.Iterator) async throws -> [Int]? {
      try await iterator.next(isolation: #isolation)?.map(\.number)
    }
    var numbers = try await next(&iterator)
    #expect(numbers == [1])
    let (ann, bob) = (
      try #require(try context.first(Painter.self, where: \.name == "Ann")),
      try #require(try context.first(Painter.self, where: \.name == "Bob"))
    )
    // Not a change of the result; the one after it is.
    bob.country = "FR"
    context.processPendingChanges()
    let third = try #require(try context.first(Painting.self, where: \.number == 3))
    third.painter = ann
    context.processPendingChanges()
    numbers = try await next(&iterator)
    #expect(numbers == [1, 3])
    third.width = 7
    context.processPendingChanges()
    numbers = try await next(&iterator)
    #expect(numbers == [1, 3])
    // Through the relationship: the paintings themselves do not change.
    ann.name = "Anna"
    bob.name = "Ann"
    context.processPendingChanges()
    numbers = try await next(&iterator)
    #expect(numbers == [2])
  }

  @Test(
    "The objects of a request follow what happens to a new object while the task is busy",
    .timeLimit(.minutes(10)), arguments: [true, false])
  func newObject(isDeleted: Bool) async throws {
    let request = FetchRequest<Painting>(order: [.by(\.number)])
    var iterator = context.values(of: request).makeAsyncIterator()
    let new = try context.insert(Painting.self)
    new.number = 4
    // The fetch ends the event: its notification waits in the buffer.
    var numbers = try await iterator.next(isolation: #isolation)?.map(\.number)
    #expect(numbers == [1, 2, 3, 4])
    if isDeleted { context.delete(new) } else { new.width = 7 }
    context.processPendingChanges()
    numbers = try await iterator.next(isolation: #isolation)?.map(\.number)
    #expect(numbers == (isDeleted ? [1, 2, 3] : [1, 2, 3, 4]))
  }

  @Test("The objects of a request follow a batch whose rows are not known", .timeLimit(.minutes(10)))
  func reload() async throws {
    let request = FetchRequest<Painting>(order: [.by(\.number)])
    var iterator = context.values(of: request).makeAsyncIterator()
    var numbers = try await iterator.next(isolation: #isolation)?.map(\.number)
    #expect(numbers == [1, 2, 3])
    var insert = BatchInsertRequest<Painting>(rows: [["number": .integer(4)]])
    insert.rowLimit = 0
    try await context.execute(insert)
    numbers = try await iterator.next(isolation: #isolation)?.map(\.number)
    #expect(numbers == [1, 2, 3, 4])
  }

  @Test(
    "The changes of a new object end when it is deleted before a notification of it", .timeLimit(.minutes(10))
  )
  func briefObject() async throws {
    let brief = try context.insert(Painting.self)
    var changes = brief.changes.makeAsyncIterator()
    context.delete(brief)
    try context.insert(Painting.self).number = 4
    context.processPendingChanges()
    #expect(await changes.next(isolation: #isolation) == nil)
  }

  @Test("A request that does not fit the entity ends the sequence with its error")
  func failure() async throws {
    let request = FetchRequest<Painting>(where: try FetchPredicate("length == 1"))
    do {
      for try await _ in context.values(of: request) { Issue.record("the request has objects") }
      Issue.record("the sequence ends without an error")
    } catch { #expect(error is FetchError) }
    do {
      for try await _ in context.counts(of: request) { Issue.record("the request has a count") }
      Issue.record("the sequence ends without an error")
    } catch { #expect(error is FetchError) }
  }

  @Test(
    "The sequences of objects and numbers retain no context, and end when it is gone",
    .timeLimit(.minutes(10)))
  func endWithContext() async throws {
    weak var context: ManagedObjectContext?
    let objects: FetchedValues<Painting>
    let counts: TrackedValues<Int>
    var objectIterator: FetchedValues<Painting>.Iterator
    var countIterator: TrackedValues<Int>.Iterator
    do {
      let container = try Gallery.container()
      context = container.viewContext
      objects = container.viewContext.values(of: FetchRequest<Painting>())
      counts = container.viewContext.counts(of: FetchRequest<Painting>())
      objectIterator = objects.makeAsyncIterator()
      countIterator = counts.makeAsyncIterator()
      let shown = try await objectIterator.next(isolation: #isolation)?.count
      let count = try await countIterator.next(isolation: #isolation)
      #expect(shown == 3 && count == 3)
    }
    try #require(context == nil)
    let shown = try await objectIterator.next(isolation: #isolation)
    let count = try await countIterator.next(isolation: #isolation)
    #expect(shown == nil && count == nil)
    for try await _ in objects { Issue.record("there are objects without a context") }
    for try await _ in counts { Issue.record("there is a count without a context") }
  }

  // MARK: Numbers and other values

  @Test(
    "The number of objects of a request follows now and after each change of it", .timeLimit(.minutes(10)))
  func counts() async throws {
    let request = FetchRequest<Painting>(where: \.painter.name == "Ann")
    var iterator = context.counts(of: request).makeAsyncIterator()
    var count = try await iterator.next(isolation: #isolation)
    #expect(count == 1)
    let ann = try #require(try context.first(Painter.self, where: \.name == "Ann"))
    let third = try #require(try context.first(Painting.self, where: \.number == 3))
    third.painter = ann
    context.processPendingChanges()
    count = try await iterator.next(isolation: #isolation)
    #expect(count == 2)
    // Through the relationship: the paintings themselves do not change.
    ann.name = "Anna"
    context.processPendingChanges()
    count = try await iterator.next(isolation: #isolation)
    #expect(count == 0)
  }

  @Test("The dictionaries of a request follow changes of its groups", .timeLimit(.minutes(10)))
  func dictionaries() async throws {
    var request = DictionaryRequest<Painting>(
      [FetchedColumn("painter.name"), FetchedColumn("width", .sum, of: .path("width"))],
      where: try FetchPredicate("painter != nil"))
    request.groupBy = [.path("painter.name")]
    request.order = [FetchOrder("width")]
    var iterator = context.dictionaries(of: request).makeAsyncIterator()
    var found = try await iterator.next(isolation: #isolation)
    #expect(
      found == [
        ["painter.name": .string("Ann"), "width": .integer(100)],
        ["painter.name": .string("Bob"), "width": .integer(200)],
      ])
    try #require(try context.first(Painter.self, where: \.name == "Bob")).name = "Bea"
    context.processPendingChanges()
    found = try await iterator.next(isolation: #isolation)
    #expect(found?.map { $0["painter.name"] } == [.string("Ann"), .string("Bea")])
  }

  @Test("After an error, the iterator of a sequence returns nothing more", .timeLimit(.minutes(10)))
  func endAfterError() async throws {
    let request = FetchRequest<Painting>(where: try FetchPredicate("length == 1"))
    var objects = context.values(of: request).makeAsyncIterator()
    var computed = 0
    var sizes = context.values(tracking: [Painting.self]) { context in
      computed += 1
      guard computed < 2 else { throw CancellationError() }
      return try context.count(FetchRequest<Painting>())
    }.makeAsyncIterator()
    do {
      _ = try await objects.next(isolation: #isolation)
      Issue.record("the request has objects")
    } catch { #expect(error is FetchError) }
    let size = try await sizes.next(isolation: #isolation)
    #expect(size == 3)
    try context.insert(Painting.self).number = 4
    context.processPendingChanges()
    do {
      _ = try await sizes.next(isolation: #isolation)
      Issue.record("the second computation has a value")
    } catch { #expect(error is CancellationError) }
    try context.insert(Painting.self).number = 5
    context.processPendingChanges()
    let nextObjects = try await objects.next(isolation: #isolation)
    let nextSize = try await sizes.next(isolation: #isolation)
    #expect(nextObjects == nil && nextSize == nil && computed == 2)
  }

  /// The values of a sequence, and how often they were computed.
  @MainActor
  private final class Log {
    var computed = 0
    var values: [Int?] = []
  }

  @Test(
    "A value that is computed of objects follows a change of them only when it differs",
    .timeLimit(.minutes(10)))
  func trackedValues() async throws {
    let log = Log()
    let third = try #require(try context.first(Painting.self, where: \.number == 3))
    let reader = Task { @MainActor in
      let widths = context.values(tracking: [Gallery.Work.self]) { context in
        log.computed += 1
        return try context.fetch(Painting.self, order: [.by(\.width)]).last?.width
      }
      for try await width in widths { log.values.append(width) }
    }
    try await until { log.values == [300] }
    third.title = "Storm"
    context.processPendingChanges()
    try await until { log.computed == 2 }
    third.width = 400
    context.processPendingChanges()
    try await until { log.values.count == 2 }
    #expect(log.values == [300, 400] && log.computed == 3)
    reader.cancel()
    try await reader.value
  }
}
