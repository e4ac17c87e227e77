/// The marks of a photo by which photographers choose: flag, stars and color label.
public struct PhotoMarks: Hashable, Codable, Sendable {
  /// The numbers of stars that a photo can have.
  public static let starRange = 0...5

  /// The decision.
  public var flag: PhotoFlag
  /// The rating: 0 to 5 stars.
  public var stars: Int
  /// The color label.
  public var label: ColorLabel

  /// Creates marks.
  ///
  /// - Precondition: `stars` is in ``starRange``.
  public init(flag: PhotoFlag = .none, stars: Int = 0, label: ColorLabel = .none) {
    precondition(Self.starRange.contains(stars), "a photo has 0 to 5 stars")
    (self.flag, self.stars, self.label) = (flag, stars, label)
  }

  /// Creates marks of stored numbers; those that have no meaning count as no mark.
  init(flag: Int, stars: Int, label: Int) {
    self.init(
      flag: PhotoFlag(rawValue: flag) ?? .none, stars: Self.starRange.contains(stars) ? stars : 0,
      label: ColorLabel(rawValue: label) ?? .none)
  }

  /// A Boolean value that indicates whether the photo has no mark.
  public var isEmpty: Bool { self == PhotoMarks() }
}
