import Foundation
import Pictures
import TestSupport

/// Shows one picture beside chafa and timg, on the same files, for as many cells, in turns.
struct PeerBenchmark {
  /// One of those who take part.
  private struct Peer {
    let name: String
    let program: String
    let arguments: [String]
    var environment: [String: String] = [:]
    /// The terminal that answers queries of the program; nil for no answers.
    var persona: TerminalModel.Persona?
  }

  /// What a run took.
  fileprivate nonisolated struct Run: Sendable {
    var wall, work: Double
    var bytes: Int
  }

  let program: String
  let folders: PictureFolders
  private let scratch: TemporaryFolder

  init(program: String, folders: PictureFolders) throws {
    self.program = program
    self.folders = folders
    scratch = try TemporaryFolder()
  }

  func run() async throws -> Part {
    var part = Part(
      title: "one picture at 100x40, as a program",
      columns: [
        .init(title: "ms", digits: 1), .init(title: "less its start", digits: 1),
        .init(title: "processor ms", digits: 1), .init(title: "less its start", digits: 1),
        .init(title: "bytes"),
      ])
    let installed = ["chafa", "timg"].filter { Self.find($0) != nil }
    for name in ["chafa", "timg"] where !installed.contains(name) {
      print("\(name) is not installed: left out\n")
    }
    for width in [4_000, 1_024] {
      let file = scratch.path("\(width).jpg")
      try Data(MadePictures.jpeg(width: width)).write(to: URL(filePath: file))
      for form in PictureForm.allCases { try await measure(form, width, file, &part) }
    }
    return part
  }

  private func measure(_ form: PictureForm, _ width: Int, _ file: String, _ part: inout Part) async throws {
    var runs: [String: [Run]] = [:]
    // The photo in the cache has 1024 pixels.
    let peers = peers(form, file) + (width == 1_024 ? show(form) : [])
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    let own = "Proofsheet, in process"
    for _ in 0..<5 {
      runs[own, default: []].append(try await Self.runInProcess(form, bytes))
      for peer in peers {
        if let run = try await run(peer) { runs[peer.name, default: []].append(run) }
      }
    }
    let name = "\(width) px, \(form.rawValue): "
    for peer in [own] + peers.map(\.name) {
      guard let own = runs[peer], !peer.hasSuffix(Self.start) else { continue }
      part.add(
        name + peer, own, starts: runs[peer + Self.start] ?? own.map { _ in Run(wall: 0, work: 0, bytes: 0) })
    }
    addBars(name, runs, own, &part)
  }

  // MARK: Who takes part

  private static let start = ", start"

  private func peers(_ form: PictureForm, _ file: String) -> [Peer] {
    var peers: [Peer] = []
    func add(_ name: String, _ program: String, _ arguments: [String], start: [String]) {
      guard let path = Self.find(program) else { return }
      peers.append(Peer(name: name, program: path, arguments: arguments))
      peers.append(Peer(name: name + Self.start, program: path, arguments: start))
    }
    let format = [
      "-f", form.isSymbols ? "symbols" : form == .kitty ? "kitty" : form == .sixel ? "sixels" : "iterm",
    ]
    let colors = ["-c", form == .palette256 ? "240" : "full"]
    add("chafa", "chafa", format + colors + ["-s", "100x40", file], start: ["--version"])
    if form.isSymbols {
      add(
        "chafa, blocks alone", "chafa", format + colors + ["--symbols", "block+space", "-s", "100x40", file],
        start: ["--version"])
    }
    if let kind = [.trueColor: "q", .kitty: "k", .iterm: "i"][form] {
      add("timg", "timg", ["-p", kind, "-g", "100x40", file], start: ["--version"])
    }
    return peers
  }

  /// The program's own command, for the picture of 1024 pixels that is in its cache.
  private func show(_ form: PictureForm) -> [Peer] {
    let format = form.isSymbols ? "symbols" : form == .iterm ? "iterm" : form.rawValue
    let environment = ["XDG_CACHE_HOME": folders.cache.url.path].merging(form.environment) { $1 }
    return [
      Peer(
        name: "proofsheet show", program: program,
        arguments: [
          "show", folders.photo, "--format", format, "--size", "100x40", "--library", folders.library.path,
        ],
        environment: environment, persona: form.persona),
      Peer(name: "proofsheet show" + Self.start, program: program, arguments: ["--version"]),
    ]
  }

  /// A program of the search path.
  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  // MARK: Runs

  @concurrent
  private static func runInProcess(_ form: PictureForm, _ file: [UInt8]) async throws -> Run {
    let (begin, work) = (ContinuousClock.now, Machine.work)
    let picture = try PictureDecoder.decode(file, covering: form.pixels(columns: 100, rows: 38))
    let output = form.render(picture.bitmap, columns: 100, rows: 38)
    return Run(
      wall: (ContinuousClock.now - begin).milliseconds, work: (Machine.work - work).milliseconds,
      bytes: output)
  }

  /// Runs a program in a terminal with cells of 10 by 20 pixels; nil if it does not know what it is asked for.
  private func run(_ peer: Peer) async throws -> Run? {
    let work = Self.childrenWork()
    let terminal = try StopwatchTerminal(
      peer.program, arguments: peer.arguments, environment: peer.environment, columns: 100, rows: 43,
      persona: peer.persona)
    let end = try await terminal.end()
    guard end.isSuccess else { return nil }
    return Run(
      wall: end.time.milliseconds, work: (Self.childrenWork() - work).milliseconds, bytes: end.bytes)
  }

  /// The processor time of all programs that have ended.
  private static func childrenWork() -> Duration {
    var usage = rusage()
    // RUSAGE_CHILDREN, which the headers give a type of its own.
    getrusage(-1, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
  }

  // MARK: Figures

  /// No slower than chafa with the picture; the start of a program is counted on both sides or on neither.
  private func addBars(_ name: String, _ runs: [String: [Run]], _ own: String, _ part: inout Part) {
    guard let chafa = runs["chafa"], let starts = runs["chafa" + Self.start], let inside = runs[own] else {
      return
    }
    let net = zip(chafa, starts).map { max(0.1, $0.wall - $1.wall) }
    part.bars.append(
      Bar(
        name: name + "beside chafa less its start",
        value: Samples(zip(inside, net).map { $0.wall / $1 }).median,
        limit: 1, unit: "times"))
    guard let show = runs["proofsheet show"], show.count == chafa.count else { return }
    part.bars.append(
      Bar(
        name: name + "proofsheet show beside chafa",
        value: Samples(zip(show, chafa).map { $0.wall / $1.wall }).median,
        limit: 1, unit: "times"))
  }
}

extension Part {
  fileprivate mutating func add(_ name: String, _ runs: [PeerBenchmark.Run], starts: [PeerBenchmark.Run]) {
    let both = zip(runs, starts)
    rows.append(
      Row(
        name: name,
        values: [
          Samples(runs.map(\.wall)).median, Samples(both.map { $0.wall - $1.wall }).median,
          Samples(runs.map(\.work)).median, Samples(both.map { $0.work - $1.work }).median,
          Samples(runs.map { Double($0.bytes) }).median,
        ]))
  }
}
