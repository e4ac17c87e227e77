import Glibc

/// A failed system call.
struct CacheFileError: Error {
  let number: Int32

  static var last: CacheFileError { CacheFileError(number: errno) }

  var isMissing: Bool { number == ENOENT }
  var reason: String { String(cString: strerror(number)) }
}
