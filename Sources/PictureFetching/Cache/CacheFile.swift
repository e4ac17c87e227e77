import Flickr
import Glibc

/// File operations of the cache, with system calls.
enum CacheFile {
  /// Returns the contents and the metadata of a regular file with a size within `sizes`; nil for any other
  /// file.
  ///
  /// Follows no link and waits for no pipe: other programs may have created anything there.
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
    recordUse(descriptor, file)
    return (bytes, file)
  }

  /// Records the use of a file in its access time, at most once an hour to reduce disk writes.
  private static func recordUse(_ descriptor: Int32, _ file: CacheFileStatus) {
    guard CacheFileStatus.age(file.used) > 3_600 else { return }
    let times = [timespec(tv_sec: time(nil), tv_nsec: 0), file.written]
    // Without permission, the file only appears older than it is.
    _ = futimens(descriptor, times)
  }

  /// Writes a new file that only the user can access, and returns its path; ``move(_:to:)`` then moves it
  /// to its final path.
  ///
  /// A file is therefore always complete.
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

  /// Moves a file to a path, and replaces the existing file, if any.
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

  /// Returns the names in a folder; none if it cannot be read.
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
