/// The format of a file, detected from its first bytes.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// JPEG (ITU-T T.81), which nearly all photos are.
  case jpeg = "JPEG"
  /// PNG.
  case png = "PNG"
  /// GIF.
  case gif = "GIF"
  /// WebP.
  case webp = "WebP"
  /// TIFF, and raw files of cameras that are built like it.
  case tiff = "TIFF"
  /// HEIC or HEIF.
  case heic = "HEIC"
  /// AVIF.
  case avif = "AVIF"
  /// A raw file of a camera that is not built like TIFF, or says that it is one.
  case raw = "RAW"
  /// JPEG XL.
  case jpegXL = "JPEG XL"
  /// JPEG 2000.
  case jpeg2000 = "JPEG 2000"
  /// Windows bitmap.
  case bmp = "BMP"
  /// SVG.
  case svg = "SVG"
  /// A film: MP4 or QuickTime.
  case film = "film"
  /// A web page, which servers send in place of a picture.
  case html = "HTML"
  /// PDF.
  case pdf = "PDF"
}

extension PictureFormat {
  /// Detects the format of a file by its first bytes; returns nil for other data.
  public init?(of bytes: [UInt8]) {
    guard let format = Self.signature(of: bytes) ?? Self.boxes(bytes) ?? Self.text(bytes) else { return nil }
    self = format
  }

  private static let signatures: [(bytes: [UInt8], format: PictureFormat)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    // Raw files of Olympus, Panasonic and Fujifilm; that of Canon follows.
    (Array("IIRO".utf8), .raw), (Array("IIRS".utf8), .raw), (Array("MMOR".utf8), .raw),
    (Array("IIU\0".utf8), .raw), (Array("FUJIFILMCCD-RAW".utf8), .raw),
    (Array("II*\0\u{10}\0\0\0CR".utf8), .raw),
    (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
    ([0xFF, 0x0A], .jpegXL), (Array("BM".utf8), .bmp), (Array("%PDF-".utf8), .pdf),
  ]

  private static func signature(of bytes: [UInt8]) -> PictureFormat? {
    if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.format }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? .webp : nil
  }

  /// Detects files of ISO base media boxes: a length, `ftyp`, and the brand that defines the rest.
  private static func boxes(_ bytes: [UInt8]) -> PictureFormat? {
    let kind = bytes.dropFirst(4).prefix(4)
    if kind.elementsEqual("JXL ".utf8) { return .jpegXL }
    if kind.elementsEqual("jP  ".utf8) { return .jpeg2000 }
    guard kind.elementsEqual("ftyp".utf8) else { return nil }
    return switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": .avif
    case "crx ": .raw
    case "heic", "heix", "hevc", "hevx", "heim", "heis": .heic
    case "mif1", "msf1": isCompatible(bytes, with: ["avif", "avis"]) ? .avif : .heic
    default: .film
    }
  }

  /// Returns a Boolean value that indicates whether `ftyp` lists one of these brands, four characters each.
  private static func isCompatible(_ bytes: [UInt8], with brands: Set<String>) -> Bool {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let list = Array(bytes.prefix(min(length, 256)).dropFirst(16))
    return stride(from: 0, to: list.count, by: 4).contains {
      brands.contains(String(decoding: list[$0..<min(list.count, $0 + 4)], as: UTF8.self))
    }
  }

  private static func text(_ bytes: [UInt8]) -> PictureFormat? {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let start = String(decoding: body.prefix(512), as: UTF8.self)
      .drop { $0.isWhitespace }.lowercased()
    guard start.hasPrefix("<") else { return nil }
    if start.contains("<svg") { return .svg }
    let marks = ["<!doctype html", "<html", "<head", "<body", "<title", "<script"]
    return marks.contains { start.contains($0) } ? .html : nil
  }
}
