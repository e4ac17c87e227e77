import PhotoLibrary
import TerminalUI

/// The writing of pictures, or another use of them, one after the other.
final class ExportJob {
  /// The result of an export.
  struct Outcome {
    /// The paths of the files.
    var paths: [String] = []
    /// The number of pictures that were written.
    var written = 0
    /// The reasons why other pictures were not written.
    var failures: [any Error] = []
    var isCancelled = false
  }

  /// The progress; `nil` when no export is running.
  private(set) var progress: ProgressIndicator?
  /// Called when the progress changed.
  var onChange: () -> Void = {}
  private var task: Task<Void, Never>?
  private let verb: String
  private let stopsAtFailure: Bool

  /// Creates a job that is not running.
  ///
  /// - Parameters:
  ///   - verb: The beginning of the words for the progress.
  ///   - stopsAtFailure: A Boolean value that indicates whether a failure ends the job, because it needs all pictures.
  init(_ verb: String = "Writing", stopsAtFailure: Bool = false) {
    (self.verb, self.stopsAtFailure) = (verb, stopsAtFailure)
  }

  /// A Boolean value that indicates whether pictures are being written.
  var isRunning: Bool { task != nil }

  /// Writes pictures; does nothing while others are being written.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - write: Writes the picture with a number, from 0, and returns the path of its file, if it has one of its own.
  ///   - completion: Called at the end, also after ``cancel()``.
  func start(
    _ count: Int, write: @escaping (Int) async throws -> String?,
    completion: @escaping (Outcome) async -> Void
  ) {
    guard task == nil else { return }
    task = Task {
      let outcome = await self.write(count, write)
      await completion(outcome)
      task = nil
      progress = nil
      onChange()
    }
    show(0, of: count)
  }

  /// Ends it before the next picture.
  func cancel() { task?.cancel() }

  /// Waits until it has ended.
  func finished() async { await task?.value }

  private func write(_ count: Int, _ write: (Int) async throws -> String?) async -> Outcome {
    var outcome = Outcome()
    for index in 0..<count {
      show(index, of: count)
      do {
        if let path = try await write(index) { outcome.paths.append(path) }
        outcome.written += 1
      } catch {
        guard !Task.isCancelled else { break }
        outcome.failures.append(error)
        if stopsAtFailure { break }
      }
      if Task.isCancelled { break }
    }
    outcome.isCancelled = Task.isCancelled && outcome.written + outcome.failures.count < count
    return outcome
  }

  private func show(_ done: Int, of total: Int) {
    progress =
      total == 1
      ? ProgressIndicator("\(verb) the picture …", short: "\(verb) …")
      : ProgressIndicator(
        "\(verb) picture \(done + 1) of \(total)", short: "\(verb) \(done + 1)/\(total)", done: done,
        of: total)
    onChange()
  }
}
