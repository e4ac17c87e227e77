internal import Foundation
public import PhotoMetadata

/// A photo file that was read: its identity and its facts.
public struct PhotoFile: Hashable, Sendable {
  /// A hash of the size and of the first and the last 64 KiB: a file that is moved keeps it.
  public let digest: String
  /// The facts of the file and its sidecar.
  public let facts: PhotoFacts

  static let sampleSize = 64 << 10

  /// Reads a file, and adds the facts of its sidecar.
  ///
  /// - Throws: The error of the system, if the file cannot be read.
  public init(path: String, sidecar: PhotoFacts? = nil) throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    let size = try file.seekToEnd()
    try file.seek(toOffset: 0)
    let head = [UInt8](try file.read(upToCount: Self.sampleSize) ?? Data())
    var hash = SHA256()
    hash.update("\(size)\n".utf8)
    hash.update(head)
    let tail = max(UInt64(Self.sampleSize), size - min(size, UInt64(Self.sampleSize)))
    if tail < size {
      try file.seek(toOffset: tail)
      hash.update(try file.read(upToCount: Self.sampleSize) ?? Data())
    }
    digest = hash.digest()
    facts = PhotoFacts(head: head, sidecar: sidecar, of: file)
  }

  /// Returns the hash of a text, for photos that are identified by what their host calls them.
  public static func digest(of text: String) -> String {
    var hash = SHA256()
    hash.update(text.utf8)
    return hash.digest()
  }

  /// Returns a hash of a whole file, for files with the same ``digest``.
  ///
  /// - Throws: The error of the system.
  public static func wholeDigest(path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    var hash = SHA256()
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { hash.update(part) }
    return hash.digest()
  }
}
