import Foundation
import PhotoMetadata
import PictureFetching
import ZipReading

/// A reader of files and of entries of zip files, which keeps the last zip file open.
struct DownloadReader {
  private var archive: ZipArchive?
  private var entries: [String: ZipEntry] = [:]

  /// Returns the contents of a file.
  ///
  /// - Throws: An error of the system, or a `ZipError`.
  mutating func contents(of place: OwnPicture.Place, limit: Int) throws -> [UInt8] {
    guard case .entry(let name, let path) = place else {
      let bytes = try Self.beginning(place.path, limit + 1)
      guard bytes.count <= limit else { throw CocoaError(.fileReadTooLarge) }
      return bytes
    }
    let (archive, entry) = try entry(name, path)
    return try archive.contents(of: entry, limit: limit)
  }

  /// Returns the JSON in a file.
  ///
  /// - Throws: An ``UnreadableFile``.
  mutating func json(of place: OwnPicture.Place, limit: Int) throws(UnreadableFile) -> LooseJSON {
    let bytes: [UInt8]
    do { bytes = try contents(of: place, limit: limit) } catch {
      throw UnreadableFile(place, error: error)
    }
    guard let json = LooseJSON(bytes) else { throw UnreadableFile(place, reason: "it is not a JSON object") }
    return json
  }

  /// Returns the facts of a picture.
  ///
  /// - Throws: An ``UnreadableFile``, also for a file that is not a picture.
  mutating func facts(of place: OwnPicture.Place) throws(UnreadableFile) -> PhotoFacts {
    let head: [UInt8]
    do { head = try beginning(of: place, count: Self.headSize) } catch {
      throw UnreadableFile(place, error: error)
    }
    let facts = PhotoFacts(head: head)
    guard facts.storedSize != nil else { throw .notAPicture(place) }
    return facts
  }

  private static let headSize = 512 << 10

  /// Returns the first bytes of a file.
  ///
  /// - Throws: An error of the system, or a `ZipError`.
  private mutating func beginning(of place: OwnPicture.Place, count: Int) throws -> [UInt8] {
    guard case .entry(let name, let path) = place else { return try Self.beginning(place.path, count) }
    let (archive, entry) = try entry(name, path)
    return try archive.beginning(of: entry, count: count)
  }

  private mutating func entry(_ name: String, _ path: String) throws -> (ZipArchive, ZipEntry) {
    let archive = try self.archive.flatMap { $0.path == path ? $0 : nil } ?? ZipArchive(path: path)
    if self.archive !== archive {
      self.archive = archive
      entries = Dictionary(archive.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let entry = entries[name] else {
      throw ZipError(path: path, entry: name, reason: "it is missing")
    }
    return (archive, entry)
  }

  private static func beginning(_ path: String, _ count: Int) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    return [UInt8](try file.read(upToCount: count) ?? Data())
  }
}
