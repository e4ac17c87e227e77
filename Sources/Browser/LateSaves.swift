import PhotoLibrary

/// A wait for saves, for what reads the store, which gets edits a moment after they are made.
final class LateSaves {
  private var waiting: Task<Void, Never>?

  /// Waits for a second until the edits of a library are in the store.
  ///
  /// - Parameter action: Called when later saves have ended too, unless a call before waits for them already: what was read lacks
  ///   their edits.
  func wait(for library: PhotoLibrary, orLater action: @escaping @MainActor () -> Void) async {
    if library.unsavedEdits.isEmpty { return }
    let isSaved = await library.savesFinished(within: .seconds(1))
    guard !isSaved, waiting == nil else { return }
    waiting = Task { [weak self] in
      await library.savesFinished()
      self?.waiting = nil
      action()
    }
  }
}
