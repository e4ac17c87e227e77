/// The rule by which two looks are those of one picture.
///
/// Gradients alone do not suffice at any distance: those of two different pictures of the sample roll differ in only 3 steps of 64.
/// So light, color and shape are always compared as well. The limits are a little above the largest differences between pictures
/// of the sample roll and their scaled, compressed, cropped, brighter, darker and gray copies (8, 8, 20 and 7). A copy differs
/// in one way more than in the others: the differences of gradients, layout and color of those make at most 14 together, and
/// those of two pictures that have nothing to do with each other are all near their limits (`make bench BENCH=looks`).
public enum LookLikeness {
  /// The largest distance of gradients.
  public static let largestDistance = 8

  /// The largest sum of the distances of gradients, layout and color.
  private static let largestSum = 20

  /// Returns a Boolean value that indicates whether two looks are those of one picture, or of nearly the same.
  public static func areNear(_ one: PictureLook, _ other: PictureLook) -> Bool {
    let gradient = one.gradientDistance(to: other)
    return gradient <= largestDistance && agree(one, other, gradient)
  }

  /// Compares layout, mean luma and shape, which tolerate a change of exposure, and the loss of all color.
  private static func agree(_ one: PictureLook, _ other: PictureLook, _ gradient: Int) -> Bool {
    guard abs(Int(one.luma) - Int(other.luma)) <= 24, abs(Int(one.shape) - Int(other.shape)) <= 4 else {
      return false
    }
    let light = one.layout.lumaDistance(to: other.layout)
    let color = one.isGray || other.isGray ? 0 : one.layout.colorDistance(to: other.layout)
    return light <= 9 && color <= 12 && gradient + light + color <= largestSum
  }
}
