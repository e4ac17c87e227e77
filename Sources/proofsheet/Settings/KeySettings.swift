import Flickr
import Foundation

/// The sources of the key to Flickr's API: never the command line, which other users can see.
enum KeySettings {
  /// The key of `FLICKR_API_KEY`, else of the configuration, else of the file `key` beside it; nil when there is none.
  ///
  /// Throws one sentence, which never shows the key, about a file that cannot be used.
  static func key(_ configuration: Configuration) throws -> APIKey? {
    if let text = Environment.value("FLICKR_API_KEY") { return APIKey(text) }
    if let text = configuration.apiKey { return APIKey(text) }
    if let path = configuration.keyFile {
      let isAtHome = path.hasPrefix("~/")
      return try read(
        isAtHome ? Folders.home.appendingPathComponent(String(path.dropFirst(2))) : URL(fileURLWithPath: path)
      )
    }
    let usual = Folders.configuration.appendingPathComponent("key")
    return FileManager.default.fileExists(atPath: usual.path) ? try read(usual) : nil
  }

  private static func read(_ file: URL) throws -> APIKey {
    let text = try PrivateFile.text(of: file, called: "The key file \(file.path)", most: 4_096)
    guard let key = APIKey(text) else { throw Failure("The key file \(file.path) is empty.") }
    guard key.isOneWord else { throw Failure("The key file \(file.path) holds more than a key.") }
    return key
  }
}

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
