internal import CSQLite
internal import Foundation
internal import ObjectStore

/// The first bytes of a file, read through SQLite's own file handle.
///
/// POSIX ends all locks that a process has on a file when any of its descriptors of that file is closed
/// (fcntl(2)). A second descriptor would end the locks of other connections in this process, and another program
/// could delete the write-ahead log in use (sqlite.org/howtocorrupt.html, section 2.2). SQLite delays closing its
/// descriptors until its connections hold no lock.
struct StoreHeader {
  /// The bytes; empty if the file is shorter.
  let bytes: [UInt8]
  /// A Boolean value that indicates whether the file is empty, has zeros in place of its header, or ends within it.
  let isBlank: Bool

  /// The bytes with which a database begins.
  static let beginning = Array("SQLite format 3\0".utf8)

  /// The number of bytes (sqlite.org/fileformat.html, section 1.3).
  private static let count = 100

  /// Reads the header of a regular file, and no other: SQLite would wait for a pipe.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``.
  init(at path: String) throws(StoreError) {
    var handle: OpaquePointer?
    var code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(handle) }
    guard code == SQLITE_OK else { throw Self.failure(path, handle, code) }
    var file: UnsafeMutablePointer<sqlite3_file>?
    code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee else {
      throw Self.failure(path, handle, code)
    }
    var bytes = [UInt8](repeating: 0, count: Self.count)
    code = methods.xRead(file, &bytes, Int32(bytes.count), 0)
    guard code == SQLITE_OK || code == csqlite_ioerr_short_read else {
      throw Self.failure(path, handle, code)
    }
    self.bytes = code == SQLITE_OK ? bytes : []
    isBlank = bytes.allSatisfy { $0 == 0 } || (code != SQLITE_OK && Self.isCutOff(bytes))
  }

  /// Returns a Boolean value that indicates whether bytes, with zeros behind the end of a file, are the first ones of a database.
  private static func isCutOff(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix { $0 != 0 }
    return !text.isEmpty && beginning.starts(with: text)
      && bytes[text.count..<beginning.count].allSatisfy { $0 == 0 }
  }

  private static func failure(_ path: String, _ handle: OpaquePointer?, _ code: Int32) -> StoreError {
    let number = sqlite3_system_errno(handle)
    let reason = number == 0 ? sqlite3_errstr(code) : UnsafePointer(strerror(number))
    return .cannotRead(path: path, reason: reason.map { String(cString: $0) } ?? "code \(code)")
  }
}
