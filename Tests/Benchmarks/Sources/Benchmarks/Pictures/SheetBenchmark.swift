import Foundation
import TestSupport

/// Starts the built program in terminals of several kinds, and shows a sheet of 30 thumbnails, and photos.
struct SheetBenchmark {
  let program: String
  let folders: PictureFolders

  /// A window in which 30 of the smallest tiles of one size are in view.
  private static let sheet = (columns: 171, rows: 43)
  /// What the browser remembers, so that the sheet has these tiles.
  private static let memory = #"{"sheetLayout": "uniform", "thumbnailStep": 0}"#
  /// A window in which the photo has 100 by 40 cells.
  private static let photo = (columns: 100, rows: 43)
  /// A picture of that size has more bytes than this, and a change of text fewer.
  private static let pictureBytes = 5_000

  func run() async throws -> [Part] {
    var sheet = Part(title: "sheet of 30", columns: Self.columns)
    var photo = Part(title: "photo at 100x40", columns: Self.columns)
    for form in PictureForm.allCases {
      try await measureStart(form, &sheet)
      try await measureCold(form, &sheet)
      try await measureSheet(form, &sheet)
      try await measurePhoto(form, &photo)
    }
    return [sheet, photo]
  }

  /// How much memory the program has taken with the sheet, and after many photos.
  func runMemory() async throws -> Part {
    var part = Part(title: "peak memory", columns: [.init(title: "MB", digits: 1)])
    for form in PictureForm.allCases {
      let terminal = try open(form, Self.sheet)
      _ = try await terminal.start(until: "Photographers")
      _ = try await terminal.cost(of: "av", until: hasSheet(form))
      part.rows.append(.init(name: "sheet open, \(form.rawValue)", values: [terminal.peakMemory.megabytes]))
      try await walk(form, terminal, &part)
      try await terminal.close()
    }
    return part
  }

  private static let columns: [Part.Column] = [
    .init(title: "times"), .init(title: "median ms", digits: 1), .init(title: "p90 ms", digits: 1),
    .init(title: "max ms", digits: 1),
    .init(title: "bytes p50"), .init(title: "bytes max"),
  ]

  // MARK: The sheet

  private func measureStart(_ form: PictureForm, _ part: inout Part) async throws {
    var costs: [StopwatchTerminal.Cost] = []
    for _ in 0..<5 {
      let terminal = try open(form, Self.sheet)
      _ = try await terminal.start(until: "Photographers")
      costs.append(try await terminal.cost(of: "av", sinceStart: true, until: hasSheet(form)))
      try await terminal.close()
    }
    part.add("cold, from the start of the program, \(form.rawValue)", costs)
  }

  /// The first time that a started program shows the sheet: its files are in the cache, and none is decoded.
  private func measureCold(_ form: PictureForm, _ part: inout Part) async throws {
    var costs: [StopwatchTerminal.Cost] = []
    for _ in 0..<7 {
      let terminal = try open(form, Self.sheet)
      _ = try await terminal.start(until: "Photographers")
      _ = try await terminal.change(by: "a", quiet: .milliseconds(200))
      costs.append(try await terminal.cost(of: "v", until: hasSheet(form)))
      try await terminal.close()
    }
    part.add("cold, from the list, \(form.rawValue)", costs)
    if form.isSymbols {
      part.check(.coldSheet, Samples(costs.map(\.total.milliseconds)), detail: form.rawValue)
    }
  }

  private func measureSheet(_ form: PictureForm, _ part: inout Part) async throws {
    let terminal = try open(form, Self.sheet)
    _ = try await terminal.start(until: "Photographers")
    _ = try await terminal.cost(of: "av", until: hasSheet(form))
    var warm: [StopwatchTerminal.Cost] = []
    for _ in 0..<15 {
      _ = try await terminal.cost(of: "v")
      warm.append(try await terminal.cost(of: "v", until: hasSheet(form)))
    }
    part.add("warm, from the list, \(form.rawValue)", warm)
    if form.isSymbols {
      part.bars.append(
        Bar(
          name: "warm sheet of 30, \(form.rawValue)", value: Samples(warm.map(\.total.milliseconds)).median,
          worst: Samples(warm.map(\.total.milliseconds)).maximum, limit: .atMost(100, .milliseconds)))
    }
    var pages: [StopwatchTerminal.Cost] = []
    for _ in 0..<8 {
      for key in ["\u{6}", "\u{2}"] { pages.append(try await terminal.cost(of: key, until: hasSheet(form))) }
    }
    part.add("page down and back, \(form.rawValue)", pages)
    try await measureMoves(form, terminal, &part)
    try await terminal.close()
  }

  private func measureMoves(
    _ form: PictureForm, _ terminal: StopwatchTerminal, _ part: inout Part
  ) async throws {
    _ = try await terminal.cost(of: "g5l", until: hasSheet(form))
    // Each move is in view, so that no picture moves.
    var moves: [StopwatchTerminal.Cost] = []
    for _ in 0..<8 {
      for key in ["h", "h", "j", "l", "l", "k"] { moves.append(try await terminal.cost(of: key)) }
    }
    part.add("cursor move, \(form.rawValue)", moves)
    part.bars += [
      Bar(
        name: "cursor move (p90), \(form.rawValue)",
        value: Samples(moves.map(\.total.milliseconds)).quantile(0.9), limit: .atMost(16, .milliseconds)),
      Bar(
        name: "cursor move, \(form.rawValue)", value: Samples(moves.map { Double($0.bytes) }).maximum,
        limit: .atMost(2_048, .bytes)),
    ]
    _ = try await terminal.cost(of: "g4j", until: hasSheet(form))
    var rows: [StopwatchTerminal.Cost] = []
    for _ in 0..<8 { rows.append(try await terminal.cost(of: "j", until: hasSheet(form))) }
    part.add("move that scrolls by a row, \(form.rawValue)", rows)
  }

