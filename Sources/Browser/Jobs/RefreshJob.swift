import PhotoLibrary
import TerminalUI

/// The refresh that is under way, if one is.
final class RefreshJob {
  /// The source of photos.
  var refresher: Refresher
  /// The progress; `nil` when no refresh is running.
  private(set) var progress: ProgressIndicator?
  /// Called when the progress changed.
  var onChange: () -> Void = {}
  private let library: PhotoLibrary
  private var task: Task<Void, Never>?

  init(library: PhotoLibrary, refresher: Refresher) {
    self.library = library
    self.refresher = refresher
  }

  /// A Boolean value that indicates whether one is under way.
  var isRunning: Bool { task != nil }

  /// Fetches pages and passes the result to `completion`; does nothing while a refresh is running.
  func start(_ options: RefreshOptions, completion: @escaping (Result<RefreshSummary, any Error>) -> Void) {
    guard task == nil else { return }
    progress = ProgressIndicator("Refreshing …")
    onChange()
    task = Task {
      let result = await self.run(options)
      task = nil
      progress = nil
      completion(result)
      onChange()
    }
  }

  /// Ends it as soon as possible.
  func cancel() { task?.cancel() }

  private func run(_ options: RefreshOptions) async -> Result<RefreshSummary, any Error> {
    do {
      let summary = try await refresher.run(into: library.container, options) { progress in
        Task { @MainActor in self.show(progress) }
      }
      return .success(summary)
    } catch {
      return .failure(error)
    }
  }

  private func show(_ progress: RefreshProgress) {
    guard isRunning else { return }
    self.progress = progress.indicator
    onChange()
  }
}
