import Flickr
import Foundation

/// A file that only its owner may read or write.
enum PrivateFile {
  /// The text of a file, which is refused when others may read it; `name` begins the sentences.
  static func text(of file: URL, called name: String, most: Int) throws -> String {
    // Without waiting for the writer of a pipe; rights are asked of what was opened, not of its name.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Failure("\(name) \(errno == ENOENT ? "does not exist" : "cannot be read").")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { withExtendedLifetime(handle) {} }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("\(name) is no file.")
    }
    try check(status, of: file, called: name)
    let data = (try? handle.read(upToCount: most + 1)) ?? Data()
    guard data.count <= most else { throw Failure("\(name) is too large.") }
    return String(decoding: data, as: UTF8.self)
  }

  /// Refuses a file that others may read or write, with what to do.
  static func check(_ file: URL, called name: String) throws {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return }
    try check(status, of: file, called: name)
  }

  private static func check(_ status: stat, of file: URL, called name: String) throws {
    guard status.st_mode & 0o077 != 0 else { return }
    throw Failure("\(name) can be read by others: run “chmod 600 \(file.path)” first.")
  }
}
