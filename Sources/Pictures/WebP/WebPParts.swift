import PhotoMetadata
import PictureBasics

/// The parts of a WebP file that decoding needs beside the pixels; the first of each kind counts.
struct WebPParts {
  /// The extent of the canvas; `nil` for a file of a single chunk, which has none.
  private(set) var canvas: PixelSize?
  /// The color profile.
  private(set) var profile: ColorProfile?
  /// The contents of the first frame of an animation.
  private(set) var frame: ArraySlice<UInt8>?
  /// The orientation by EXIF.
  private(set) var orientation: Orientation = .upright
  /// A Boolean value that indicates whether the file has more chunks than are looked at.
  private(set) var isCut = false

  /// Reads the chunks of a file.
  init(_ bytes: [UInt8]) {
    var exif: ArraySlice<UInt8>?
    var profile: ArraySlice<UInt8>?
    var count = 0
    for chunk in RIFFChunks(webP: bytes) ?? RIFFChunks([]) {
      // A chunk may be empty, so that a file of some megabytes can have a million.
      guard count < WebPChunks.mostChunks else {
        isCut = true
        break
      }
      count += 1
      switch chunk.kind {
      case "VP8X": canvas = canvas ?? WebPChunks.canvas(of: chunk.data)
      case "ANMF": frame = frame ?? chunk.data
      case "ICCP": profile = profile ?? chunk.data
      case "EXIF": exif = exif ?? chunk.data
      default: break
      }
    }
    orientation = exif.flatMap { EXIF(tiff: WebPChunks.tiff(of: $0)) }?.orientation ?? .upright
    self.profile = profile.map { ColorProfile(bytes: Array($0), channels: .color) }
  }
}
