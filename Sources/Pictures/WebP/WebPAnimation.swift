internal import CWebP
import PictureBasics

/// Decodes the frames of a WebP animation with libwebpdemux, which composes the canvas.
///
/// Without that library, which few systems lack that show web pages, the first frame is a still picture.
struct WebPAnimation {
  /// The bitmaps in memory: two canvases and a frame of the decoder, the copy of a canvas, and the one from which a smaller one is
  /// made.
  private static let copies = 5

  private let bytes: [UInt8]
  private var frames: AnimationFrames
  private let library: WebPAnimationFunctions?

  /// The library of this system; `nil` if it cannot be loaded.
  static let functions: WebPAnimationFunctions? = load("libwebpdemux.so.2")

  static func load(_ file: String) -> WebPAnimationFunctions? {
    SystemLibrary.functions(of: file, by: proofsheet_webp_load_animation)
  }

  init(
    _ bytes: [UInt8], _ frames: AnimationFrames, library: WebPAnimationFunctions? = WebPAnimation.functions
  ) {
    (self.bytes, self.frames, self.library) = (bytes, frames, library)
  }

  /// Returns the animation; `nil` for fewer than two frames.
  ///
  /// A file that is broken has the frames before that.
  consuming func decode() -> PictureAnimation? {
    let parts = WebPParts(bytes)
    // Programs that write animations turn their frames. The library allocates memory for each chunk.
    guard let library, !parts.isCut, parts.orientation == .upright, let canvas = parts.canvas,
      (try? frames.limits.decoding.check(canvas, copies: Self.copies, rowWork: canvas.width)) != nil
    else {
      return nil
    }
    let transform = parts.profile.flatMap(ColorTransform.transform)
    let bytes = bytes
    return bytes.withUnsafeBufferPointer { file in
      var options = proofsheet_webp_animation_options()
      guard library.prepare(&options, proofsheet_webp_animation_interface) != 0 else { return nil }
      options.mode = Int32(proofsheet_webp_rgba)
      var data = proofsheet_webp_data(bytes: file.baseAddress, count: file.count)
      guard let decoder = library.start(&data, &options, proofsheet_webp_animation_interface) else {
        return nil
      }
      defer { library.end(decoder) }
      return read(decoder, canvas, transform, library)
    }
  }

  private mutating func read(
    _ decoder: UnsafeMutableRawPointer, _ canvas: PixelSize, _ transform: ColorTransform?,
    _ library: WebPAnimationFunctions
  ) -> PictureAnimation? {
    var info = proofsheet_webp_animation_info()
    guard library.info(decoder, &info) != 0, info.frames > 1,
      canvas == PixelSize(width: Int(info.width), height: Int(info.height))
    else { return nil }
    var (end, count): (Int32, UInt32) = (0, 0)
    while count < info.frames, frames.hasRoom(for: canvas) {
      var pixels: UnsafeMutablePointer<UInt8>?
      let start = end
      guard library.next(decoder, &pixels, &end) != 0, let pixels else { break }
      count += 1
      var copy = Array(UnsafeBufferPointer(start: pixels, count: 4 * canvas.area))
      transform?.convert(&copy)
      frames.add(copy, canvas, decoded: canvas, milliseconds: Int(end) - Int(start))
    }
    return frames.animation(plays: info.plays == 0 ? nil : Int(info.plays))
  }
}
