internal import CSQLite
internal import Foundation
internal import ObjectStore

/// A prepared statement, confined like the connection that made it.
///
/// Parameters are numbered from 1 and columns from 0, as in SQLite.
final class Statement {
  private let handle: OpaquePointer

  /// Prepares `sql` for repeated execution.
  init(_ sql: String, connection: OpaquePointer, path: String) throws(SQLiteError) {
    var sql = sql
    var handle: OpaquePointer?
    let code = sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v3(
          connection, $0.baseAddress, Int32($0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
      }
    }
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError(connection, code: code, sql: sql, path: path)
    }
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Advances to the next row; returns `false` after the last one.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(statement: handle, code: code)
    }
  }

  /// Runs a statement that returns no rows, and resets it.
  func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Resets the statement so that it can run again; parameters stay bound.
  ///
  /// The result code is that of the last step, whose error was already thrown.
  func reset() { _ = sqlite3_reset(handle) }

  /// Releases the bound values.
  func clearBindings() { sqlite3_clear_bindings(handle) }
}

// MARK: - Facts

extension Statement {
  /// A Boolean value that indicates whether the statement changes nothing in the file.
  var isReading: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The number of parameters.
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// The names of the columns of its rows.
  var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Returns the part of a text that was compiled behind this statement.
  func rest(of sql: String) -> String {
    // SQLite keeps the text up to the end of the statement.
    let text = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
    return String(decoding: sql.utf8.dropFirst(text.utf8.count), as: UTF8.self)
  }
}

// MARK: - Parameters

extension Statement {
  /// Binds values to the parameters, starting with the first.
  func bind(_ values: [PropertyValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() { try bind(value, at: Int32(offset + 1)) }
  }

  /// Binds a number.
  func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds a value in the storage format of its column.
  ///
  /// SQLite has no NaN: it becomes NULL. NUL characters are kept.
  func bind(_ value: PropertyValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try check(sqlite3_bind_null(handle, index))
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try check(sqlite3_bind_double(handle, index, number))
    case .string(let text): try bind(text, at: index)
    case .data(let data): try check(data.withUnsafeBytes { bind($0, at: index) })
    case .uuid(let uuid): try check(withUnsafeBytes(of: uuid.uuid) { bind($0, at: index) })
    // A UUID is bound without a copy of its bytes; all other values become one of those above.
    default: try bind(value.columnValue, at: index)
    }
  }

  /// Binds text with its length in bytes.
  func bind(_ text: String, at index: Int32) throws(SQLiteError) {
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count))
      }
    }
    try check(code)
  }

  /// Binds bytes; an empty value becomes an empty blob, not NULL.
  private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(handle, index, 0)
    }
    return csqlite_bind_blob(handle, index, start, UInt64(bytes.count))
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(statement: handle, code: code) }
  }
}

// MARK: - Columns

extension Statement {
  /// Returns whether a column of the current row is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Returns whether a column of the current row is an integer.
  func isWhole(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }

  /// Returns a column as an integer; 0 if it has another type.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns a column as a real number; 0 if it has another type.
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Returns a column as text, including NUL characters; invalid UTF-8 becomes U+FFFD.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Calls `body` with the bytes of a column, which are valid until the next step.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, column)
    return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Returns the value of a column, by the type that SQLite reports.
  func columnValue(_ column: Int32) -> PropertyValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .string(text(column))
    case SQLITE_BLOB: .data(data(column))
    default: .null
    }
  }

  /// Returns a column as data.
  func data(_ column: Int32) -> Data { withBytes(column) { Data($0) } }
}
