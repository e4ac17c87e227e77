import PhotoLibrary
import TerminalUI

/// The refresh that is under way, if one is.
final class RefreshJob {
  /// The source of photos.
  var refresher: Refresher { didSet { if refresher.name != oldValue.name, isFollowing { followFolder() } } }
  /// The progress; `nil` when no refresh is running.
  private(set) var progress: ProgressIndicator?
  /// Called when the progress changed.
  var onChange: () -> Void = {}
  private let library: PhotoLibrary
  /// Called when files in the folder of the source have changed.
  var onFolderChange: () -> Void = {}
  private var task: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var isFollowing = false
  /// A Boolean value that indicates whether files have changed since the refresh that is under way began.
  private var isOutdated = false

  /// The pause after a change: programs write many files in a row.
  private static let pause = Duration.milliseconds(500)

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
      // The user ended the reading, and so it does not begin again by itself.
      if Task.isCancelled { isOutdated = false }
      task = nil
      progress = nil
      completion(result)
      onChange()
      guard isOutdated else { return }
      isOutdated = false
      onFolderChange()
    }
  }

  /// Ends it as soon as possible.
  func cancel() { task?.cancel() }

  /// Calls ``onFolderChange`` from now on, if the source is a folder.
  func followFolder() {
    isFollowing = true
    following?.cancel()
    guard let changes = refresher.folderChanges() else { return following = nil }
    following = Task { [weak self] in
      for await _ in changes {
        guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        self?.noteFolderChange()
      }
    }
  }

  /// Ends the calls of ``onFolderChange``.
  func stopFollowing() {
    isFollowing = false
    following?.cancel()
  }

  private func noteFolderChange() {
    if isRunning { isOutdated = true } else { onFolderChange() }
  }

  private func run(_ options: RefreshOptions) async -> Result<RefreshSummary, any Error> {
    do {
      try library.requireWritable()
      let summary = try await refresher.run(into: library, options) { progress in
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
