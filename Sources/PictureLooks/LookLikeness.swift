/// The rule by which two looks are those of one picture.
///
/// Gradients alone do not suffice at any distance: those of two different pictures of the sample roll differ in only 3 steps of 64.
/// So light, color and shape are always compared as well. The limits are a little above the largest differences between pictures
/// of the sample roll and their scaled, compressed, cropped, brighter, darker and gray copies (8, 8, 20 and 7), and leave one or
/// two pairs among 100,000 pictures that have nothing to do with each other (`make bench BENCH=looks`).
public enum LookLikeness {
  /// The largest distance of gradients.
  public static let largestDistance = 8

  /// Returns a Boolean value that indicates whether two looks are those of one picture, or of nearly the same.
  public static func areNear(_ one: PictureLook, _ other: PictureLook) -> Bool {
    one.gradientDistance(to: other) <= largestDistance && agree(one, other)
  }

  /// Compares layout, mean luma and shape, which tolerate a change of exposure, and the loss of all color.
  private static func agree(_ one: PictureLook, _ other: PictureLook) -> Bool {
    abs(Int(one.luma) - Int(other.luma)) <= 24 && abs(Int(one.shape) - Int(other.shape)) <= 4
      && one.layout.lumaDistance(to: other.layout) <= 9
      && (one.isGray || other.isGray || one.layout.colorDistance(to: other.layout) <= 12)
  }
}
