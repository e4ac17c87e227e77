import Foundation
import PhotoLibrary

/// The JSON form of a photo in `photos --json`; unknown values are null.
struct PhotoOutput: Encodable {
  let photo: Photo
  /// The names of the sources that brought it.
  let sources: [String]

  private enum Key: String, CodingKey {
    case id, title, subtitle, photographer, ownerId, uploaded, taken, url, page, tags, views, license
    case latitude, longitude, media, sources, flag, stars, label, received
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(photo.flickrID, forKey: .id)
    try container.encode(photo.title, forKey: .title)
    try container.encode(photo.subtitle, forKey: .subtitle)
    try container.encode(orNull: photo.photographer?.name, forKey: .photographer)
    try container.encode(orNull: photo.photographer?.ownerID, forKey: .ownerId)
    try container.encode(orNull: photo.uploaded.map(Self.timestamp), forKey: .uploaded)
    try container.encode(orNull: photo.taken, forKey: .taken)
    try container.encode(orNull: photo.imageURL, forKey: .url)
    try container.encode(orNull: photo.pageURL, forKey: .page)
    try container.encode(texts: Self.tags(of: photo), forKey: .tags)
    try container.encode(orNull: photo.views, forKey: .views)
    try container.encode(orNull: photo.license, forKey: .license)
    try container.encode(orNull: photo.latitude, forKey: .latitude)
    try container.encode(orNull: photo.longitude, forKey: .longitude)
    try container.encode(orNull: photo.media, forKey: .media)
    try container.encode(texts: sources, forKey: .sources)
    let marks = photo.marks
    try container.encode(orNull: marks.flag == .none ? nil : marks.flag.name, forKey: .flag)
    try container.encode(orNull: marks.stars, forKey: .stars)
    try container.encode(orNull: marks.label == .none ? nil : marks.label.name, forKey: .label)
    try container.encode(photo.hasOwnTexts ? ReceivedTexts(photo.receivedTexts) : nil, forKey: .received)
  }

  /// The texts that were received, of a photo that has others of the user.
  private struct ReceivedTexts: Encodable {
    let title: String
    let subtitle: String
    let tags: [String]

    init(_ texts: PhotoTexts) { (title, subtitle, tags) = (texts.title, texts.description, texts.tags) }
  }

  /// A date as ISO 8601, in UTC.
  static func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }

  /// The tags, which blanks separate; a blank and an accent after it are one character, so bytes are compared.
  private static func tags(of photo: Photo) -> [String] {
    photo.tags?.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } ?? []
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
