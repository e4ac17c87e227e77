import Glibc

/// The facts by which a changed or replaced zip file is recognized.
struct ZipFileVersion: Equatable {
  /// The size of the file.
  let size: Int
  private let device: dev_t
  private let number: ino_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the facts of an open file; `nil` if it is not a regular file.
  init?(_ descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the facts of the file at a path; `nil` if there is no regular file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    (size, device, number) = (Int(status.st_size), status.st_dev, status.st_ino)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
