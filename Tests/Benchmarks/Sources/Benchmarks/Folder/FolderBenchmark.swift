import Foundation
import PhotoLibrary
import TestSupport

/// Opens a folder of JPEG files in the program, and reads it into libraries.
///
/// The files were written a moment ago: the system has them in memory, and what is measured is the program and not the disk.
struct FolderBenchmark {
  let setting: BenchmarkSetting

  private static let runs = 5
  private static let size = (columns: 120, rows: 40)

  func run() async throws -> [Part] {
    let card = try TemporaryFolder()
    let count = setting.count ?? 10_000
    try CameraCard(count: count).write(
      to: card.url, pictures: (1...16).map { MadePictures.jpeg(width: 1_200, seed: $0) })
    return [try await opened(card, count), try await read(card, count)]
  }

  // MARK: In the program

  /// The time from the start of the program until it shows thumbnails of a folder that it has never seen.
  private func opened(_ card: TemporaryFolder, _ count: Int) async throws -> Part {
    var part = Part(
      title: "folder of \(count.grouped) JPEG files in the browser",
      columns: [.init(title: "median ms", digits: 1), .init(title: "worst ms", digits: 1)])
    for form in [PictureForm.kitty, .trueColor] {
      var times: [Double] = []
      for _ in 0..<Self.runs { times.append(try await firstThumbnails(of: card, form)) }
      let samples = Samples(times)
      part.rows.append(
        .init(name: "first thumbnails, \(form.rawValue)", values: [samples.median, samples.maximum]))
      if count == 10_000 { part.check(.firstThumbnails, samples, detail: form.rawValue) }
    }
    return part
  }

  private func firstThumbnails(of card: TemporaryFolder, _ form: PictureForm) async throws -> Double {
    let (library, cache) = (try TemporaryFolder(), try TemporaryFolder())
    // A first look that is a sheet, as the user left it with other photos.
    try Data(#"{"showsSheet": true}"#.utf8).write(to: library.url.appending(path: "browser.json"))
    let terminal = try StopwatchTerminal(
      setting.program, arguments: ["browse", card.url.path, "--library", library.url.path],
      environment: form.environment.merging(["XDG_CACHE_HOME": cache.url.path]) { $1 },
      columns: Self.size.columns, rows: Self.size.rows, persona: form.persona)
    let time = try await terminal.start { screen in
      form.isSymbols
        ? screen.lines.contains { $0.contains { "▀▄▌▐▘▝▖▗▚▞█▂▃▅▆▇".contains($0) } }
        : screen.pictures.contains { !$0.isDamaged }
    }
    try await terminal.close()
    return time.milliseconds
  }

  // MARK: In a library

  private struct Run {
    var first, again: Duration
    var logBytes: Int
  }

  /// The time until a library has all facts, that of a second pass without changes, and the work of the main actor.
  private func read(_ card: TemporaryFolder, _ count: Int) async throws -> Part {
    var part = Part(
      title: "folder of \(count.grouped) JPEG files in a library with two lists, one of the folder",
      columns: [
        .init(title: "median ms", digits: 1), .init(title: "worst ms", digits: 1),
        .init(title: "files/s"), .init(title: "bytes of log"), .init(title: "main actor held ms", digits: 2),
        .init(title: "worst run ms", digits: 2),
      ])
    var runs: [Run] = []
    var holds: [MainQueueBeat.Holds] = []
    for _ in 0..<Self.runs {
      runs.append(try await timedRun(card, count))
      let library = try await OpenLibrary(source: .folder(path: card.url.path))
      holds.append(await MainQueueBeat().watch { _ = try? await library.refresh(folder: card.url.path) })
      try library.check(count)
    }
    let (first, again) = (Samples(runs.map(\.first.milliseconds)), Samples(runs.map(\.again.milliseconds)))
    let held = Samples(holds.map(\.longest.milliseconds))
    let log = Samples(runs.map { Double($0.logBytes) })
    part.rows = [
      .init(
        name: "all facts",
        values: [
          first.median, first.maximum, Double(count) / first.median * 1_000, .nan, held.median, held.maximum,
        ]),
      .init(
        name: "second pass",
        values: [
          again.median, again.maximum, Double(count) / again.median * 1_000, log.maximum, .nan, .nan,
        ]),
    ]
    guard count == 10_000 else { return part }
    part.check(.folderFacts, first)
    part.check(.folderAgain, again)
    part.check(.folderAgainLog, value: log.maximum)
    part.check(.folderMainActor, value: held.maximum)
    return part
  }

  private func timedRun(_ card: TemporaryFolder, _ count: Int) async throws -> Run {
    let library = try await OpenLibrary(source: .folder(path: card.url.path))
    var summary = RefreshSummary()
    let first = try await time { summary = try await library.refresh(folder: card.url.path) }
    guard summary.photos.new == count else {
      throw Refusal("\(summary.photos.new) of \(count) files were imported")
    }
    try library.check(count)
    let empty = try await library.emptyLog()
    let again = try await time { summary = try await library.refresh(folder: card.url.path) }
    guard summary.broughtNothing, summary.photos.unchanged == count else {
      throw Refusal("the second pass found changes")
    }
    return Run(first: first, again: again, logBytes: library.logBytes - empty)
  }
}
