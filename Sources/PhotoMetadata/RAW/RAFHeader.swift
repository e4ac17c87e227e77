import PictureBasics

/// The header of a raw file of Fujifilm: the place of the preview, a JPEG with all facts, and that of a table with the extent.
///
/// The format is not published; this follows dcraw's `parse_fuji` and ExifTool's `FujiFilm.pm`.
enum RAFHeader {
  static let signature = Array("FUJIFILMCCD-RAW".utf8)
  /// The most of the table that is read.
  private static let largestTable = 256 << 10
  private static let mostEntries = 255

  static func parts(of file: FileParts) -> MetadataParts {
    let header = file.head.dropFirst(84).prefix(16)
    guard header.count == 16 else { return MetadataParts() }
    func number(_ index: Int) -> Int { header.dropFirst(4 * index).prefix(4).bigEndianValue }
    var parts = JPEGSegments.parts(of: file, at: number(0))
    if let table = file.data(at: number(2), count: min(number(3), largestTable)), let size = size(table) {
      parts.size = size
    }
    return parts
  }

  /// Returns the place of the preview.
  static func preview(in file: FileParts) -> [Range<Int>] {
    let header = file.head.dropFirst(84).prefix(8)
    guard header.count == 8 else { return [] }
    let range = RAWPreviews.range(header.prefix(4).bigEndianValue, header.dropFirst(4).bigEndianValue)
    return range.map { [$0] } ?? []
  }

  /// Returns the extent of the picture without its borders: a count, and entries of a tag, a size and data.
  private static func size(_ table: ArraySlice<UInt8>) -> PixelSize? {
    var reader = ByteReader(table)
    guard let count = reader.consume(4) else { return nil }
    for _ in 0..<min(count, mostEntries) {
      guard let tag = reader.consume(2), let length = reader.consume(2) else { return nil }
      guard tag == 0x0111, length == 4 else {
        reader.skip(length)
        continue
      }
      guard let height = reader.consume(2), let width = reader.consume(2), width > 0, height > 0 else {
        return nil
      }
      return PixelSize(width: width, height: height)
    }
    return nil
  }
}
