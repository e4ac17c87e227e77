/// A property of photos that a query can ask for.
public enum PhotoFacet: String, CaseIterable, Sendable {
  /// The photographer: a part of the name.
  case by
  /// A tag.
  case tag
  /// The license: a name such as `by-sa`, or Flickr's number.
  case license
  /// The year in which the photo was taken, or a range of years.
  case year
  /// The month in which the photo was taken: `7`, or `2024-07`.
  case month
  /// The day on which the photo was taken, or a range: `2024-07-01`, `2024-07..2024-08`, `>2023`.
  case taken
  /// The number of views, or a range: `>100`, `10..20`.
  case views
  /// The source from which the photo was imported: a part of its name.
  case source
  /// An album that has the photo: its title, or a part of it.
  case album
  /// A folder of the user that has the photo, or one below it: its name or its path, or a part of it.
  case folder
  /// A property that a photo can lack.
  case has
  /// The distance from a place: `near:38.7,-9.1,20km`, `near:Lisbon,20km`, or `near:"Paris, Texas",20km`.
  case near
  /// A square of a tenth of a degree in which the photo was taken, by a place in it: `place:38.7,-9.2`.
  case place
  /// A box between two corners, in the south-west and the north-east: `box:38.6,-9.3,38.9,-9`.
  case box
  /// The kind of the file.
  case media
  /// The camera: its name, or a part of it.
  case camera
  /// The lens: its name, or a part of it.
  case lens
  /// The sensitivity, or a range: `iso:>800`.
  case iso
  /// The f-number, or a range: `f:<2`.
  case aperture = "f"
  /// The focal length in millimeters, or a range: `mm:24..35`.
  case focalLength = "mm"

  /// The flag: `pick`, `reject` or `none`.
  case flag
  /// The number of stars, or a range: `star:5`, `star:>=3`.
  case star
  /// The color label: `red`, `yellow`, `green`, `blue`, `purple` or `none`.
  case label
  /// The hue of most of the picture: one of twelve names.
  case color
  /// Something that a photo is: `bw`, `dup` or `copy`.
  case `is`

  /// The value in a few words, for lists of facets.
  public var meaning: String {
    switch self {
    case .by: "a photographer, such as by:ann"
    case .tag: "a tag, such as tag:harbor"
    case .license: "a license, such as license:by-sa"
    case .year: "the year taken: year:2024, year:2020..2024"
    case .month: "the month taken: month:7, month:2024-07"
    case .taken: "the day taken: taken:2024-07-01, taken:>2023"
    case .views: "views: views:>100, views:10..20"
    case .source: "where a photo came from, such as source:feed"
    case .album: "an album, such as album:Lisbon"
    case .folder: "a folder of yours: folder:2024, folder:\"2024/07 Hamburg\""
    case .has: "has:" + PhotoProperty.allCases.map(\.rawValue).joined(separator: ", has:")
    case .near: "a place: near:Lisbon,20km, near:38.7,-9.1,5km"
    case .place: "a square of a tenth of a degree: place:38.7,-9.2"
    case .box: "a box from its south-western corner to its north-eastern one: box:38.6,-9.3,38.9,-9"
    case .media: "media:photo, media:video"
    case .camera: "a camera, such as camera:d700"
    case .lens: "a lens, such as lens:50mm"
    case .iso: "the sensitivity: iso:>800"
    case .aperture: "the f-number: f:<2, f:2.8..4"
    case .flag: "a flag: flag:pick, flag:reject, flag:none"
    case .star: "the number of stars: star:5, star:>=3"
    case .label: "a color label: label:red, label:none"
    case .color: "the color of most of the picture, such as color:teal"
    case .is: "is:bw without color, is:dup with look-alikes, is:copy with several files"
    case .focalLength: "the focal length: mm:35, mm:>200"
    }
  }

  /// A Boolean value that indicates whether a photo has at most one value, so that two different ones contradict each
  /// other.
  var isSingle: Bool { [.license, .year, .month, .media, .flag, .label, .color].contains(self) }

  /// A Boolean value that indicates whether the values are names, of which each stands for one value.
  var hasNames: Bool { [.media, .flag, .label, .color].contains(self) }
}
