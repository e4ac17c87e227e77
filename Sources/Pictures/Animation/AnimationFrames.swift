import PictureBasics

/// Collects the frames of an animation up to its limits.
struct AnimationFrames {
  let limits: AnimationLimits
  private let box: PixelSize
  private var frames: [PictureAnimation.Frame] = []
  private var bytes = 0
  private var work = 0

  init(box: PixelSize, limits: AnimationLimits) { (self.box, self.limits) = (box, limits) }

  /// Returns a Boolean value that indicates whether another frame of a canvas may be decoded.
  func hasRoom(for canvas: PixelSize) -> Bool {
    !Task.isCancelled && frames.count < limits.frames && work <= 4 * limits.decoding.work
      && bytes + 4 * canvas.fitted(into: box).area <= limits.memory
  }

  /// Adds a frame, and makes it smaller if it does not fit into the box.
  ///
  /// - Parameters:
  ///   - pixels: The whole canvas with the frame.
  ///   - canvas: The extent of the canvas.
  ///   - decoded: The extent of the rectangle that was decoded, which may exceed the canvas.
  ///   - milliseconds: The time for which the frame is shown.
  mutating func add(_ pixels: [UInt8], _ canvas: PixelSize, decoded: PixelSize, milliseconds: Int) {
    let whole = Bitmap(size: canvas, pixels: pixels)
    let target = canvas.fitted(into: box)
    let bitmap = target == canvas ? whole : whole.resized(to: target)
    frames.append(.init(bitmap: bitmap, delay: PictureAnimation.delay(milliseconds: milliseconds)))
    bytes += bitmap.pixels.count
    work += max(canvas.area, decoded.area)
  }

  /// Returns the animation; `nil` for fewer than two frames.
  func animation(plays: Int?) -> PictureAnimation? { PictureAnimation(frames, plays: plays) }
}