  /// Whether 30 pictures are seen.
  private func hasSheet(_ form: PictureForm) -> (TerminalModel.Screen, Int) -> Bool {
    { screen, _ in
      // The place of a picture that is still waited for has an ellipsis in its middle.
      guard screen.contains("v list"), !screen.contains("      …      ") else { return false }
      return form.isSymbols || screen.pictures.count { !$0.isDamaged } == 30
    }
  }

  // MARK: The photo

  private func measurePhoto(_ form: PictureForm, _ part: inout Part) async throws {
    // Photos are picked, and those that are picked already would cost less.
    let library = try TemporaryFolder.copy(ofLibrary: folders.library)
    let terminal = try open(form, Self.photo, in: library.url)
    _ = try await terminal.start(until: "Photographers")
    _ = try await terminal.cost(of: "a") { screen, _ in screen.contains("All photos") }
    let hasPhoto = hasPhoto(form)
    var opened: [StopwatchTerminal.Cost] = []
    var turned: [StopwatchTerminal.Cost] = []
    for _ in 0..<5 {
      opened.append(try await terminal.cost(of: "\r", until: hasPhoto))
      // Five photos that were read before are not those that the next round begins with.
      for _ in 0..<5 { turned.append(try await terminal.cost(of: "n", until: hasPhoto)) }
      _ = try await terminal.cost(of: "q7j")
    }
    part.add("opened, \(form.rawValue)", opened)
    part.add("next, \(form.rawValue)", turned)
    try await measureCulling(form, terminal, &part)
    try await terminal.close()
  }

  /// Picks photos as fast as a held key repeats: the next key comes 35 ms after the picture.
  private func measureCulling(
    _ form: PictureForm, _ terminal: StopwatchTerminal, _ part: inout Part
  ) async throws {
    let hasPhoto = hasPhoto(form)
    _ = try await terminal.cost(of: "gc") { hasPhoto($0, $1) && $0.contains("· 0 ✓") }
    let pause = Duration.milliseconds(35)
    var picked: [StopwatchTerminal.Cost] = []
    for _ in 0..<100 {
      guard form == .kitty, let former = terminal.screen.pictures.first else {
        picked.append(try await terminal.cost(of: "p", pause: pause, bytes: Self.pictureBytes))
        continue
      }
      // The images of the photos around follow the picture.
      picked.append(
        try await terminal.cost(of: "p", pause: pause) { screen in
          screen.pictures.count { !$0.isDamaged && $0.id != former.id } == 1
        })
    }
    try await terminal.rest(.milliseconds(300))
    guard terminal.screen.contains("· \(picked.count) ✓") else {
      throw Refusal("not all are picked:\n\(terminal.screen)")
    }
    part.add("picked, \(form.rawValue)", picked)
    let times = Samples(picked.map(\.total.milliseconds))
    part.check(.pickedPhoto, value: times.quantile(0.99), worst: times.maximum, detail: form.rawValue)
  }

  /// Goes through many photos, each of which is shown.
  private func walk(_ form: PictureForm, _ terminal: StopwatchTerminal, _ part: inout Part) async throws {
    let count = 500
    _ = try await terminal.cost(of: "g\r", until: hasPhoto(form))
    for _ in 0..<count { _ = try await terminal.cost(of: "n", until: hasPhoto(form)) }
    part.rows.append(
      .init(name: "after \(count) photos, \(form.rawValue)", values: [terminal.peakMemory.megabytes]))
  }

  /// Whether a photo is seen, which is many bytes.
  private func hasPhoto(_ form: PictureForm) -> (TerminalModel.Screen, Int) -> Bool {
    { screen, bytes in
      bytes > Self.pictureBytes && (form.isSymbols || screen.pictures.count { !$0.isDamaged } == 1)
    }
  }

  private func open(
    _ form: PictureForm, _ size: (columns: Int, rows: Int), in library: URL? = nil
  ) throws -> StopwatchTerminal {
    let library = library ?? folders.library
    let memory = library.appending(path: "browser.json")
    try Data(Self.memory.utf8).write(to: memory)
    return try StopwatchTerminal(
      program, arguments: ["browse", "--library", library.path],
      environment: form.environment.merging(["XDG_CACHE_HOME": folders.cache.url.path]) { $1 },
      columns: size.columns, rows: size.rows, persona: form.persona)
  }
}

extension Part {
  fileprivate mutating func add(_ name: String, _ costs: [StopwatchTerminal.Cost]) {
    let total = Samples(costs.map(\.total.milliseconds))
    let bytes = Samples(costs.map { Double($0.bytes) })
    rows.append(
      Row(
        name: name,
        values: [
          Double(costs.count), total.median, total.quantile(0.9), total.maximum, bytes.median,
          bytes.maximum,
        ]))
  }
}

extension Int {
  fileprivate var megabytes: Double { Double(self) / 1_048_576 }
}
