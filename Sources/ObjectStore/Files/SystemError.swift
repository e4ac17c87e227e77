internal import Foundation

/// A call of the system that failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The number of the error (errno(3)); 0 for one that has none.
  package let code: Int32

  /// Keeps the number of an error.
  package init(code: Int32) { self.code = code }

  /// The error of something else than a file that is read as one, such as a folder or a pipe.
  static let irregularFile = SystemError(code: 0)

  /// The error of the last failed system call.
  static var last: SystemError { SystemError(code: errno) }

  /// The reason in the system's words.
  package var description: String {
    self == .irregularFile ? "it is not a regular file" : String(cString: strerror(code))
  }
}
