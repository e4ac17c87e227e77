import Flickr
import Foundation
import TestSupport

/// Imports into an empty library and once again, beside a program in C that does the same look-ups and rows.
struct ImportBenchmark {
  private struct Run {
    var first, again, rawInsert, rawCompare: Cost
    /// 99 of 100 pages that were new took at most as many times as long as the median.
    var slowPages: Double
  }

  let counts: [Int]

  func run() async throws -> Part {
    var part = Part(
      title: "import",
      columns: [
        .init(title: "ms", digits: 1), .init(title: "worst ms", digits: 1), .init(title: "photos/s"),
        .init(title: "processor ms", digits: 1), .init(title: "C ms", digits: 1),
        .init(title: "to C", digits: 2), .init(title: "processor to C", digits: 2),
        .init(title: "99 of 100 pages to median", digits: 2),
        .init(title: "main actor held ms", digits: 2), .init(title: "worst run ms", digits: 2),
        .init(title: "of work, median ms", digits: 2), .init(title: "of work, worst run ms", digits: 2),
        .init(title: "by the clock ms", digits: 2), .init(title: "times > 2 ms of work"),
      ])
    let idle = await MainQueueBeat.idleRuns(beside: .seconds(5))
    for count in counts { try await measure(count, idle, &part) }
    part.rows.append(
      .init(name: "nothing, beside a busy thread", values: Array(repeating: .nan, count: 8) + idle.figures))
    return part
  }

  private func measure(_ count: Int, _ idle: [MainQueueBeat.Holds], _ part: inout Part) async throws {
    let pages = PhotoPages.make(count)
    let source = try await OpenLibrary()
    try await source.importPhotos(pages)
    let raw = try RawImport(folder: source.folder.url)
    var runs: [Run] = []
    var holds: (first: [MainQueueBeat.Holds], again: [MainQueueBeat.Holds]) = ([], [])
    for _ in 0..<(count > 1_000 ? 5 : 15) {
      runs.append(try await timedRun(pages, count, raw))
      let watched = try await watchedRun(pages)
      holds.first.append(watched.first)
      holds.again.append(watched.again)
    }
    let name = "\(count.grouped) photos, "
    let slowPages = Samples(runs.map(\.slowPages))
    part.add(
      name + "all new", count, runs.map { ($0.first, $0.rawInsert) }, slowPages: slowPages.median, holds.first
    )
    part.add(
      name + "all known", count, runs.map { ($0.again, $0.rawCompare) }, slowPages: .nan, holds.again)
    guard count == 100_000 else { return }
    part.check(.slowPage, slowPages)
    part.check(.mainActor, value: holds.first.workBeyond(idle).maximum)
  }

  private func timedRun(_ pages: [PhotoPage], _ count: Int, _ raw: RawImport) async throws -> Run {
    let library = try await OpenLibrary()
    let target = try raw.makeTarget()
    let places = 0..<pages.count
    var durations: [Duration] = []
    let first = try await cost { durations = try await library.importPhotos(pages) }
    let rawInsert = try await cost { try target.insert(places) }
    let again = try await cost { try await library.importPhotos(pages) }
    let rawCompare = try await cost { try target.compare(places) }
    try library.check(count)
    let samples = Samples(durations.map(\.milliseconds))
    return Run(
      first: first, again: again, rawInsert: rawInsert, rawCompare: rawCompare,
      slowPages: samples.quantile(0.99) / samples.median)
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
}

extension [MainQueueBeat.Holds] {
  /// The figures of a row.
  fileprivate var figures: [Double] {
    let held = Samples(map(\.longest.milliseconds))
    let work = Samples(map(\.longestWork.milliseconds))
    return [
      held.median, held.maximum, work.median, work.maximum,
      Samples(map(\.longestByClock.milliseconds)).median, Samples(map { Double($0.beyondLimit) }).median,
    ]
  }

  /// The longest work of each run, less the longest that an idle main actor shows.
  func workBeyond(_ idle: [MainQueueBeat.Holds]) -> Samples {
    let rest = Samples(idle.map(\.longestWork.milliseconds)).median
    return Samples(map { Swift.max(0, $0.longestWork.milliseconds - rest) })
  }
}

extension Part {
  fileprivate mutating func add(
    _ name: String, _ count: Int, _ runs: [(ours: Cost, raw: Cost)], slowPages: Double,
    _ holds: [MainQueueBeat.Holds]
  ) {
    let time = Samples(runs.map(\.ours.time.milliseconds))
    // Run by run, so that what else the machine did meanwhile slowed down both.
    let ratio = Samples(runs.map { $0.ours.time / $0.raw.time }).median
    let workRatio = Samples(runs.map { $0.ours.work / $0.raw.work }).median
    let speed = [
      time.median, time.maximum, Double(count) / time.median * 1_000,
      Samples(runs.map(\.ours.work.milliseconds)).median, Samples(runs.map(\.raw.time.milliseconds)).median,
      ratio, workRatio, slowPages,
    ]
    rows.append(Row(name: name, values: speed + holds.figures))
    bars.append(
      Bar(
        name: "main actor held, import of \(name)", value: Samples(holds.map(\.longest.milliseconds)).median,
        worst: Samples(holds.map(\.longest.milliseconds)).maximum,
        limit: .atMost(MainQueueBeat.limit.milliseconds, .milliseconds)))
  }
}
