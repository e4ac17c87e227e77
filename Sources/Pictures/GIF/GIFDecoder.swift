internal import CGIF
import PictureBasics

/// Decodes the first frame of a GIF with giflib, in its place on the canvas.
///
/// Frames are read row by row: `DGifSlurp` would keep all frames of the file in memory.
struct GIFDecoder {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let library: GIFFunctions?

  init(_ bytes: [UInt8], limits: DecodingLimits, library: GIFFunctions? = GIFLibrary.functions) {
    self.bytes = bytes
    self.limits = limits
    self.library = library
  }

  func decode() throws(PictureError) -> DecodedPicture {
    guard let library else { throw .missingLibrary(.gif, package: GIFLibrary.package) }
    return try bytes.withUnsafeBufferPointer { file throws(PictureError) in
      var input = proofsheet_gif_input(bytes: file.baseAddress, count: file.count, position: 0)
      return try withUnsafeMutablePointer(to: &input) { input throws(PictureError) in
        var library = library
        guard let gif = proofsheet_gif_open(&library, input) else { throw Self.noFrame }
        defer { _ = library.close(gif, nil) }
        return try decode(gif, library)
      }
    }
  }

  private static let noFrame = PictureError.damaged(.gif, "it ends before the picture begins")

  /// Decodes the first frame; the records before it may say which of its colors is transparent.
  private func decode(
    _ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions
  ) throws(PictureError) -> DecodedPicture {
    var control = GIFFrame.Control()
    while true {
      var record: Int32 = 0
      guard library.record(gif, &record) != 0 else { throw Self.noFrame }
      switch Int(record) {
      case proofsheet_gif_extension_record:
        guard GIFFrame.readExtension(gif, library, &control) else { throw Self.noFrame }
      case proofsheet_gif_frame_record:
        guard library.frame(gif) != 0, let frame = GIFFrame(gif, library) else { throw Self.noFrame }
        return try decode(frame, control)
      default: throw Self.noFrame
      }
    }
  }

  private func decode(
    _ frame: GIFFrame, _ control: GIFFrame.Control
  ) throws(PictureError) -> DecodedPicture {
    let canvas = frame.canvas
    for size in [canvas, frame.rect.size] { try limits.check(size, copies: 1, rowWork: size.width) }
    var pixels = [UInt8](repeating: 0, count: 4 * canvas.area)
    let count = frame.draw(on: &pixels, canvas, clearIndex: control.clearIndex)
    guard count > frame.rect.height / 8 || count == frame.rect.height else { throw Self.noFrame }
    return DecodedPicture(
      bitmap: Bitmap(size: canvas, pixels: pixels), fullSize: canvas, format: .gif,
      isTruncated: count < frame.rect.height)
  }
}
