import FetchedResults
import Foundation
import ListChanges
import ObjectGraph
import PhotoLibrary
import TestSupport

/// Fetches, searches and lists the photos of a library of a million.
struct LibraryBenchmark {
  let setting: BenchmarkSetting

  func run() async throws -> [Part] {
    let count = setting.count ?? 1_000_000
    let folder = try await setting.library(count)
    let library = try PhotoLibrary(folder: folder)
    let name = "\(count.grouped) photos"
    return [
      try fetches(library, folder, name), try await wholeList(library, count),
      try await otherLists(library, name),
      try await changedTitles(library, name), try LibrarySize(folder: folder, count: count).part(),
    ]
  }

  private static func request(
    _ order: PhotoOrder, containing word: String? = nil, limit: Int? = nil
  ) -> FetchRequest<Photo> {
    FetchRequest(where: word.map { Photo.containing($0) }, order: order.keys, limit: limit)
  }

  // MARK: The first 50

  private func fetches(_ library: PhotoLibrary, _ folder: URL, _ name: String) throws -> Part {
    var part = Part(
      title: "first 50 as objects, \(name)",
      columns: [
        .init(title: "median ms", digits: 2), .init(title: "worst ms", digits: 2),
        .init(title: "cold ms", digits: 2), .init(title: "C ms", digits: 2), .init(title: "photos"),
      ])
    let database = try RawSQLite(path: folder.appendingPathComponent(PhotoLibrary.fileName).path)
    for order in PhotoOrder.allCases {
      let samples = try first(Self.request(order, limit: 50), library, &part, "by \(order.name)") {
        try database.read(
          "SELECT * FROM ZPHOTO ORDER BY \(Self.columns(order)) LIMIT 50")
      }
      part.check(.firstFifty, samples, detail: "by \(order.name)")
    }
    let rare = try first(
      Self.request(.title, containing: PhotoPages.rareWord, limit: 50), library, &part, PhotoPages.rareWord)
    part.check(.rareSearch, rare)
    let frequent = try first(
      Self.request(.title, containing: PhotoPages.frequentWord, limit: 50), library, &part,
      PhotoPages.frequentWord)
    part.check(.frequentSearch, frequent)
    return part
  }

  private static func columns(_ order: PhotoOrder) -> String {
    switch order {
    case .title: "ZSORTTITLE, Z_PK"
    case .uploaded: "ZUPLOADED DESC, Z_PK"
    case .taken: "ZTAKEN DESC, Z_PK"
    case .views: "ZVIEWS DESC, Z_PK"
    case .added: "Z_PK DESC"
    }
  }

  /// Fetches photos and reads their titles; the first of all fetches is cold, and not counted.
  private func first(
    _ request: FetchRequest<Photo>, _ library: PhotoLibrary, _ part: inout Part, _ name: String,
    beside raw: (() throws -> Void)? = nil
  ) throws -> Samples {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var count = 0
    // Seven runs after the cold one, or as many as there is patience for.
    while ours.count < 2 || ours.count < 8 && ours.reduce(0, +) < 20_000 {
      ours.append(
        try clocked {
          let photos = try library.context.fetch(request)
          count = photos.count { !$0.title.isEmpty }
        }.time.milliseconds)
      library.context.reset()
      if let raw { theirs.append(try clocked(raw).time.milliseconds) }
    }
    let (cold, warm) = (ours[0], Samples(Array(ours.dropFirst())))
    part.rows.append(
      .init(
        name: name,
        values: [warm.median, warm.maximum, cold, Samples(Array(theirs.dropFirst())).median, Double(count)]))
    return warm
  }

  // MARK: The whole list

