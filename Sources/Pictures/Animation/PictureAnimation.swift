/// The frames of an animated picture.
public struct PictureAnimation: Hashable, Sendable {
  /// A frame.
  public struct Frame: Hashable, Sendable {
    /// The whole canvas as it is seen.
    public let bitmap: Bitmap
    /// The time for which it is seen.
    public let delay: Duration
  }

  /// The frames, at least two.
  public private(set) var frames: [Frame]
  /// The number of times that the frames are played; `nil` for without an end.
  public let plays: Int?

  /// Creates an animation; `nil` for fewer than two frames.
  init?(_ frames: [Frame], plays: Int?) {
    guard frames.count > 1 else { return nil }
    (self.frames, self.plays) = (frames, plays)
  }

  /// Returns the animation after some quarter turns clockwise.
  public func turned(quarters: Int) -> PictureAnimation {
    guard quarters & 3 != 0 else { return self }
    var turned = self
    turned.frames = frames.map {
      Frame(bitmap: $0.bitmap.turned(quarters: quarters), delay: $0.delay)
    }
    return turned
  }

  /// Returns the time for which a frame is seen: that of the file, or a tenth of a second if it is at most 10 ms.
  ///
  /// Browsers do the same, because early programs wrote 0 and 10 ms and showed something slower.
  static func delay(milliseconds: Int) -> Duration {
    .milliseconds(milliseconds > 10 ? min(milliseconds, 60_000) : 100)
  }
}
