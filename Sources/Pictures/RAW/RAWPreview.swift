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
  /// The beginnings of a JPEG in which the frame is looked for; before it are tables and metadata, mostly little.
  private static let startSizes = [64 << 10, 1 << 20]

  /// Returns the preview of a file, as a JPEG that stands upright by the orientation of the raw file, with a color profile if
  /// EXIF names Adobe RGB.
  ///
  /// Only the parts of the file that are needed are read. The call blocks on the disk.
  ///
  /// - Throws: A ``RAWPreviewError``, or the error of the system.
  public static func file(path: String) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    let head = [UInt8](try file.read(upToCount: headSize) ?? Data())
    return try self.file(head: head) { offset, count in
      guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return [] }
      return [UInt8]((try? file.read(upToCount: count)) ?? Data())
    }
  }

  /// Returns the preview of a file in memory.
  static func file(of bytes: [UInt8]) throws(RAWPreviewError) -> [UInt8] {
    try file(head: bytes) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
  }

  /// Returns the preview of a file of which parts are loaded.
  ///
  /// - Parameters:
  ///   - head: The beginning of the file.
  ///   - load: Loads bytes at an offset, fewer at the end of the file.
  static func file(
    head: [UInt8], load: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
  ) throws(RAWPreviewError) -> [UInt8] {
    for place in RAWParts.previews(head: head, load: load) where place.count <= largest {
      guard let header = header(at: place, load) else { continue }
      var bytes = load(place.lowerBound, place.count)
      let isAdobeRGB = header.isAdobeRGB || RAWParts.isAdobeRGB(head: head)
      if isAdobeRGB, header.profile.profile == nil {
        bytes = ProfileSegments.inserted(.adobeRGB, inJPEG: bytes)
      }
      // The preview may have an orientation of its own.
      let orientation = Orientation(exif: RAWParts.orientation(head: head))
      return orientation.map { EXIF.replaced(inJPEG: bytes, by: $0) } ?? bytes
    }
    throw .noPreview
  }

  /// Returns the header of a JPEG up to its frame; `nil` if it is none that is decoded: raw data are coded without loss.
  ///
  /// Only the beginning is loaded, because the raw data are often the largest JPEG in the file.
  private static func header(at place: Range<Int>, _ load: (Int, Int) -> [UInt8]) -> JPEGHeader? {
    for size in startSizes {
      let start = load(place.lowerBound, min(place.count, size))
      guard start.starts(with: [0xFF, 0xD8]) else { return nil }
      let header = start.withUnsafeBytes { JPEGHeader($0) }
      guard let frame = header.frame else { continue }
      return [0xC0, 0xC1, 0xC2].contains(frame) && header.precision == 8 ? header : nil
    }
    return nil
  }
}
