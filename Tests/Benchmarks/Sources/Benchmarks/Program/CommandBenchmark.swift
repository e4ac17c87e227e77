import Foundation

/// Runs the commands of the built program on a large library.
struct CommandBenchmark {
  let setting: BenchmarkSetting

  func run() async throws -> Part {
    let count = setting.count ?? 100_000
    let folder = try await setting.library(count)
    var part = Part(
      title: "commands, \(count.grouped) photos",
      columns: [.init(title: "median ms", digits: 1), .init(title: "max ms", digits: 1)])
    for command in [["photos", "--json"], ["photos"], ["photographers"], ["check"]] {
      var times: [Double] = []
      for _ in 0..<5 {
        times.append(try await time { try await run(command + ["--library", folder.path]) }.milliseconds)
      }
      let samples = Samples(times)
      part.rows.append(
        .init(name: command.joined(separator: " "), values: [samples.median, samples.maximum]))
      if command == ["photos", "--json"] { part.check(.photosJSON, samples) }
    }
    return part
  }

  private func run(_ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: setting.program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    guard status == 0 else { throw Refusal("\(arguments.joined(separator: " ")) failed: \(status)") }
  }
}
