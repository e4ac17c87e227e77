/// A hook that is called after each statement that a store runs.
///
/// ```swift
/// let trace = SQLTrace { event in
///   if event.duration > .milliseconds(20) { print(event) }
/// }
/// let store = try SQLiteStore(path: path, model: model, trace: trace)
/// ```
///
/// Statements of all connections are traced, from the opening of the file on: those of fetches, of commits, of the full-text
/// index and of checks.
public struct SQLTrace: Sendable {
  /// A Boolean value that indicates whether events contain the values of parameters.
  ///
  /// The default is `false`: values are the user's data, which do not belong in a log.
  public var includesValues: Bool
  /// The hook.
  ///
  /// It is called on the thread of the statement, which waits for it, in any isolation and concurrently. It must not use the
  /// store.
  public var handler: @Sendable (SQLTraceEvent) -> Void

  /// Makes a hook.
  public init(includesValues: Bool = false, _ handler: @escaping @Sendable (SQLTraceEvent) -> Void) {
    self.includesValues = includesValues
    self.handler = handler
  }
}
