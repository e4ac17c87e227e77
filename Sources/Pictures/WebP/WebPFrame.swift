import PhotoMetadata
import PictureBasics

/// The first frame of an animated WebP picture and its place on the canvas (RFC 9649, section 2.7.1.2).
struct WebPFrame {
  let canvas: PixelSize
  /// The chunks of the frame's picture.
  let data: ArraySlice<UInt8>
  private let left: Int
  private let top: Int

  /// Reads the first frame of a file; `nil` if it is no animation.
  init?(in parts: WebPParts) {
    let headerLength = 16
    guard let canvas = parts.canvas, let frame = parts.frame, frame.count > headerLength else { return nil }
    self.canvas = canvas
    data = frame.dropFirst(headerLength)
    // Offsets are stored in units of two pixels.
    left = 2 * frame.prefix(3).littleEndianValue
    top = 2 * frame.dropFirst(3).prefix(3).littleEndianValue
  }

  /// Returns a Boolean value that indicates whether a picture of `size` fills the canvas.
  func fillsCanvas(_ size: PixelSize) -> Bool { left == 0 && top == 0 && size == canvas }

  /// Returns the canvas with the picture in its place, transparent elsewhere; what lies outside is cut off.
  func placed(_ size: PixelSize, _ pixels: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 4 * canvas.area)
    let width = min(size.width, canvas.width - left)
    guard width > 0 else { return result }
    for y in 0..<max(0, min(size.height, canvas.height - top)) {
      let (source, target) = (4 * y * size.width, 4 * ((top + y) * canvas.width + left))
      result.replaceSubrange(target..<(target + 4 * width), with: pixels[source..<(source + 4 * width)])
    }
    return result
  }
}
