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
        .init(title: "times > 4 ms"),
      ])
    for count in counts { try await measure(count, &part) }
    part.add("nothing, beside a busy thread", await idleRuns())
    return part
  }

  private func measure(_ count: Int, _ part: inout Part) async throws {
    let pages = PhotoPages.make(count)
    let raw = try await rows(of: pages)
    var runs: [Run] = []
    var holds: (first: [MainQueueBeat.Holds], again: [MainQueueBeat.Holds]) = ([], [])
    for _ in 0..<(count > 1_000 ? 5 : 15) {
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
    let first = try await time { try await library.importPhotos(pages) }
    let again = try await time { try await library.importPhotos(pages) }
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
    let first = try await beat.watch { try await library.importPhotos(pages) }
    let again = try await beat.watch { try await library.importPhotos(pages) }
    withExtendedLifetime(library) {}
    return (first, again)
  }

  /// What the machine alone does to the main thread, while another thread computes and asks for memory.
  private func idleRuns() async -> [MainQueueBeat.Holds] {
    var holds: [MainQueueBeat.Holds] = []
    for _ in 0..<3 {
      holds.append(
        await MainQueueBeat().watch {
          await Task.detached {
            let end = ContinuousClock.now + .seconds(5)
            var texts: [String] = []
            while ContinuousClock.now < end {
              texts.append(String(repeating: "photo", count: texts.count % 1_000 + 1))
              if texts.count > 100_000 { texts.removeAll() }
            }
          }.value
        })
    }
    return holds
  }

  private func rows(of pages: [PhotoPage]) async throws -> RawImport {
    let library = try await OpenLibrary()
    try await library.importPhotos(pages)
    return try RawImport(folder: library.folder.url)
  }
}

extension Part {
  /// A row for comparison: what holds the main actor when there is nothing to do.
  fileprivate mutating func add(_ name: String, _ holds: [MainQueueBeat.Holds]) {
    rows.append(Row(name: name, values: Array(repeating: .nan, count: 4) + Self.figures(holds)))
  }

  private static func figures(_ holds: [MainQueueBeat.Holds]) -> [Double] {
    let held = Samples(holds.map(\.longest.milliseconds))
    return [
      held.median, held.maximum, Samples(holds.map(\.longestWork.milliseconds)).maximum,
      Samples(holds.map(\.longestByClock.milliseconds)).median,
      Samples(holds.map { Double($0.beyondLimit) }).median,
    ]
  }

  fileprivate mutating func add(
    _ name: String, _ count: Int, _ seconds: [Double], _ raw: [Double], _ holds: [MainQueueBeat.Holds]
  ) {
    let time = Samples(seconds).median
    let alone = Samples(raw).median
    // Run by run, so that what else the machine did meanwhile slowed down both.
    let ratio = Samples(zip(seconds, raw).map { $0 / $1 }).median
    let speed = [time * 1000, Double(count) / time, alone * 1000, ratio]
    rows.append(Row(name: name, values: speed + Self.figures(holds)))
    bars.append(
      Bar(
        name: "main actor held, import of \(name)", value: Samples(holds.map(\.longest.milliseconds)).median,
        limit: MainQueueBeat.limit.milliseconds))
  }
}
