internal import CSQLite

/// Calls the hook of a store for the statements of one connection, to which it is confined.
final class Tracer {
  private let trace: SQLTrace
  private let path: String
  /// The statements in progress.
  private var progress: [OpaquePointer: Progress] = [:]

  private struct Progress {
    /// The time of the first step; SQLite itself measures in whole milliseconds.
    let start = ContinuousClock.now
    var rows = 0
  }

  init(_ trace: SQLTrace, path: String) { (self.trace, self.path) = (trace, path) }

  /// Traces the statements of a connection.
  ///
  /// - Precondition: The tracer lives as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE),
      { kind, context, statement, _ in
        guard let context, let statement else { return 0 }
        Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue()
          .record(Int32(bitPattern: kind), OpaquePointer(statement))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func record(_ kind: Int32, _ statement: OpaquePointer) {
    switch kind {
    // Called again for each trigger of the statement.
    case SQLITE_TRACE_STMT where progress[statement] == nil: progress[statement] = Progress()
    case SQLITE_TRACE_ROW: progress[statement]?.rows += 1
    case SQLITE_TRACE_PROFILE: finish(statement)
    default: break
    }
  }

  private func finish(_ statement: OpaquePointer) {
    guard let progress = progress.removeValue(forKey: statement) else { return }
    let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    var event = SQLTraceEvent(
      statement: sql, expandedStatement: nil, duration: ContinuousClock.now - progress.start,
      rows: progress.rows, path: path)
    if trace.includesValues, let expanded = sqlite3_expanded_sql(statement) {
      event.expandedStatement = String(cString: expanded)
      sqlite3_free(expanded)
    }
    trace.handler(event)
  }
}
