internal import CSQLite
internal import Foundation
internal import ObjectStore

/// Values as arguments and results of SQL functions.
extension PropertyValue {
  /// Creates a value of a column from an argument of a function.
  init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      // The text must be read before its length: reading it may convert it.
      let start = sqlite3_value_text(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .string(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(argument)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
      self = .data(Data(bytes))
    default: self = .null
    }
  }

  /// Sets a value of a column as the result of a function.
  func setResult(of context: OpaquePointer?) {
    switch self {
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .string(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          csqlite_result_text(context, $0.baseAddress, UInt64($0.count))
        }
      }
    case .data(let data):
      data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_result_zeroblob(context, 0)
        }
        csqlite_result_blob(context, start, UInt64(bytes.count))
      }
    default: sqlite3_result_null(context)
    }
  }
}