  private func wholeList(_ library: PhotoLibrary, _ count: Int) async throws -> Part {
    var part = Part(
      title: "list of all photos by title, \(count.grouped) photos",
      columns: [
        .init(title: "median ms", digits: 1), .init(title: "worst ms", digits: 1),
        .init(title: "cold ms", digits: 1), .init(title: "bytes a row", digits: 1),
      ])
    var times: [Double] = []
    var bytes: [Double] = []
    for _ in 0..<6 {
      var list: FetchedResultsController<Photo>? = try FetchedResultsController(
        Self.request(.title), context: library.context)
      times.append(try await time { try await list?.load() }.milliseconds)
      guard list?.count == count else { throw Refusal("the list has \(list?.count ?? 0) rows") }
      // What is given back when the list goes; what reading has allocated stays.
      let before = try await Machine.steadyBytes()
      list = nil
      bytes.append(Double(before - (try await Machine.steadyBytes())))
    }
    let (warm, each) = (Samples(Array(times.dropFirst())), Samples(bytes).median / Double(count))
    part.rows.append(.init(name: "complete", values: [warm.median, warm.maximum, times[0], each]))
    part.check(.wholeList, warm)
    part.check(.rowBytes, value: each)
    return part
  }

  // MARK: Other lists

  /// The main actor's work while the list of all photos turns into others; `typing` measures how long they take until
  /// they are seen.
  private func otherLists(_ library: PhotoLibrary, _ name: String) async throws -> Part {
    var part = Part(
      title: "other request, \(name)",
      columns: [
        .init(title: "until all rows ms", digits: 1), .init(title: "worst ms", digits: 1),
        .init(title: "main actor's longest work ms", digits: 2), .init(title: "worst ms", digits: 2),
      ])
    let list = try FetchedResultsController(Self.request(.title), context: library.context)
    list.onChange = { _ in }
    try await list.load()
    let requests = [
      ("order", Self.request(.views)), ("order back", Self.request(.title)),
      ("filter", Self.request(.title, containing: PhotoPages.rareWord)),
      ("filter away", Self.request(.title)),
    ]
    let idle = await MainQueueBeat.idleRuns(beside: .seconds(2))
    var runs: [String: (times: [Double], holds: [MainQueueBeat.Holds])] = [:]
    for _ in 0..<5 {
      for (name, request) in requests {
        var elapsed = Duration.zero
        let holds = try await MainQueueBeat().watch {
          elapsed = try await time { try await list.replaceRequest(request) }
        }
        runs[name, default: ([], [])].times.append(elapsed.milliseconds)
        runs[name, default: ([], [])].holds.append(holds)
      }
    }
    for (name, _) in requests {
      guard let run = runs[name] else { continue }
      let (times, work) = (Samples(run.times), run.holds.workBeyond(idle))
      part.rows.append(.init(name: name, values: [times.median, times.maximum, work.median, work.maximum]))
      part.check(.firstWindowWork, work, detail: name)
    }
    return part
  }

  // MARK: Changes

  private func changedTitles(_ library: PhotoLibrary, _ name: String) async throws -> Part {
    var part = Part(
      title: "changed titles in the list of \(name)",
      columns: [.init(title: "median ms", digits: 3), .init(title: "worst ms", digits: 3)])
    let list = try FetchedResultsController(Self.request(.title), context: library.context)
    var changes = 0
    list.onChange = { changes += $0.isEmpty ? 0 : 1 }
    try await list.load()
    for count in [1, 250] {
      var generator = SeededGenerator(seed: 3)
      var times: [Double] = []
      for _ in 0..<9 {
        let photos = (0..<count).map { _ in list.object(at: Int.random(in: 0..<list.count, using: &generator))
        }
        let keys = photos.map(\.sortTitle)
        library.context.processPendingChanges()
        let before = changes
        for (photo, key) in zip(photos, keys.reversed()) { photo.sortTitle = key + "x" }
        times.append(clocked { library.context.processPendingChanges() }.time.milliseconds)
        guard changes > before else { throw Refusal("the list has not followed \(count) changed titles") }
        library.context.rollback()
        library.context.processPendingChanges()
      }
      let samples = Samples(Array(times.dropFirst()))
      part.rows.append(.init(name: "\(count) changed", values: [samples.median, samples.maximum]))
      if count == 250 { part.check(.changedTitles, samples) }
    }
    return part
  }
}
