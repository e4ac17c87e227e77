internal import Foundation
import PhotoMetadata

/// The preview in a raw file: a picture that the camera has developed.
///
/// Raw data are never developed here: that takes seconds, and the photographer's own program does it better.
public enum RAWPreview {
  /// The beginning of a file, which contains its directories.
  private static let headSize = 512 << 10
  /// The largest preview; those of 60 megapixels have about 10 MB.
  private static let largest = 32 << 20

  /// Returns the preview of a file, as a JPEG that stands upright by the orientation of the raw file.
  ///
  /// Only the parts of the file that are needed are read. The call blocks on the disk.
  ///
  /// - Throws: A ``RAWPreviewError``, or the error of the system.
  public static func file(path: String) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    let head = [UInt8](try file.read(upToCount: headSize) ?? Data())
    return try jpeg(head: head) { offset, count in
      guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return [] }
      return [UInt8]((try? file.read(upToCount: count)) ?? Data())
    }
  }

  /// Returns the preview of a file in memory.
  static func file(of bytes: [UInt8]) throws(RAWPreviewError) -> [UInt8] {
    try jpeg(head: bytes) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
  }

  private static func jpeg(
    head: [UInt8], load: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
  ) throws(RAWPreviewError) -> [UInt8] {
    for place in RAWParts.previews(head: head, load: load) where place.count <= largest {
      let bytes = load(place.lowerBound, place.count)
      guard isPreview(bytes) else { continue }
      let orientation = RAWParts.orientation(head: head).flatMap { UInt16(exactly: $0) }
        .flatMap(Orientation.init)
      // The preview may have an orientation of its own.
      return orientation.map { EXIF.replaced(inJPEG: bytes, by: $0) } ?? bytes
    }
    throw .noPreview
  }

  /// Returns a Boolean value that indicates whether a JPEG is one that is decoded: raw data are coded without loss.
  private static func isPreview(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
    let header = bytes.withUnsafeBytes { JPEGHeader($0) }
    return header.frame.map { [0xC0, 0xC1, 0xC2].contains($0) } ?? false && header.precision == 8
  }
}
