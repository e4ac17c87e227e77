internal import Glibc

/// File systems, each of a disk, a part of one, or a server.
public enum FileSystem {
  /// Returns the number of the file system that a path is in; `nil` if there is nothing at the path.
  ///
  /// A disk can have another number each time that it is mounted.
  public static func number(ofPath path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
  }
}
