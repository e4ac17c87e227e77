import Foundation
import PhotoLibrary

/// The JSON form of a photo in `photos --json`; unknown values are null.
struct PhotoOutput: Encodable {
  let photo: Photo
  /// The names of the sources that brought it.
  let sources: [String]

  private enum Key: String, CodingKey {
    case id, title, subtitle, photographer, ownerId, uploaded, taken, url, page, tags, views, license
    case latitude, longitude, media, sources
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(photo.flickrID, forKey: .id)
    try container.encode(photo.title, forKey: .title)
    try container.encode(photo.subtitle, forKey: .subtitle)
    try container.encode(photo.photographer?.name, forKey: .photographer)
    try container.encode(photo.photographer?.ownerID, forKey: .ownerId)
    try container.encode(photo.uploaded.map(Self.timestamp), forKey: .uploaded)
    try container.encode(photo.taken, forKey: .taken)
    try container.encode(photo.imageURL, forKey: .url)
    try container.encode(photo.pageURL, forKey: .page)
    try container.encode(Self.tags(of: photo), forKey: .tags)
    try container.encode(photo.views, forKey: .views)
    try container.encode(photo.license, forKey: .license)
    try container.encode(photo.latitude, forKey: .latitude)
    try container.encode(photo.longitude, forKey: .longitude)
    try container.encode(photo.media, forKey: .media)
    try container.encode(sources, forKey: .sources)
  }

  /// A date as ISO 8601, in UTC.
  static func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }

  /// The tags, which blanks separate; a blank and an accent after it are one character, so bytes are compared.
  private static func tags(of photo: Photo) -> [String] {
    photo.tags?.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } ?? []
  }
}
