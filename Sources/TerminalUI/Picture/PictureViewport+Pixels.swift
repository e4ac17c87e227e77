extension PictureViewport {
  /// An extent in pixels.
  public struct Extent: Hashable, Sendable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Creates an extent; negative lengths become 0.
    public init(width: Int, height: Int) {
      self.width = max(0, width)
      self.height = max(0, height)
    }
  }

  /// A rectangle of a picture's pixels.
  public struct Part: Hashable, Sendable {
    /// The leftmost column of pixels, from 0.
    public var x: Int
    /// The topmost row of pixels, from 0.
    public var y: Int
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int
  }
}
