public import PictureBasics

/// The chunks of a WebP file that contain facts (RFC 9649).
public enum WebPChunks {
  private static let exif = Array("Exif\0\0".utf8)

  /// The most chunks that are looked at; an animation has one for each frame.
  public static let mostChunks = 10_000
  /// The bytes of a chunk that have the extent.
  private static let extentSize = 10

  /// Returns the parts with facts, those after the pixels too.
  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts()
    guard RIFFChunks(webP: file.head) != nil else { return parts }
    var position = 12
    for _ in 0..<mostChunks {
      guard let header = file.data(at: position, count: 8) else { break }
      let length = header.suffix(4).littleEndianValue
      func data(atMost count: Int) -> ArraySlice<UInt8> {
        file.data(at: position + 8, atMost: min(count, length)) ?? []
      }
      switch String(decoding: header.prefix(4), as: UTF8.self) {
      case "VP8X": parts.size = canvas(of: data(atMost: extentSize))
      case "VP8 ": parts.size = parts.size ?? lossySize(data(atMost: extentSize))
      case "VP8L": parts.size = parts.size ?? losslessSize(data(atMost: extentSize))
      case "EXIF": parts.exif = parts.exif ?? tiff(of: data(atMost: FileParts.largest))
      case "XMP ": parts.xmp = parts.xmp ?? data(atMost: FileParts.largest)
      default: break
      }
      // Chunks begin at even distances.
      position += 8 + length + length % 2
    }
    return parts
  }

  /// Returns the TIFF structure in a chunk of EXIF; some programs write the mark of JPEG before it.
  public static func tiff(of data: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    data.starts(with: exif) ? data.dropFirst(exif.count) : data
  }

  /// Returns the extent in a chunk of the kind `VP8X`: flags, and two times three bytes, each one less than the extent.
  public static func canvas(of data: ArraySlice<UInt8>) -> PixelSize? {
    guard data.count >= 10 else { return nil }
    return PixelSize(
      width: data.dropFirst(4).prefix(3).littleEndianValue + 1,
      height: data.dropFirst(7).prefix(3).littleEndianValue + 1)
  }

  /// Returns the extent of a key frame (RFC 6386, section 9.1); two bits of each side are a scale that is not used.
  private static func lossySize(_ data: ArraySlice<UInt8>) -> PixelSize? {
    guard data.count >= 10, data.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]) else { return nil }
    return PixelSize(
      width: data.dropFirst(6).prefix(2).littleEndianValue & 0x3FFF,
      height: data.dropFirst(8).prefix(2).littleEndianValue & 0x3FFF)
  }

  /// Returns the extent of a lossless picture: 14 bits each, one less than the extent (RFC 9649, section 3.4).
  private static func losslessSize(_ data: ArraySlice<UInt8>) -> PixelSize? {
    guard data.count >= 5, data.first == 0x2F else { return nil }
    let bits = data.dropFirst().prefix(4).littleEndianValue
    return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
