/// The outcome of a session of the browser.
public struct BrowserEnding: Sendable {
  /// The changes that are not in the library.
  public internal(set) var unsaved: UnsavedChanges?
  /// The signal that asked the program to end.
  public internal(set) var signal: Int32?
}
