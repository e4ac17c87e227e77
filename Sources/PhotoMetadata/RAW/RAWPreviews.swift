/// The places of the previews in a raw file: JPEGs that the camera has developed.
///
/// They are found without a library: LibRaw 0.20.2 writes beyond its memory for some damaged files (`LibRaw::unpack_thumb`).
enum RAWPreviews {
  /// Returns the places of what may be previews, the largest first.
  static func places(in file: FileParts) -> [Range<Int>] {
    let places =
      switch RAWParts.Container(head: file.head) {
      case .boxes: CR3Boxes.previews(in: file)
      case .fujifilm: RAFHeader.preview(in: file)
      case .tiff: RAWDirectories.previews(in: file)
      }
    return places.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// Returns the range of a part; `nil` for one that is impossible.
  static func range(_ offset: Int?, _ count: Int?) -> Range<Int>? {
    guard let offset, let count, offset >= 0, count > 0, offset <= .max - count else { return nil }
    return offset..<(offset + count)
  }
}
