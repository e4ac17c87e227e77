#if PostgreSQL
  import Flickr
  import Foundation
  import ObjectGraph
  import PostgresStore
  import TestSupport

  /// Pages and windows of a store in PostgreSQL, beside libpq doing the same, with and without latency.
  ///
  /// Both sides have the same tables, and the same relay between them and the server. What crosses the relay waits for half
  /// of the latency in each direction.
  struct ServerBenchmark {
    private static let rounds = 7
    private static let windowSize = 50
    private static let libpq = "libpq"
    private static let graph = "ObjectGraph"
    /// The times in seconds that a statement and its answer spend on the way.
    private static let latencies: [TimeInterval] = [0, 0.02]

    let counts: [Int]

    func run() async throws -> [Part] {
      var parts: [Part] = []
      for count in counts {
        let library = try ServerLibrary(count: count)
        for latency in Self.latencies { parts += try await alone(library, latency) }
        // The store keeps a history from now on, which other programs need in order to follow it.
        _ = try library.store(library.connection, keepsHistory: true)
        for latency in Self.latencies {
          let line = try Line(library, latency)
          parts.append(try await withHistory(line))
          parts.append(try await SeenBenchmark(line: line).run())
        }
      }
      return parts
    }

    // MARK: Without a history

    private func alone(_ library: ServerLibrary, _ latency: TimeInterval) async throws -> [Part] {
      let line = try Line(library, latency)
      let container = try PersistentContainer(store: library.store(line.connection))
      let ours = try await GraphPages(container, isObserved: false)
      let raw = try RawServerPages(library, connection: line.connection)
      let rounds = line.pages(Self.rounds)
      var (new, known) = (Race(), Race())
      for pages in rounds {
        let (mine, theirs) = (
          pages.map { $0.map { $0.renamed("g") } }, pages.map { $0.map { $0.renamed("r") } }
        )
        try await new.round { race in
          try await race.run(Self.graph) { for page in mine { try await ours.keep(page) } }
          try await race.run(Self.libpq) { for page in theirs { try await raw.keep(page) } }
        }
        try await known.round { race in
          try await race.run(Self.graph) {
            for page in mine { try Self.check(try await ours.compare(page), page.count) }
          }
          try await race.run(Self.libpq) {
            for page in theirs { try Self.check(try await raw.compare(page), page.count) }
          }
        }
      }
      var part = Part(race: "PostgreSQL: page of 250, \(line.name)", of: "a page", to: Self.libpq)
      part.add(new, units: line.pagesPerRound, to: Self.libpq, prefix: "new: ")
      part.add(known, units: line.pagesPerRound, to: Self.libpq, prefix: "known: ")
      part.check(.serverNewPage, new, Self.graph, to: Self.libpq, detail: line.name)
      part.check(.serverKnownPage, known, Self.graph, to: Self.libpq, detail: line.name)
      return [part, try await windows(line)]
    }

    private static func check(_ found: Int, _ expected: Int) throws {
      guard found == expected else { throw Refusal("\(found) of \(expected) photos have their values") }
    }

    /// The same pages in a store with a history, which the other side does not write.
    private func withHistory(_ line: Line) async throws -> Part {
      let store = try line.library.store(line.connection, keepsHistory: true)
      let ours = try await GraphPages(PersistentContainer(store: store), isObserved: false)
      let raw = try RawServerPages(line.library, connection: line.connection)
      var race = Race()
      for pages in line.pages(Self.rounds) {
        try await race.round { race in
          try await race.run(Self.graph) {
            for page in pages { try await ours.keep(page.map { $0.renamed("h") }) }
          }
          try await race.run(Self.libpq) {
            for page in pages { try await raw.keep(page.map { $0.renamed("s") }) }
          }
        }
      }
      let title = "PostgreSQL: page of 250 with a history, to libpq without, \(line.name)"
      var part = Part(race: title, of: "a page", to: Self.libpq)
      part.add(race, units: line.pagesPerRound, to: Self.libpq)
      return part
    }

    // MARK: Windows

    private func windows(_ line: Line) async throws -> Part {
      let container = try PersistentContainer(store: line.library.store(line.connection))
      let raw = try RawServer(line.connection)
      try raw.prepare(
        "window",
        """
        SELECT "_key", number, title, text, tags, uploaded, views, owner FROM "\(line.library.schema)".pagephoto \
        ORDER BY title ASC NULLS FIRST, "_key" LIMIT \(Self.windowSize)
        """)
      var (window, opening) = (Race(), Race())
      for _ in 0..<Self.rounds {
        try await window.round { race in
          try await race.run(Self.graph) {
            for _ in 0..<line.pagesPerRound {
              try Self.check(try Self.firstWindow(container.viewContext), Self.windowSize)
              container.viewContext.reset()
            }
          }
          try await race.run(Self.libpq) {
            for _ in 0..<line.pagesPerRound {
              try Self.check(try Self.read(raw.run([.init("window")])[0]), Self.windowSize)
            }
          }
        }
        try await opening.round { race in
          try await race.run(Self.graph) {
            let opened = try PersistentContainer(store: line.library.store(line.connection))
            try Self.check(try Self.firstWindow(opened.viewContext), Self.windowSize)
          }
        }
      }
      var part = Part(race: "PostgreSQL: first window, \(line.name)", of: "a window", to: Self.libpq)
      part.add(window, units: line.pagesPerRound, to: Self.libpq)
      part.add(opening, units: 1, to: Self.libpq, prefix: "connected and opened before: ")
      part.check(.serverWindow, window, Self.graph, to: Self.libpq, detail: line.name)
      if line.latency == 0 { part.check(.serverOpening, opening.times(Self.graph), detail: line.name) }
      return part
    }

    /// Fetches the first photos by title, reads their values, and returns their number.
    private static func firstWindow(_ context: ManagedObjectContext) throws -> Int {
      var request = FetchRequest<PagePhoto>(order: [FetchOrder("title")])
      request.limit = windowSize
      return try context.fetch(request).count { photo in
        !photo.number.isEmpty && !photo.title.isEmpty && photo.text.utf8.count + photo.tags.utf8.count > 0
          && photo.uploaded.timeIntervalSinceReferenceDate > 0 && photo.views >= 0 && photo.owner != nil
      }
    }

    /// Reads the same values of an answer, and returns the number of rows.
    private static func read(_ answer: RawAnswer) -> Int {
      (0..<answer.count).count { row in
        !answer.text(row, 1).isEmpty && !answer.text(row, 2).isEmpty
          && answer.text(row, 3).utf8.count + answer.text(row, 4).utf8.count > 0 && answer.real(row, 5) > 0
          && answer.integer(row, 6) >= 0 && answer.integer(row, 7) > 0
      }
    }

    // MARK: Lines

    /// A library, and a line to its server with a latency.
    final class Line {
      let library: ServerLibrary
      let latency: TimeInterval
      /// The connection string.
      let connection: String
      private let relay: RelayedServer?

      init(_ library: ServerLibrary, _ latency: TimeInterval) throws {
        self.library = library
        self.latency = latency
        relay = latency == 0 ? nil : try RelayedServer(roundTrip: latency)
        connection = relay?.connection ?? library.connection
      }

      /// The size of the library and the latency.
      var name: String { "\(library.count.grouped) photos, \(Int(latency * 1_000)) ms" }

      /// As many as take a few seconds.
      var pagesPerRound: Int { latency == 0 ? 20 : 5 }

      /// The pages of some rounds, of photos that no other line has.
      func pages(_ rounds: Int) -> [[[PageRow]]] {
        let pages = PhotoPages.make(rounds * pagesPerRound * PhotoPages.size).map { page in
          page.records.map { PageRow($0).renamed("\(Int(latency * 1_000)) ") }
        }
        return pages.pages(of: pagesPerRound).map(Array.init)
      }
    }
  }
#endif
