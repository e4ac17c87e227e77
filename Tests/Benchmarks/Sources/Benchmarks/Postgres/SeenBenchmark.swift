#if PostgreSQL
  import FetchedResults
  import Foundation
  import ListChanges
  import ObjectGraph
  import PostgresStore
  import TestSupport

  /// The time from a confirmed commit of one program to the change of a row in the list of another one.
  ///
  /// Both programs have a coordinator of their own, with connections of their own, and the same latency to the server.
  struct SeenBenchmark {
    private static let commits = 21

    let line: ServerBenchmark.Line

    func run() async throws -> Part {
      let (ours, theirs) = (try await graph(), try await raw())
      var part = Part(
        title: "PostgreSQL: a changed row seen elsewhere, \(line.name)",
        columns: [
          .init(title: "ms after the commit", digits: 1), .init(title: "worst ms", digits: 1),
          .init(title: "beyond the latency", digits: 1),
        ])
      let latency = line.latency * 1_000
      for (name, times) in [("ObjectGraph, row change in a list", ours), ("libpq, row read", theirs)] {
        part.rows.append(.init(name: name, values: [times.median, times.maximum, times.median - latency]))
      }
      part.check(.serverSeen, Samples(ours.sorted.map { $0 - latency }), detail: line.name)
      return part
    }

    /// Lets some time pass between commits, not in step with anything that the programs do regularly.
    private func pause(_ generator: inout SeededGenerator) async throws {
      try await Task.sleep(for: .milliseconds(Int.random(in: 300...900, using: &generator)))
    }

    // MARK: ObjectGraph

    private func graph() async throws -> Samples {
      let here = try PersistentContainer(store: line.library.store(line.connection, keepsHistory: true))
      let there = try PersistentContainer(
        store: line.library.store(line.connection, keepsHistory: true), followsExternalChanges: true)
      let worker = try here.makeBackgroundContext(durability: .normal)
      let list = try FetchedResultsController(
        FetchRequest<PagePhoto>(order: [FetchOrder("title")]), context: there.viewContext)
      try await list.load()
      let (changes, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
      list.onChange = { _ in continuation.yield(.now) }
      var seen = changes.makeAsyncIterator()
      var generator = SeededGenerator(seed: 5)
      var times: [Double] = []
      for number in 0..<Self.commits {
        try await pause(&generator)
        let photo = list.object(at: Int.random(in: 0..<list.count, using: &generator))
        let (id, title) = (photo.objectID, "\(photo.title) \(number)")
        await worker.perform { context in (context.object(with: id) as? PagePhoto)?.title = title }
        try await worker.save()
        let confirmed = ContinuousClock.now
        guard let shown = await seen.next(), photo.title == title else {
          throw Refusal("another row changed")
        }
        times.append((shown - confirmed).milliseconds)
      }
      // The first one opens connections and prepares statements.
      return Samples(Array(times.dropFirst()))
    }

    // MARK: libpq

    private func raw() async throws -> Samples {
      let writer = try RawServer(line.connection)
      let table = "\"\(line.library.schema)\".pagephoto"
      for (name, sql) in [
        ("begin", "BEGIN"), ("unsafe", "SET LOCAL synchronous_commit = off"),
        (
          "update",
          "UPDATE \(table) SET title = title || 'x', \"_version\" = \"_version\" + 1 WHERE \"_key\" = $1::bigint"
        ), ("notify", "SELECT pg_notify('benchmark', $1::text)"), ("commit", "COMMIT"),
      ] { try writer.prepare(name, sql) }
      let (changes, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
      let connection = line.connection
      Thread { RawListener.run(connection, table: table, continuation) }.start()
      var seen = changes.makeAsyncIterator()
      // It listens.
      guard await seen.next() != nil else { throw Refusal("libpq cannot listen") }
      var generator = SeededGenerator(seed: 6)
      var times: [Double] = []
      for _ in 0..<Self.commits {
        try await pause(&generator)
        let key = Int64.random(in: 1...Int64(line.library.count), using: &generator)
        _ = try writer.run([
          .init("begin"), .init("unsafe"), .init("update", [RawParameter.integer(key)]),
          .init("notify", [Array(String(key).utf8)]), .init("commit"),
        ])
        let confirmed = ContinuousClock.now
        guard let read = await seen.next() else { throw Refusal("libpq cannot read the row") }
        times.append((read - confirmed).milliseconds)
      }
      try writer.execute("NOTIFY benchmark, '0'")
      return Samples(Array(times.dropFirst()))
    }
  }
#endif
