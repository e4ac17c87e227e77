import PhotoLibrary
import TerminalUI

/// The writing of pictures to a folder, one after the other.
final class ExportJob {
  /// The result of an export.
  struct Outcome {
    /// The paths of the files.
    var paths: [String] = []
    /// The number of pictures that were not written, and the reason of the first failure.
    var failed = 0
    var failure: (any Error)?
    var isCancelled = false
  }

  /// The progress; `nil` when no export is running.
  private(set) var progress: ProgressIndicator?
  /// Called when the progress changed.
  var onChange: () -> Void = {}
  private var task: Task<Void, Never>?

  /// A Boolean value that indicates whether pictures are being written.
  var isRunning: Bool { task != nil }

  /// Writes pictures; does nothing while others are being written.
  func start(_ exports: [PictureExport], to folder: String, completion: @escaping (Outcome) -> Void) {
    guard task == nil else { return }
    task = Task {
      let outcome = await self.write(exports, to: folder)
      task = nil
      progress = nil
      completion(outcome)
      onChange()
    }
    show(0, of: exports.count)
  }

  /// Ends it before the next picture.
  func cancel() { task?.cancel() }

  private func write(_ exports: [PictureExport], to folder: String) async -> Outcome {
    var outcome = Outcome()
    for (index, export) in exports.enumerated() {
      show(index, of: exports.count)
      do {
        outcome.paths.append(try await export.write(to: folder))
      } catch {
        guard !Task.isCancelled else { break }
        outcome.failed += 1
        outcome.failure = outcome.failure ?? error
      }
      if Task.isCancelled { break }
    }
    outcome.isCancelled = Task.isCancelled && outcome.paths.count + outcome.failed < exports.count
    return outcome
  }

  private func show(_ done: Int, of total: Int) {
    progress =
      total == 1
      ? ProgressIndicator("Writing the picture …", short: "Writing …")
      : ProgressIndicator(
        "Writing picture \(done + 1) of \(total)", short: "Writing \(done + 1)/\(total)", done: done,
        of: total)
    onChange()
  }
}
