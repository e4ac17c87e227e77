#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  /// Processes that edit one store, each over a line with latency, while the server is killed.
  ///
  /// Each program has a network namespace of its own if this machine permits, without any network: it reaches the server
  /// only by the Unix socket of a relay, which makes the latency. `tc netem` would make it between namespaces with virtual
  /// network devices, but many kernels, such as those of virtual machines, do not have it.
  @Suite(
    "Many programs with one PostgreSQL store", .enabled(if: PostgresServer.isKnown), .timeLimit(.minutes(60)))
  struct ManyProgramsTests {
    private static let programs = Seeds.areMany ? 10 : 3
    /// The number of times the server is killed.
    private static let kills = Seeds.areMany ? 100 : 3
    /// The shortest time of editing.
    private static let duration = Duration.seconds(Seeds.areMany ? 300 : 0)
    /// The number of saves of each program between two kills.
    private static let saves = Seeds.areMany ? 1 : 15
    private static let names = (0..<programs).map { "program \($0)" }

    @Test(
      "Counters stay exact, lists equal the store, and nothing confirmed is lost, though the server is killed"
    )
    func killed() async throws {
      try await PrivateServer.with { server in
        let schema = PostgresSchema(server.connection)
        try await makeCounters(schema)
        let seed = Seeds.range(quick: 1, long: 1).lowerBound
        let reports = try await run(server, schema: schema.name, seed: seed)
        try await check(reports, schema, "seed \(seed)")
      }
    }

    private func makeCounters(_ schema: PostgresSchema) async throws {
      let store = try schema.store(Shelf.model(), options: StoreOptions(keepsHistory: true))
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      try await context.perform { context in
        for number in 0..<CrowdReport.counters {
          let book = try context.insert(Book.self)
          book.isbn = CrowdReport.counter(number)
        }
      }
      try await context.save()
    }

    /// The message of a program that failed.
    private struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    // MARK: Running

    /// Runs the programs, and returns their reports.
    private func run(_ server: PrivateServer, schema: String, seed: UInt64) async throws -> [CrowdReport] {
      let temporary = try TemporaryFolder()
      let folder = CrowdFolder(temporary.url)
      let hasNamespaces =
        try await FinishedProgram("/usr/bin/env", arguments: ["unshare", "--net", "true"]).status == 0
      return try await withThrowingTaskGroup(of: CrowdReport?.self) { group in
        for (number, name) in Self.names.enumerated() {
          let line = temporary.url.appending(path: "line \(number)")
          try FileManager.default.createDirectory(at: line, withIntermediateDirectories: true)
          // From a quick network to a slow one.
          let relay = try RelayedServer(
            server.connection, folder: line, roundTrip: 0.002 + 0.018 * Double(number) / Double(Self.programs)
          )
          group.addTask {
            try await Self.run(
              [temporary.url.path, schema, name, "\(seed &+ UInt64(number))"], relay,
              hasNamespace: hasNamespaces)
          }
        }
        group.addTask {
          // Whatever happens, the programs end.
          defer { for point in [CrowdFolder.Point.stop, .quiet] { folder.announce(point) } }
          try await Self.kill(server, folder)
          return nil
        }
        return try await group.reduce(into: []) { reports, report in report.map { reports.append($0) } }
      }
    }

    /// Runs a program to its end.
    private static func run(
      _ arguments: [String], _ relay: RelayedServer, hasNamespace: Bool
    ) async throws -> CrowdReport {
      let executable = try Products.executable("storecrowd")
      let command = hasNamespace ? ["unshare", "--net", executable] : [executable]
      let environment = ["PROOFSHEET_POSTGRES": relay.connection, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
      let program = try await FinishedProgram(
        "/usr/bin/env", arguments: command + arguments, environment: environment,
        limit: duration + .seconds(600))
      guard program.status == 0 else {
        throw Failure(description: "status \(program.status): \(program.errors)")
      }
      return try JSONDecoder().decode(CrowdReport.self, from: Data(program.output.utf8))
    }

    /// Kills the server and starts it again while the programs edit, and leads them to their end.
    private static func kill(_ server: PrivateServer, _ folder: CrowdFolder) async throws {
      let start = ContinuousClock.now
      var number = 0
      while number < kills || .now - start < duration {
        // Each of them works again.
        let before = names.map(folder.saves)
        try await wait { zip(names, before).allSatisfy { folder.saves(of: $0) >= $1 + saves } }
        if number < kills {
          try await server.kill()
          try await server.start()
          number += 1
        }
      }
      folder.announce(.stop)
      try await wait { names.allSatisfy(folder.hasEnded) }
      folder.announce(.quiet)
    }

    private static func wait(until condition: () -> Bool) async throws {
      while !condition() { try await Task.sleep(for: .milliseconds(10)) }
    }

    // MARK: Checking

    private func check(_ reports: [CrowdReport], _ schema: PostgresSchema, _ seed: Comment) async throws {
      let coordinator = PersistentStoreCoordinator(store: try schema.store(Shelf.model()))
      let (rows, pages) = try await BackgroundContext(coordinator: coordinator).perform { context in
        let books = try context.fetch(
          FetchRequest<Book>(order: [FetchOrder("title"), FetchOrder("isbn")]))
        let pages = Dictionary(books.map { ($0.isbn ?? "", $0.pages) }, uniquingKeysWith: +)
        return (books.map(CrowdReport.row), pages)
      }
      #expect(reports.count == Self.programs, seed)
      for report in reports {
        #expect(report.faults == [], seed)
        #expect(report.rows == rows, seed)
        #expect(report.changes > 0, seed)
      }
      for number in 0..<CrowdReport.counters {
        let confirmed = reports.reduce(0) { $0 + $1.confirmed[number] }
        let uncertain = reports.reduce(0) { $0 + $1.uncertain[number] }
        let count = try #require(pages[CrowdReport.counter(number)], seed)
        #expect((confirmed...confirmed + uncertain).contains(count), seed)
      }
      let isbns = Set(pages.keys)
      for report in reports {
        #expect(report.present.subtracting(isbns) == [], "confirmed and lost, \(seed)")
        #expect(report.absent.intersection(isbns) == [], "deleted or refused, and there, \(seed)")
      }
      #expect(reports.contains { !$0.present.isEmpty }, seed)
    }
  }
#endif
