public import Foundation
public import ObjectGraph

/// The settings with which a photo was taken, as its camera wrote them; all are untrusted text.
///
/// A photo without one was not asked about; one without values hides them, or has none.
public final class Shot: ManagedObject {
  /// The camera, with its maker.
  @Attribute(Shot.camera) public internal(set) var camera: String?
  /// The lens.
  @Attribute(Shot.lens) public internal(set) var lens: String?
  /// The exposure time in seconds, such as `1/250`.
  @Attribute(Shot.exposure) public internal(set) var exposure: String?
  /// The f-number.
  @Attribute(Shot.aperture) public internal(set) var aperture: Double?
  /// The sensitivity.
  @Attribute(Shot.iso) public internal(set) var iso: Int?
  /// The focal length in millimeters.
  @Attribute(Shot.focalLength) public internal(set) var focalLength: Double?
  /// The date at which the settings were fetched.
  @Attribute(Shot.fetchedAt) public internal(set) var fetchedAt: Date?
  /// The photo.
  @ToOne(Shot.photo) public internal(set) var photo: Photo?
}

/// The names and types, for the model, the accessors and requests.
extension Shot {
  static let camera = Property<Shot, String?>("camera")
  static let lens = Property<Shot, String?>("lens")
  static let exposure = Property<Shot, String?>("exposure")
  static let aperture = Property<Shot, Double?>("aperture")
  static let iso = Property<Shot, Int?>("iso")
  static let focalLength = Property<Shot, Double?>("focalLength")
  static let fetchedAt = Property<Shot, Date?>("fetchedAt")
  static let photo = ToOneProperty<Shot, Photo>("photo")
}
