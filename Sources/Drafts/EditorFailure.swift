/// The end of an editor that did not succeed.
public struct EditorFailure: Error, Hashable, Sendable, CustomStringConvertible {
  private let name: String
  private let status: Int32

  /// The status with which a shell ends if there is no such program (POSIX, 2.8.2 Exit Status for Commands).
  private static let statusOfMissing: Int32 = 127

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - editor: The editor.
  ///   - status: The status with which it ended.
  public init(of editor: TextEditor, status: Int32) { (name, self.status) = (editor.name, status) }

  /// The error in one sentence.
  public var description: String {
    status == Self.statusOfMissing
      ? "The editor \(name) cannot be started: set VISUAL or EDITOR, or editor in the configuration."
      : "The editor \(name) ended with status \(status)."
  }
}
