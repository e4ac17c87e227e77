import Flickr
import Foundation
import Glibc

/// What the system says of a file in the cache.
struct CacheFileStatus {
  let size: Int
  let isRegular: Bool
  /// When it was written: renaming does not change that.
  let written: timespec
  /// When it was used last, as ``CacheFile/noteUse(of:)`` or the system noted.
  let used: timespec

  init(_ status: stat) {
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    written = status.st_mtim
    used = status.st_atim
  }

  /// Looks at a file, but not at what a link leads to; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// How long ago, in seconds.
  static func age(_ time: timespec, now: Date = .now) -> Double {
    now.timeIntervalSince1970 - Double(time.tv_sec) - Double(time.tv_nsec) / 1e9
  }
}

/// Files of the cache, by the calls of the system.
enum CacheFile {
  /// Reads a regular file of a size within `sizes`, and what the system says of it; nil for anything else.
  ///
  /// Follows no link and waits for no pipe: others may have put anything there.
  static func read(_ path: String, sizes: ClosedRange<Int>) -> (bytes: [UInt8], CacheFileStatus)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let file = CacheFileStatus(status)
    guard file.isRegular, sizes.contains(file.size) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
      while count < file.size {
        let result = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), file.size - count)
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { break }
        count += result
      }
    }
    noteUse(descriptor, file)
    return (bytes, file)
  }

  /// Notes in the time of the last access that a file was used; once an hour is enough, and spares the disk.
  private static func noteUse(_ descriptor: Int32, _ file: CacheFileStatus) {
    guard CacheFileStatus.age(file.used) > 3_600 else { return }
    let times = [timespec(tv_sec: time(nil), tv_nsec: 0), file.written]
    // Where this is not allowed, the file is only taken for older than it is.
    _ = futimens(descriptor, times)
  }

  /// Writes a new file for the user alone, which ``move(_:to:)`` puts in its place, and returns its path.
  ///
  /// So a file is there whole or not at all.
  static func write(_ bytes: [UInt8], beside path: String) throws(CacheFileError) -> String {
    let temporary = path + "." + String(UInt64.random(in: .min ... .max), radix: 16) + PictureName.leftover
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    PrivateFolder.protect(descriptor)
    do throws(CacheFileError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
    } catch {
      unlink(temporary)
      throw error
    }
    return temporary
  }

  /// Puts a file in the place of another one, if there is one.
  static func move(_ temporary: String, to path: String) throws(CacheFileError) {
    guard rename(temporary, path) != 0 else { return }
    let error = CacheFileError.last
    unlink(temporary)
    throw error
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CacheFileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      written += count
    }
  }

  /// The names in a folder; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// A call of the system that failed.
struct CacheFileError: Error {
  let number: Int32

  static var last: CacheFileError { CacheFileError(number: errno) }

  var isMissing: Bool { number == ENOENT }
  var reason: String { String(cString: strerror(number)) }
}
