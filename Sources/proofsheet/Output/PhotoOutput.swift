import Foundation
import PhotoLibrary

/// The JSON form of a photo in `photos --json`; unknown values are null.
///
/// It holds values alone, so that it can be encoded in another thread than that of the photo.
struct PhotoOutput: Encodable, Sendable {
  private let id: String
  private let title: String
  private let subtitle: String
  private let photographer: (name: String, ownerID: String)?
  private let uploaded: Date?
  private let taken: String?
  private let imageURL: String?
  private let pageURL: String?
  private let tags: String?
  private let views: Int?
  private let license: String?
  private let place: (latitude: Double?, longitude: Double?)
  private let media: String?
  private let sources: [String]
  private let marks: PhotoMarks
  private let received: ReceivedTexts?
  private let path: String?
  private let shot: Settings?

  /// Reads the values of a photo.
  init(_ photo: Photo) {
    (id, title, subtitle) = (photo.flickrID, photo.title, photo.subtitle)
    photographer = photo.photographer.map { ($0.name, $0.ownerID) }
    (uploaded, taken) = (photo.uploaded, photo.taken)
    (imageURL, pageURL) = (photo.imageURL, photo.pageURL)
    (tags, views, license) = (photo.tags, photo.views, photo.license)
    place = (photo.latitude, photo.longitude)
    (media, sources, marks) = (photo.media, photo.sourceNames, photo.marks)
    received = photo.hasOwnTexts ? ReceivedTexts(photo.receivedTexts) : nil
    // Most photos have no file; the addresses of their pictures would be read for nothing.
    path = photo.isOwn || photo.ownPicture != nil ? photo.filePath : nil
    shot = photo.shot.flatMap { $0.hasSettings ? Settings($0) : nil }
  }

  private enum Key: String, CodingKey {
    case id, title, subtitle, photographer, ownerId, uploaded, taken, url, page, tags, views, license
    case latitude, longitude, media, sources, flag, stars, label, received, path, shot
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(orNull: photographer?.name, forKey: .photographer)
    try container.encode(orNull: photographer?.ownerID, forKey: .ownerId)
    try container.encode(orNull: uploaded.map(Self.timestamp), forKey: .uploaded)
    try container.encode(orNull: taken, forKey: .taken)
    try container.encode(orNull: imageURL, forKey: .url)
    try container.encode(orNull: pageURL, forKey: .page)
    try container.encode(texts: Self.words(of: tags), forKey: .tags)
    try container.encode(orNull: views, forKey: .views)
    try container.encode(orNull: license, forKey: .license)
    try container.encode(orNull: place.latitude, forKey: .latitude)
    try container.encode(orNull: place.longitude, forKey: .longitude)
    try container.encode(orNull: media, forKey: .media)
    try container.encode(texts: sources, forKey: .sources)
    try container.encode(orNull: marks.flag == .none ? nil : marks.flag.name, forKey: .flag)
    try container.encode(orNull: marks.stars, forKey: .stars)
    try container.encode(orNull: marks.label == .none ? nil : marks.label.name, forKey: .label)
    try container.encode(received, forKey: .received)
    try container.encode(orNull: path, forKey: .path)
    try container.encode(shot, forKey: .shot)
  }

  /// The texts that were received, of a photo that has others of the user.
  private struct ReceivedTexts: Encodable, Sendable {
    let title: String
    let subtitle: String
    let tags: [String]

    init(_ texts: PhotoTexts) { (title, subtitle, tags) = (texts.title, texts.description, texts.tags) }
  }

  /// The settings of the camera.
  private struct Settings: Encodable, Sendable {
    private let camera: String?
    private let lens: String?
    private let exposure: String?
    private let aperture: Double?
    private let iso: Int?
    private let focalLength: Double?

    init(_ shot: Shot) {
      (camera, lens, exposure) = (shot.camera, shot.lens, shot.exposure)
      (aperture, iso, focalLength) = (shot.aperture, shot.iso, shot.focalLength)
    }

    private enum Key: String, CodingKey {
      case camera, lens, exposure, aperture, iso, focalLength
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(orNull: camera, forKey: .camera)
      try container.encode(orNull: lens, forKey: .lens)
      try container.encode(orNull: exposure, forKey: .exposure)
      try container.encode(orNull: aperture, forKey: .aperture)
      try container.encode(orNull: iso, forKey: .iso)
      try container.encode(orNull: focalLength, forKey: .focalLength)
    }
  }

  /// A date as ISO 8601, in UTC.
  static func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }

  /// Returns the tags, which blanks separate; a blank and an accent after it are one character, so bytes are compared.
  private static func words(of tags: String?) -> [String] {
    tags?.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } ?? []
  }
}

/// Encoding without the generic functions, in which Foundation's encoder looks for special types by dynamic casts.
extension KeyedEncodingContainer {
  fileprivate mutating func encode(orNull text: String?, forKey key: Key) throws {
    if let text { try encode(text, forKey: key) } else { try encodeNil(forKey: key) }
  }

  fileprivate mutating func encode(orNull number: Int?, forKey key: Key) throws {
    if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }

  fileprivate mutating func encode(orNull number: Double?, forKey key: Key) throws {
    if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }

  fileprivate mutating func encode(texts: [String], forKey key: Key) throws {
    var container = nestedUnkeyedContainer(forKey: key)
    for text in texts { try container.encode(text) }
  }
}
