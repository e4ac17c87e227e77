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
  /// The name of chafa with the symbols that Proofsheet draws.
  private static let blocks = "chafa, blocks alone"

  init(program: String, folders: PictureFolders) throws {
    self.program = program
    self.folders = folders
    scratch = try TemporaryFolder()
  }

  func run() async throws -> Part {
    var part = Part(
      title: "one picture at 100x40, as a program",
      columns: [
        .init(title: "ms", digits: 1), .init(title: "worst ms", digits: 1),
        .init(title: "processor ms", digits: 1), .init(title: "to chafa", digits: 2),
        .init(title: "processor to chafa", digits: 2), .init(title: "bytes"),
      ])
    let installed = ["chafa", "timg"].filter { WholeProcess.find($0) != nil }
    for name in ["chafa", "timg"] where !installed.contains(name) {
      print("\(name) is not installed: left out\n")
    }
    for width in [4_000, 1_024] {
      let file = scratch.path("\(width).jpg")
      let bytes = width == 1_024 ? folders.photoFile : MadePictures.jpeg(width: width)
      try Data(bytes).write(to: URL(filePath: file))
      for form in PictureForm.allCases { try await measure(form, width, file, &part) }
    }
    return part
  }

  private func measure(_ form: PictureForm, _ width: Int, _ file: String, _ part: inout Part) async throws {
    var runs: [String: [Run]] = [:]
    // The photo in the cache has 1024 pixels.
    let peers = peers(form, file) + (width == 1_024 ? show(form) : [])
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    // Libraries are loaded and pages mapped already, and the program has been started: no match for whole processes.
    let own = "Proofsheet, in a warm process"
    for _ in 0..<7 {
      runs[own, default: []].append(try await Self.runInProcess(form, bytes))
      for peer in peers {
        if let run = try await run(peer) { runs[peer.name, default: []].append(run) }
      }
    }
    let name = "\(width) px, \(form.rawValue): "
    let chafa = runs["chafa"]
    for peer in [own] + peers.map(\.name) {
      guard let runs = runs[peer] else { continue }
      part.add(name + peer, runs, chafa: peer != own && chafa?.count == runs.count ? chafa : nil)
    }
    addBars(form, runs, &part)
  }

  // MARK: Who takes part

  private func peers(_ form: PictureForm, _ file: String) -> [Peer] {
    var peers: [Peer] = []
    func add(_ name: String, _ program: String, _ arguments: [String]) {
      guard let path = WholeProcess.find(program) else { return }
      peers.append(Peer(name: name, program: path, arguments: arguments))
    }
    let format = [
      "-f", form.isSymbols ? "symbols" : form == .kitty ? "kitty" : form == .sixel ? "sixels" : "iterm",
    ]
    let colors = ["-c", form == .palette256 ? "240" : "full"]
    add("chafa", "chafa", format + colors + ["-s", "100x40", file])
    if form.isSymbols {
      add(
        Self.blocks, "chafa", format + colors + ["--symbols", "block+space", "-s", "100x40", file])
    }
    if let kind = [.trueColor: "q", .kitty: "k", .iterm: "i"][form] {
      add("timg", "timg", ["-p", kind, "-g", "100x40", file])
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
        environment: environment, persona: form.persona)
    ]
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
    let process = WholeProcess(
      program: peer.program, arguments: peer.arguments, environment: peer.environment, persona: peer.persona)
    guard let run = try await process.run(columns: 100, rows: 43) else { return nil }
    return Run(wall: run.cost.time.milliseconds, work: run.cost.work.milliseconds, bytes: run.bytes)
  }

  // MARK: Figures

  /// Both are whole processes, since users wait for the start of a program too, and choose from the same symbols.
  private func addBars(_ form: PictureForm, _ runs: [String: [Run]], _ part: inout Part) {
    guard let show = runs["proofsheet show"], let chafa = runs[form.isSymbols ? Self.blocks : "chafa"],
      show.count == chafa.count
    else { return }
    part.check(
      .show, Samples(zip(show, chafa).map { $0.wall / $1.wall }),
      work: Samples(zip(show, chafa).map { $0.work / $1.work }).median, detail: form.rawValue)
  }
}

extension Part {
  fileprivate mutating func add(_ name: String, _ runs: [PeerBenchmark.Run], chafa: [PeerBenchmark.Run]?) {
    let pairs = chafa.map { zip(runs, $0) }
    rows.append(
      Row(
        name: name,
        values: [
          Samples(runs.map(\.wall)).median, Samples(runs.map(\.wall)).maximum,
          Samples(runs.map(\.work)).median,
          Samples(pairs?.map { $0.wall / $1.wall } ?? []).median,
          Samples(pairs?.map { $0.work / $1.work } ?? []).median,
          Samples(runs.map { Double($0.bytes) }).median,
        ]))
  }
}
