/// The limits on the cost of an animation.
///
/// Frames beyond them are left out: the animation then begins again with the first.
public struct AnimationLimits: Hashable, Sendable {
  /// The largest number of frames.
  public var frames: Int
  /// The largest number of bytes for the pixels of all frames.
  public var memory: Int
  /// The limits on each frame.
  public var decoding: DecodingLimits

  /// Creates limits.
  public init(frames: Int, memory: Int, decoding: DecodingLimits) {
    (self.frames, self.memory, self.decoding) = (frames, memory, decoding)
  }

  /// The limits of a viewer.
  public static let standard = AnimationLimits(frames: 120, memory: 64 << 20, decoding: .standard)
}
