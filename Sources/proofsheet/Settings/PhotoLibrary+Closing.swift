import Browser
internal import ObjectGraph
import PhotoLibrary

extension PhotoLibrary {
  /// Waits until all changes are saved, and closes the library.
  ///
  /// - Throws: The error of the first save that failed.
  func finishSaving() async throws {
    await savesFinished()
    if let saveFailure { throw saveFailure }
    await close()
  }

  /// Waits until everything that was committed is on disk, and closes the store: the file alone then contains everything.
  func close() async { await container.coordinator.close() }

  /// Closes the library after a browser, unless that could wait for what the user did not wait for.
  func close(after ending: BrowserEnding) async {
    guard !ending.isAbandoned, ending.unsaved == nil else { return }
    await close()
  }
}
