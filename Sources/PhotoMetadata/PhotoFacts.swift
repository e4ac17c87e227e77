public import PictureBasics

/// The facts that a photo file and its sidecar contain about the photo.
///
/// The texts come from cameras and other programs: they are untrusted, and not made safe for a terminal.
public struct PhotoFacts: Hashable, Sendable {
  /// The size of the stored pixels, before ``orientation`` is applied.
  public var storedSize: PixelSize?
  /// The orientation by EXIF, 1 to 8; 1 is upright.
  public var orientation = 1
  /// The title.
  public var title: String?
  /// The description.
  public var caption: String?
  /// The name of the photographer.
  public var artist: String?
  /// The note about the rights.
  public var copyright: String?
  /// The keywords, in the order of the file.
  public var keywords: [String] = []
  /// The date taken as `YYYY-MM-DD HH:MM:SS` in the local time of the camera.
  public var taken: String?
  /// The local time of the last change of the file, by its EXIF: scanners write no other date, and each program that saves the file
  /// writes another one.
  public var changed: String?
  /// The latitude in degrees north; `nil` together with `longitude`.
  public var latitude: Double?
  /// The longitude in degrees east.
  public var longitude: Double?
  /// The maker of the camera.
  public var make: String?
  /// The model of the camera.
  public var model: String?
  /// The lens.
  public var lens: String?
  /// The exposure time in seconds.
  public var exposure: Double?
  /// The f-number.
  public var aperture: Double?
  /// The sensitivity.
  public var iso: Int?
  /// The focal length in millimeters.
  public var focalLength: Double?
  /// The rating: 0 to 5, or -1 for a rejected photo.
  public var rating: Int?
  /// The decision about the photo: 1 for a picked one, -1 for a rejected one, 0 for none.
  public var flag: Int?
  /// The color label, as the program that set it names it.
  public var label: String?

  /// Creates facts of a file about which nothing is known.
  public init() {}

  /// The size of the upright picture.
  public var size: PixelSize? { orientation > 4 ? storedSize?.transposed : storedSize }

  /// Sets the place; not the one at 0° north and 0° east, which cameras without a fix write, and programs copy.
  mutating func setPlace(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Replaces facts by those that are known in `other`.
  mutating func override(with other: PhotoFacts) {
    storedSize = other.storedSize ?? storedSize
    if other.orientation != 1 { orientation = other.orientation }
    title = other.title ?? title
    caption = other.caption ?? caption
    artist = other.artist ?? artist
    copyright = other.copyright ?? copyright
    if !other.keywords.isEmpty { keywords = other.keywords }
    taken = other.taken ?? taken
    if other.latitude != nil { (latitude, longitude) = (other.latitude, other.longitude) }
    make = other.make ?? make
    model = other.model ?? model
    lens = other.lens ?? lens
    exposure = other.exposure ?? exposure
    aperture = other.aperture ?? aperture
    iso = other.iso ?? iso
    focalLength = other.focalLength ?? focalLength
    rating = other.rating ?? rating
    flag = other.flag ?? flag
    label = other.label ?? label
  }
}
