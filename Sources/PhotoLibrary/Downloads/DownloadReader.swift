import Foundation
import PhotoFiles
import PhotoMetadata
import PictureFetching
import ZipReading

/// A reader of files and of entries of zip files, which keeps the directories of zip files.
struct DownloadReader: Sendable {
  private let archives = ZipReader()

  /// Returns the contents of a file.
  ///
  /// - Throws: An error of the system, or a `ZipError`.
  func contents(of place: OwnPicture.Place, limit: Int) throws -> [UInt8] {
    guard case .entry(let name, let path) = place else {
      let file = try FileHandle(forReadingFrom: URL(filePath: place.path))
      defer { try? file.close() }
      let bytes = [UInt8](try file.read(upToCount: limit + 1) ?? Data())
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
    let facts: PhotoFacts
    do {
      switch place {
      case .file(let path): facts = try PhotoFacts(path: path)
      case .entry(let name, let path): facts = try self.facts(ofEntry: name, in: path)
      }
    } catch {
      throw UnreadableFile(place, error: error)
    }
    guard facts.storedSize != nil else { throw .notAPicture(place) }
    return facts
  }

  /// The beginning of an entry that is read at first, in bytes.
  private static let headSize = 512 << 10
  /// The largest beginning of an entry that is read for facts behind that.
  private static let largestHead = 64 << 20

  private func facts(ofEntry name: String, in path: String) throws(ZipError) -> PhotoFacts {
    let head = try archives.beginning(of: name, in: path, count: Self.headSize)
    var (known, isWhole) = (head, head.count < Self.headSize)
    return PhotoFacts(head: head) { [archives] offset, count in
      let end = offset + count
      if !isWhole, end > known.count, end <= Self.largestHead {
        // Contents are inflated from their beginning, each time at least twice as many.
        let wanted = max(end, 2 * known.count)
        known = (try? archives.beginning(of: name, in: path, count: wanted)) ?? known
        isWhole = known.count < wanted
      }
      return Array(known.dropFirst(offset).prefix(count))
    }
  }
}
