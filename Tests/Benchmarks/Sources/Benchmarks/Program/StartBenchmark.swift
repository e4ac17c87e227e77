import Foundation
import TestSupport

/// Starts the built program: until its first frame, with libraries of several sizes, and until its end.
struct StartBenchmark {
  let setting: BenchmarkSetting

  func run() async throws -> [Part] {
    var parts = [try await firstFrames(), try await memory()]
    if let version = try await version() { parts.append(version) }
    return parts
  }

  // MARK: First frame

  /// Starts the program as users do, without arguments, and with nothing to remember.
  private func firstFrames() async throws -> Part {
    var part = Part(
      title: "start",
      columns: [.init(title: "median ms", digits: 1), .init(title: "worst ms", digits: 1)])
    for count in setting.counts([600, 100_000, 1_000_000]) {
      let folder = try await setting.library(count)
      var (frames, photos): ([Double], [Double]) = ([], [])
      for _ in 0..<15 {
        let start = ContinuousClock.now
        let session = try TerminalSession(
          setting.program, environment: ["PROOFSHEET_LIBRARY": folder.path],
          size: .init(columns: 120, rows: 40))
        try await session.wait(for: "Photographers")
        frames.append((ContinuousClock.now - start).milliseconds)
        try await session.wait(for: "by title")
        try await session.wait(until: "photos") { !$0.contains("No photos") }
        photos.append((ContinuousClock.now - start).milliseconds)
        session.press(.ctrl("c"))
        _ = try await session.exit()
        try? FileManager.default.removeItem(at: folder.appending(path: "browser.json"))
      }
      for (what, samples) in [("first frame", Samples(frames)), ("with photos", Samples(photos))] {
        part.rows.append(
          .init(name: "\(what), \(count.grouped) photos", values: [samples.median, samples.maximum]))
      }
      let goals: [Int: Goal] = [600: .firstFrameSmall, 100_000: .firstFrame, 1_000_000: .firstFrameMillion]
      if let goal = goals[count] { part.check(goal, Samples(frames)) }
    }
    return part
  }

  // MARK: Memory

  /// The memory of the program when all photos are listed and the cursor is on the last one.
  private func memory() async throws -> Part {
    var part = Part(
      title: "memory of the program",
      columns: [.init(title: "peak MB", digits: 1), .init(title: "MB", digits: 1)])
    for count in setting.counts([100_000, 1_000_000]) {
      let folder = try await setting.library(count)
      let terminal = try StopwatchTerminal(
        setting.program, arguments: ["browse", "--fresh", "--library", folder.path], environment: [:],
        columns: 120,
        rows: 40,
        persona: .xterm)
      _ = try await terminal.start(until: "Photographers")
      _ = try await terminal.change(by: "a", quiet: .milliseconds(1_500))
      // The last of all photos.
      _ = try await terminal.change(by: "G", quiet: .milliseconds(1_500))
      let peak = Double(terminal.peakMemory) / 1_048_576
      part.rows.append(
        .init(
          name: "\(count.grouped) photos listed", values: [peak, Double(terminal.memory) / 1_048_576]))
      let goals: [Int: Goal] = [100_000: .largeMemory, 1_000_000: .millionMemory]
      if let goal = goals[count] { part.check(goal, value: peak) }
      try await terminal.close()
    }
    return part
  }

  // MARK: Start and end

  private func version() async throws -> Part? {
    guard let chafa = WholeProcess.find("chafa") else {
      print("chafa is not installed: left out\n")
      return nil
    }
    var race = Race()
    for _ in 0..<31 {
      try await race.round { race in
        for (name, program) in [("proofsheet --version", setting.program), ("chafa --version", chafa)] {
          guard let run = try await WholeProcess(program: program, arguments: ["--version"]).run() else {
            throw Refusal("\(name) failed")
          }
          race.record(name, run.cost)
        }
      }
    }
    var part = Part(race: "whole process", of: "a run", to: "chafa")
    part.add(race, units: 1, to: "chafa --version")
    part.check(.version, race, "proofsheet --version", to: "chafa --version")
    return part
  }
}
