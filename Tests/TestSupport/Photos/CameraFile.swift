/// A JPEG file as a camera and other programs write it, with metadata of several kinds.
public struct CameraFile: Sendable {
  /// The values of EXIF by tag; those of the camera's own directory, and of the place, have tags of theirs.
  public var exif: [Int: Value] = [:]
  /// The entries of EXIF's own directory.
  public var details: [Int: Value] = [:]
  /// The entries of the directory of the place.
  public var place: [Int: Value] = [:]
  /// The text of the XMP packet.
  public var xmp: String?
  /// The datasets of IPTC's second record.
  public var iptc: [(dataset: UInt8, text: String)] = []
  /// The width and height in pixels.
  public var size = (width: 6_000, height: 4_000)
  /// A Boolean value that indicates whether numbers have their low byte first.
  public var isLittleEndian = true
  /// A text that makes the contents differ from those of other files.
  public var comment = ""
  /// A whole JPEG into which the metadata is put; empty for a file without pixels.
  public var base: [UInt8] = []

  /// The value of an entry.
  public enum Value: Sendable {
    case text(String)
    case short(Int)
    case long(Int)
    case rationals([(Int, Int)])
    case bytes([UInt8])
  }

  /// Creates a file without metadata.
  public init() {}

  /// Creates a file with the metadata that cameras write.
  public init(taken: String, artist: String? = nil, orientation: Int = 1, comment: String = "") {
    exif = [0x010F: .text("FUJIFILM"), 0x0110: .text("X-T5"), 0x0112: .short(orientation)]
    if let artist { exif[0x013B] = .text(artist) }
    details = [
      0x9003: .text(taken), 0x829A: .rationals([(1, 250)]), 0x829D: .rationals([(28, 10)]),
      0x8827: .short(400),
      0x920A: .rationals([(35, 1)]), 0xA434: .text("XF35mmF2"),
    ]
    self.comment = comment
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var segments: [UInt8] = []
    if !exif.isEmpty || !details.isEmpty || !place.isEmpty {
      segments += segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    }
    if let xmp { segments += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
    if !iptc.isEmpty { segments += segment(0xED, Array("Photoshop 3.0\0".utf8) + resources) }
    if !comment.isEmpty { segments += segment(0xFE, Array(comment.utf8)) }
    if base.isEmpty { return [0xFF, 0xD8] + segments + frame + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9] }
    return Array(base.prefix(2)) + segments + base.dropFirst(2)
  }

  private func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }

  private var frame: [UInt8] {
    let sides = [size.height >> 8, size.height & 0xFF, size.width >> 8, size.width & 0xFF].map { UInt8($0) }
    return segment(0xC0, [8] + sides + [1, 1, 0x11, 0])
  }

  // MARK: IPTC

  private var resources: [UInt8] {
    let records = iptc.flatMap { entry -> [UInt8] in
      let text = Array(entry.text.utf8)
      return [0x1C, 2, entry.dataset, UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text
    }
    // A resource of another kind comes before, whose name and data have odd lengths.
    let other = Array("8BIM".utf8) + [0x03, 0xED, 2, 65, 66, 0, 0, 0, 0, 3, 1, 2, 3, 0]
    return other + Array("8BIM".utf8) + [
      0x04, 0x04, 0, 0, 0, 0, UInt8(records.count >> 8), UInt8(records.count & 0xFF),
    ]
      + records
  }

  // MARK: EXIF

  /// The TIFF structure of EXIF.
  public var tiff: [UInt8] {
    var main = exif
    // The directories follow each other; their sizes are known before their offsets.
    let start = 8
    if !details.isEmpty { main[0x8769] = .long(0) }
    if !place.isEmpty { main[0x8825] = .long(0) }
    let detailsStart = start + size(of: main)
    let placeStart = detailsStart + (details.isEmpty ? 0 : size(of: details))
    if !details.isEmpty { main[0x8769] = .long(detailsStart) }
    if !place.isEmpty { main[0x8825] = .long(placeStart) }
    var bytes = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(start, 4)
    bytes += directory(main, at: start)
    if !details.isEmpty { bytes += directory(details, at: detailsStart) }
    if !place.isEmpty { bytes += directory(place, at: placeStart) }
    return bytes
  }

  private func size(of entries: [Int: Value]) -> Int { directory(entries, at: 0).count }

  private func directory(_ entries: [Int: Value], at offset: Int) -> [UInt8] {
    var head = number(entries.count, 2)
    var tail: [UInt8] = []
    let dataStart = offset + 2 + 12 * entries.count + 4
    for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
      let (type, count, data) = encoded(value)
      head += number(tag, 2) + number(type, 2) + number(count, 4)
      if data.count <= 4 {
        head += data + [UInt8](repeating: 0, count: 4 - data.count)
      } else {
        head += number(dataStart + tail.count, 4)
        tail += data
      }
    }
    return head + number(0, 4) + tail
  }

  private func encoded(_ value: Value) -> (type: Int, count: Int, data: [UInt8]) {
    switch value {
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .short(let value): (3, 1, number(value, 2))
    case .long(let value): (4, 1, number(value, 4))
    case .rationals(let values): (5, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .bytes(let bytes): (1, bytes.count, bytes)
    }
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }
}
