import Foundation

/// The benchmarks that were chosen, and where the figures go.
struct Benchmarks {
  /// A benchmark that can be chosen by its name.
  struct Choice {
    let name: String
    /// Whether it runs if nothing is chosen.
    var isUsual = true
    /// A Boolean value that indicates whether its goals hold for every number of photos, which their figures name.
    var takesAnyCount = false
    let run: (BenchmarkSetting) async throws -> [Part]
  }

  private static let choices: [Choice] = localChoices + serverChoices

  /// The benchmarks that need a PostgreSQL server, which `make bench-postgres` starts.
  private static var serverChoices: [Choice] {
    #if PostgreSQL
      [
        Choice(name: "postgres", isUsual: false, takesAnyCount: true) {
          try await ServerBenchmark(counts: $0.counts([100_000])).run()
        }
      ]
    #else
      []
    #endif
  }

  private static let localChoices: [Choice] = [
    Choice(name: "page") { _ in try await PageBenchmark().run() },
    Choice(name: "history") { _ in [try await HistoryBenchmark().run()] },
    Choice(name: "batch") { [try await BatchBenchmark(count: $0.counts([100_000])[0]).run()] },
    Choice(name: "migration") { [try await MigrationBenchmark(count: $0.count ?? 1_000_000).run()] },
    Choice(name: "import") { [try await ImportBenchmark(counts: $0.counts([250, 10_000, 100_000])).run()] },
    Choice(name: "objects") { try await ObjectsBenchmark(counts: $0.counts([10_000, 100_000])).run() },
    Choice(name: "library") { try await LibraryBenchmark(setting: $0).run() },
    Choice(name: "growth") { [try await GrowthBenchmark(setting: $0).run()] },
    Choice(name: "start") { try await StartBenchmark(setting: $0).run() },
    Choice(name: "keys") {
      try await KeyBenchmark(setting: $0, counts: $0.counts([600, 100_000, 1_000_000])).run()
    },
    Choice(name: "typing") { try await TypingBenchmark(setting: $0).run() },
    Choice(name: "commands") { [try await CommandBenchmark(setting: $0).run()] },
    Choice(name: "picture") { _ in [try await PictureBenchmark().run()] },
    Choice(name: "sheet") { try await SheetBenchmark(program: $0.program, folders: $0.pictures()).run() },
    Choice(name: "peers") { [try await PeerBenchmark(program: $0.program, folders: $0.pictures()).run()] },
    Choice(name: "memory") {
      [try await SheetBenchmark(program: $0.program, folders: $0.pictures()).runMemory()]
    },
    Choice(name: "looks") { [try LooksBenchmark(count: $0.count ?? 1_000_000).run()] },
    Choice(name: "folder") { try await FolderBenchmark(setting: $0).run() },
    Choice(name: "map") { [try MapBenchmark(count: $0.counts([1_000_000])[0]).run()] },
    Choice(name: "flickr") { _ in [try DecodingBenchmark().run(), try await RefreshBenchmark().run()] },
    Choice(name: "build", isUsual: false) { _ in [try await BuildBenchmark().run()] },
  ]
  /// Names that choose several benchmarks.
  private static let groups = ["pictures": ["picture", "sheet", "peers", "memory"]]

  private static var usage: String {
    "usage: benchmarks --program FILE --json FILE --million FOLDER [--photos N] "
      + (choices.map(\.name) + groups.keys.sorted()).map { "[\($0)]" }.joined(separator: " ")
  }

  private let json: URL
  private let setting: BenchmarkSetting
  private let chosen: [Choice]

  init(arguments: [String]) throws {
    var arguments = Arguments(arguments, usage: Self.usage)
    let (program, million) = (try arguments.option("--program"), try arguments.option("--million"))
    json = URL(filePath: try arguments.option("--json"))
    setting = BenchmarkSetting(
      program: program, million: URL(filePath: million),
      // For profiling.
      count: try arguments.number("--photos"))
    let names = arguments.rest.flatMap { Self.groups[$0] ?? [$0] }
    chosen = Self.choices.filter { names.isEmpty ? $0.isUsual : names.contains($0.name) }
    guard Set(names).isSubset(of: Self.choices.map(\.name)) else { throw Refusal(Self.usage) }
  }

  /// A Boolean value that indicates whether the figures go into the report.
  ///
  /// Most goals are for a certain number of photos, and figures of another one do not show whether they are met.
  private var isReported: Bool { setting.count == nil || chosen.allSatisfy(\.takesAnyCount) }

  /// Runs the benchmarks, and replaces their tables in the report of former runs.
  func run() async throws {
    let started = Date()
    var report = (try? Report(contentsOf: json)) ?? Report()
    for choice in chosen {
      for part in try await choice.run(setting) {
        print(part.table)
        // Each table as soon as it is there, also into a file.
        fflush(nil)
        report.add(part)
      }
      if isReported { try report.write(to: json) }
    }
    guard isReported else {
      return print("no figures are written: the goals are for other numbers of photos")
    }
    print(report.limitTable)
    print(report.goalTable)
    print("\(report.summary)\n\(report.circumstances)")
    print("\(Int(Date().timeIntervalSince(started))) s; figures in \(json.path)")
  }
}

/// Why nothing could be measured.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
