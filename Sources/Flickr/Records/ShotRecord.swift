/// The settings with which a photo was taken, as its camera wrote them (EXIF).
public struct ShotRecord: Hashable, Codable, Sendable {
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

  /// Returns the name of a camera: the model with its maker, unless it names that itself.
  public static func camera(make: String?, model: String?) -> String? {
    guard let model else { return make }
    guard let make, let first = make.split(separator: " ").first,
      !model.lowercased().hasPrefix(first.lowercased())
    else { return model }
    return "\(make) \(model)"
  }
}
