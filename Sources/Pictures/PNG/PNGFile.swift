import PhotoMetadata

/// The bytes of a PNG, as its decoder can read them (W3C, Portable Network Graphics, third edition).
struct PNGFile {
  /// The bytes.
  private(set) var bytes: [UInt8]
  /// The number of bytes that are in memory beside those of the file itself.
  private(set) var copied = 0

  /// Creates a file of the bytes of a PNG; the chunk in which they end early says that it is only as long as what is there of it.
  ///
  /// The decoder reads no chunk that does not end, and would so lose all rows of a picture with a single one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for chunk in PNGChunks(bytes) where chunk.end > bytes.count {
      copied = bytes.count
      let room = bytes.count - chunk.start - PNGChunks.frame
      for index in 0..<4 {
        self.bytes[chunk.start + index] = UInt8(truncatingIfNeeded: room >> (24 - 8 * index))
      }
    }
  }

  /// The orientation by EXIF; upright if the file says nothing of it.
  var orientation: Orientation { Orientation(exif: PNGParts.orientation(of: bytes)) ?? .upright }

  /// Returns the file without the chunks of some kinds.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func without(_ kinds: Set<String>) -> PNGFile {
    guard !kinds.isEmpty else { return self }
    var kept = PNGFile([])
    kept.bytes.reserveCapacity(bytes.count)
    kept.bytes += bytes.prefix(PNGChunks.signature.count)
    var end = kept.bytes.count
    for chunk in PNGChunks(bytes) {
      end = min(chunk.end, bytes.count)
      if !kinds.contains(chunk.kind) { kept.bytes += bytes[chunk.start..<end] }
    }
    kept.bytes += bytes[end...]
    kept.copied = copied + bytes.count
    return kept
  }
}
