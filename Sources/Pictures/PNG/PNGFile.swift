/// The bytes of a PNG, as its decoder can read them (W3C, Portable Network Graphics, third edition).
struct PNGFile {
  /// The bytes.
  private(set) var bytes: [UInt8]

  /// Creates a file of the bytes of a PNG; the chunk in which they end early says that it is only as long as what is there of it.
  ///
  /// The decoder reads no chunk that does not end, and would so lose all rows of a picture with a single one.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for chunk in Chunks(bytes) where chunk.end > bytes.count {
      let room = bytes.count - chunk.start - Chunks.frame
      for index in 0..<4 {
        self.bytes[chunk.start + index] = UInt8(truncatingIfNeeded: room >> (24 - 8 * index))
      }
    }
  }

  /// The orientation by EXIF; upright if the file says nothing of it.
  var orientation: Orientation {
    let exif = Chunks(bytes).first { $0.kind == "eXIf" && $0.end <= bytes.count }
    return exif.flatMap { EXIF.orientation(ofTIFF: bytes[($0.start + 8)..<($0.end - 4)]) } ?? .upright
  }

  /// Returns the file without the chunks of some kinds.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func without(_ kinds: Set<String>) -> PNGFile {
    guard !kinds.isEmpty else { return self }
    var kept = PNGFile([])
    kept.bytes.reserveCapacity(bytes.count)
    kept.bytes += bytes.prefix(Chunks.signature)
    var end = kept.bytes.count
    for chunk in Chunks(bytes) {
      end = min(chunk.end, bytes.count)
      if !kinds.contains(chunk.kind) { kept.bytes += bytes[chunk.start..<end] }
    }
    kept.bytes += bytes[end...]
    return kept
  }

  /// The places of the chunks, one behind the other; the last one may end behind the file.
  private struct Chunks: Sequence, IteratorProtocol {
    static let signature = 8
    /// The bytes around the contents of a chunk: a length, a kind, and a checksum.
    static let frame = 12

    private let bytes: [UInt8]
    private var position = Self.signature

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (kind: String, start: Int, end: Int)? {
      guard position + Self.frame <= bytes.count else { return nil }
      let (start, kind) = (position, String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
      position += bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } + Self.frame
      return (kind, start, position)
    }
  }
}
