/// How the browser ended.
public struct BrowserEnding: Sendable {
  /// What was changed and is not in the library.
  public internal(set) var unsaved: UnsavedChanges?
  /// The signal that asked the program to end.
  public internal(set) var signal: Int32?
}
