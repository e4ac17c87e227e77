import Glibc
public import Foundation

/// A file with a draft, which only its owner can read, in a folder of its own.
///
/// Editors write backups and swap files beside it.
public struct DraftFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String

  /// The reason why a draft cannot be written or read.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in one sentence.
    public let description: String
  }

  private var folder: String { URL(filePath: path).deletingLastPathComponent().path }

  /// Writes a draft into a new file.
  ///
  /// - Parameters:
  ///   - text: The text of the draft.
  ///   - parent: The folder for temporary files.
  /// - Throws: ``Failure``; nothing is left then.
  public init(_ text: String, below parent: String = FileManager.default.temporaryDirectory.path)
    throws(Failure)
  {
    // mkdtemp(3) replaces the last six characters, and makes a folder that is private from the beginning.
    var name = Array((parent + "/proofsheet-" + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.failure("No draft can be written below \(parent)") }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/photos.toml"
    do {
      try write(Array(text.utf8))
    } catch {
      remove()
      throw error
    }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("The draft \(path) cannot be written") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("The draft \(path) cannot be written") }
      rest = rest.dropFirst(count)
    }
  }

  /// A Boolean value that indicates whether the file is there: an editor can have removed it.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// Returns the text as it is now.
  ///
  /// - Throws: ``Failure`` if the file is gone or is not text in UTF-8.
  public func read() throws(Failure) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      let reason = exists ? String(cString: strerror(errno)) : "the file is gone"
      throw Failure(description: "The draft \(path) cannot be read: \(reason).")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(description: "The draft \(path) is not text in UTF-8: save it as UTF-8.")
    }
    // A text file of other systems.
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// Removes the file, and what editors left beside it.
  public func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private static func failure(_ what: String) -> Failure {
    Failure(description: "\(what): \(String(cString: strerror(errno))).")
  }
}
