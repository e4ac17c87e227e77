import Foundation
import PhotoMetadata
import PictureFetching
import ZipReading

/// A reader of files and of entries of zip files, which keeps the directory of the last zip file.
struct DownloadReader {
  private let archives = ZipReader()

  /// Returns the contents of a file.
  ///
  /// - Throws: An error of the system, or a `ZipError`.
  func contents(of place: OwnPicture.Place, limit: Int) throws -> [UInt8] {
    guard case .entry(let name, let path) = place else {
      let bytes = try Self.beginning(place.path, limit + 1)
      guard bytes.count <= limit else { throw CocoaError(.fileReadTooLarge) }
      return bytes
    }
    return try archives.contents(of: name, in: path, limit: limit)
  }

  /// Returns the JSON in a file.
  ///
  /// - Throws: An ``UnreadableFile``.
  func json(of place: OwnPicture.Place, limit: Int) throws(UnreadableFile) -> LooseJSON {
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
  func facts(of place: OwnPicture.Place) throws(UnreadableFile) -> PhotoFacts {
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
  private func beginning(of place: OwnPicture.Place, count: Int) throws -> [UInt8] {
    guard case .entry(let name, let path) = place else { return try Self.beginning(place.path, count) }
    return try archives.beginning(of: name, in: path, count: count)
  }

  private static func beginning(_ path: String, _ count: Int) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    return [UInt8](try file.read(upToCount: count) ?? Data())
  }
}
