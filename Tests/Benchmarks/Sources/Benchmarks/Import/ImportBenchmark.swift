import Flickr
import Foundation
import TestSupport

/// Imports into an empty library and once again, beside SQLite alone.
struct ImportBenchmark {
  private struct Run {
    var first: Double
    var again: Double
    var rawInsert: Double
    var rawLookUp: Double
  }

  let counts: [Int]

  func run() async throws -> Part {
    var part = Part(
      title: "import",
      columns: [
        .init(title: "ms", digits: 1), .init(title: "photos/s"), .init(title: "SQLite ms", digits: 1),
        .init(title: "ratio", digits: 2), .init(title: "main actor held ms", digits: 2),
        .init(title: "worst run ms", digits: 2), .init(title: "of work, worst run ms", digits: 2),
        .init(title: "by the clock ms", digits: 2),
        .init(title: "times > 8 ms"),
      ])
    for count in counts { try await measure(count, &part) }
    return part
  }

  private func measure(_ count: Int, _ part: inout Part) async throws {
    let pages = PhotoPages.make(count)
    let raw = try await rows(of: pages)
    var runs: [Run] = []
    var holds: (first: [MainQueueBeat.Holds], again: [MainQueueBeat.Holds]) = ([], [])
    for _ in 0..<(count > 1_000 ? count > 50_000 ? 3 : 5 : 15) {
      runs.append(try await timedRun(pages, count, raw))
      let watched = try await watchedRun(pages)
      holds.first.append(watched.first)
      holds.again.append(watched.again)
    }
    let name = "\(count.formatted()) photos, "
    part.add(name + "all new", count, runs.map(\.first), runs.map(\.rawInsert), holds.first)
    part.add(name + "all known", count, runs.map(\.again), runs.map(\.rawLookUp), holds.again)
  }

  private func timedRun(_ pages: [PhotoPage], _ count: Int, _ raw: RawImport) async throws -> Run {
    let library = try await OpenLibrary()
    let first = try await time { try await library.bring(pages) }
    let again = try await time { try await library.bring(pages) }
    try library.check(count)
    let alone = try await raw.run()
    return Run(
      first: first.seconds, again: again.seconds, rawInsert: alone.insert.seconds,
      rawLookUp: alone.lookUp.seconds)
  }

  /// A run of its own: the library that was timed is closed by now, which is no part of an import.
  private func watchedRun(
    _ pages: [PhotoPage]
  ) async throws -> (first: MainQueueBeat.Holds, again: MainQueueBeat.Holds) {
    let library = try await OpenLibrary()
    let beat = MainQueueBeat()
    let first = try await beat.watch { try await library.bring(pages) }
    let again = try await beat.watch { try await library.bring(pages) }
    withExtendedLifetime(library) {}
    return (first, again)
  }

  private func rows(of pages: [PhotoPage]) async throws -> RawImport {
    let library = try await OpenLibrary()
    try await library.bring(pages)
    return try RawImport(folder: library.folder.url)
  }
}

extension Part {
  fileprivate mutating func add(
    _ name: String, _ count: Int, _ seconds: [Double], _ raw: [Double], _ holds: [MainQueueBeat.Holds]
  ) {
    let time = Samples(seconds).median
    let alone = Samples(raw).median
    let held = Samples(holds.map(\.longest.milliseconds))
    let byClock = Samples(holds.map(\.longestByClock.milliseconds))
    rows.append(
      Row(
        name: name,
        values: [
          time * 1000, Double(count) / time, alone * 1000,
          // Run by run, so that what else the machine did meanwhile slowed down both.
          Samples(zip(seconds, raw).map { $0 / $1 }).median,
          held.median, held.maximum, Samples(holds.map(\.longestWork.milliseconds)).maximum, byClock.median,
          Samples(holds.map { Double($0.beyondLimit) }).median,
        ]))
    bars.append(
      Bar(
        name: "main actor held, import of \(name)", value: held.median,
        limit: MainQueueBeat.limit.milliseconds))
  }
}
