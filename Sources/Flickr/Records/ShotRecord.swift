/// The settings with which a photo was taken, as its camera wrote them (EXIF).
public struct ShotRecord: Hashable, Sendable {
  /// The camera, with its maker.
  public var camera: String?
  /// The lens.
  public var lens: String?
  /// The exposure time in seconds, as a text such as `1/250`.
  public var exposure: String?
  /// The f-number.
  public var aperture: Double?
  /// The sensitivity.
  public var iso: Int?
  /// The focal length in millimeters.
  public var focalLength: Double?

  /// Creates a record without values.
  public init() {}
}
