public import PhotoLibrary

/// The outcome of a session of the browser.
@MainActor public struct BrowserEnding {
  /// The changes that are not in the library.
  public internal(set) var unsaved: UnsavedChanges?
  /// A Boolean value that indicates whether the user left without waiting for the library.
  public internal(set) var isAbandoned = false
  /// The photos that were chosen, in the order of the list; see ``PhotoPick``.
  public internal(set) var picked: [Photo] = []
  /// The signal that asked the program to end.
  public internal(set) var signal: Int32?
  /// The reason why the lines of the browser could not be written, which ended it.
  public internal(set) var outputError: (any Error)?
}
