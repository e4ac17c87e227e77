#if PostgreSQL
  import FetchedResults
  import ObjectGraph
  import PostgresStore
  import TestSupport

  /// Edits of books by one program, with a record of what was confirmed.
  @MainActor
  final class BookEditor {
    private(set) var report = CrowdReport()
    /// The number of confirmed saves.
    private(set) var saves = 0

    private let context: ManagedObjectContext
    private let list: FetchedResultsController<Book>
    private let worker: BackgroundContext
    private let name: String
    private var random: SeededGenerator
    private var count = 0

    private enum Outcome {
      case confirmed
      case refused
      case uncertain
    }

    init(
      _ container: PersistentContainer, list: FetchedResultsController<Book>, name: String, seed: UInt64
    ) throws {
      (context, self.list, self.name) = (container.viewContext, list, name)
      worker = try container.makeBackgroundContext(durability: .full, name: name)
      random = SeededGenerator(seed: seed)
    }

    /// Makes an edit and saves it.
    func edit() async throws {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10: try await increment()
      case 10..<14: try await insert()
      case 14..<17: try await changeTitle()
      case 17, 18: try await delete()
      default: try await changePages()
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<20, using: &random)))
    }

    // MARK: In the background

    private func increment() async throws {
      let counter = Int.random(in: 0..<CrowdReport.counters, using: &random)
      let isbn = CrowdReport.counter(counter)
      // Another program is often faster: the save is refused, and the increment repeated.
      while true {
        switch try await save({ try Self.book(isbn, in: $0)?.pages += 1 }) {
        case .confirmed: report.confirmed[counter] += 1
        case .uncertain: report.uncertain[counter] += 1
        case .refused: continue
        }
        return
      }
    }

    private func insert() async throws {
      count += 1
      let (isbn, title) = ("\(name) \(count)", "title \(Int.random(in: 0..<1_000, using: &random))")
      let outcome = try await save { context in
        let book = try context.insert(Book.self)
        (book.isbn, book.title) = (isbn, title)
      }
      if outcome == .confirmed { report.present.insert(isbn) }
      if outcome == .refused { report.absent.insert(isbn) }
    }

    private func changeTitle() async throws {
      guard list.count > 0 else { return }
      let id = list.objectID(at: Int.random(in: 0..<list.count, using: &random))
      let title = "title \(Int.random(in: 0..<1_000, using: &random)) by \(name)"
      _ = try await save { context in
        try context.fetch(FetchRequest<Book>(where: FetchPredicate("SELF == %@", id))).first?.title = title
      }
    }

    private func delete() async throws {
      guard let isbn = report.present.sorted().randomElement(using: &random) else { return }
      let outcome = try await save { context in
        if let book = try Self.book(isbn, in: context) { context.delete(book) }
      }
      guard outcome != .refused else { return }
      report.present.remove(isbn)
      if outcome == .confirmed { report.absent.insert(isbn) }
    }

    nonisolated private static func book(_ isbn: String, in context: ManagedObjectContext) throws -> Book? {
      try context.fetch(FetchRequest<Book>(where: FetchPredicate("isbn == %@", isbn))).first
    }

    /// Runs an edit in the background, and saves it.
    private func save(
      _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws -> Outcome {
      do {
        try await worker.perform { context in try body(context) }
        try await worker.save()
        await worker.perform { $0.reset() }
        saves += 1
        return .confirmed
      } catch {
        await worker.perform { context in
          context.rollback()
          context.reset()
        }
        return try await outcome(of: error)
      }
    }

    private func outcome(of error: any Error) async throws -> Outcome {
      switch error {
      case is ConflictError: return .refused
      case let error as PostgresError where error.kind == .unknownOutcome: return .uncertain
      case is PostgresError:
        try await Task.sleep(for: .milliseconds(20))
        return .refused
      default:
        report.faults.append("an edit failed: \(error)")
        throw error
      }
    }

    // MARK: In the context of the list

    private func changePages() async throws {
      guard list.count > 0 else { return }
      let id = list.objectID(at: Int.random(in: 0..<list.count, using: &random))
      let pages = Int.random(in: 1..<9, using: &random)
      do {
        let isBook = try FetchPredicate("SELF == %@ AND NOT isbn BEGINSWITH 'counter'", id)
        guard let book = try context.fetch(FetchRequest<Book>(where: isBook)).first else { return }
        book.pages = pages
        try await context.publish().committed()
        saves += 1
      } catch {
        context.rollback()
        _ = try await outcome(of: error)
      }
    }
  }
#endif
