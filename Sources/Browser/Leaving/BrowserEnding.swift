public import PhotoLibrary

/// The outcome of a session of the browser.
@MainActor public struct BrowserEnding {
  /// The changes that are not in the library.
  public internal(set) var unsaved: UnsavedChanges?
  /// The photos that were chosen, in the order of the list; see ``PhotoPick``.
  public internal(set) var picked: [Photo] = []
  /// The signal that asked the program to end.
  public internal(set) var signal: Int32?
}
