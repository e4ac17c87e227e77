internal import Foundation

/// Reads one photo of a list, or the nested one of `flickr.photos.getInfo`.
struct PhotoReader {
  private var record = PhotoRecord(id: "")
  private var taken: String?
  private var granularity: Int?
  private var isTakenUnknown = false
  private var accuracy: Int?
  private var renditions = RenditionList()
  /// A Boolean value that indicates whether the object has a field that only photos have; an EXIF response
  /// has an ID too.
  private(set) var describesPhoto = false

  /// Reads the object of a photo.
  mutating func read(_ json: inout JSONScanner) throws(JSONFault) {
    try json.enterObject()
    while let name = try json.nextName() {
      // Most members belong to images.
      if try renditions.read(name, &json) { continue }
      if let field = json.meaning(of: name, in: Self.fields) {
        try read(field, &json)
      } else {
        try json.skip()
      }
    }
  }

  /// Returns the photo, and leaves the reader empty; `nil` if the photo has no valid ID.
  mutating func finish() -> PhotoRecord? {
    guard PhotoID.isValid(record.id) else { return nil }
    record.renditions = renditions.finish()
    if let localTime = taken.flatMap(FlickrTime.local) {
      record.taken = TakenDate(
        localTime: localTime, granularity: granularity ?? TakenDate.exact, isUnknown: isTakenUnknown)
    }
    if !hasPlace {
      if record.latitude == 0, record.longitude == 0 { record.lacksPlace = true }
      record.latitude = nil
      record.longitude = nil
    }
    // A copy would retain each text, which takes longer than reading some of them.
    var finished = PhotoRecord(id: "")
    swap(&finished, &record)
    return finished
  }

  /// A Boolean value that indicates whether the photo has a location.
  ///
  /// Photos without one have latitude, longitude and accuracy 0; an accuracy of 0 never belongs to a
  /// location.
  private var hasPlace: Bool {
    guard let latitude = record.latitude, let longitude = record.longitude, accuracy != 0 else {
      return false
    }
    return (latitude != 0 || longitude != 0) && abs(latitude) <= 90 && abs(longitude) <= 180
  }

  private mutating func read(_ field: Field, _ json: inout JSONScanner) throws(JSONFault) {
    switch field {
    case .id: record.id = try json.text().map(PlainText.trimmed) ?? ""
    case .title:
      record.title = try json.text()
      describesPhoto = true
    case .description: record.description = try json.text()
    case .owner:
      try readOwner(&json)
      describesPhoto = true
    case .ownerName: record.ownerName = try json.word() ?? record.ownerName
    case .userName:
      let name = try json.word()
      record.ownerName = record.ownerName ?? name
    case .pathAlias: record.pathAlias = try json.word()
    case .secret: record.secret = try json.word()
    case .server: record.server = try json.word()
    case .license: record.license = try json.word()
    case .media: record.media = try json.word()
    case .views: record.views = try json.integer(in: NumberBounds.views)
    case .tags: try readTags(&json)
    case .uploaded: record.uploaded = FlickrTime.unix(try json.integer(in: NumberBounds.seconds))
    case .lastUpdate: record.lastUpdate = FlickrTime.unix(try json.integer(in: NumberBounds.seconds))
    case .taken: taken = try json.text()
    case .granularity: granularity = try json.integer(in: NumberBounds.code)
    case .takenUnknown: isTakenUnknown = try json.integer(in: NumberBounds.code) == 1
    case .latitude: record.latitude = try json.double()
    case .longitude: record.longitude = try json.double()
    case .accuracy: accuracy = try json.integer(in: NumberBounds.code)
    case .nested: try readNested(&json)
    }
  }
}

extension PhotoReader {
  private enum Field {
    case id, title, description, owner, ownerName, userName, pathAlias, secret, server, license, media, views,
      tags
    case uploaded, lastUpdate, taken, granularity, takenUnknown, latitude, longitude, accuracy
    /// The objects `dates` and `location` of getInfo, whose members are fields of the photo.
    case nested
  }

  private static let fields = NameTable<Field>([
    ("id", .id), ("title", .title), ("description", .description), ("owner", .owner),
    ("ownername", .ownerName), ("username", .userName), ("pathalias", .pathAlias), ("path_alias", .pathAlias),
    ("secret", .secret), ("server", .server), ("license", .license), ("media", .media), ("views", .views),
    ("tags", .tags), ("dateupload", .uploaded), ("dateuploaded", .uploaded), ("lastupdate", .lastUpdate),
    ("datetaken", .taken), ("datetakengranularity", .granularity), ("datetakenunknown", .takenUnknown),
    ("latitude", .latitude), ("longitude", .longitude), ("accuracy", .accuracy),
    ("dates", .nested), ("location", .nested),
  ])

  /// The names within `owner`, `dates` and `location` of getInfo.
  private static let nestedFields = NameTable<Field>([
    ("username", .userName), ("path_alias", .pathAlias), ("posted", .uploaded), ("taken", .taken),
    ("takengranularity", .granularity), ("takenunknown", .takenUnknown), ("lastupdate", .lastUpdate),
    ("latitude", .latitude), ("longitude", .longitude), ("accuracy", .accuracy),
  ])

  /// The maximum number of tags that are read; Flickr allows 75.
  private static let mostTags = 1_000

  private mutating func readNested(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if let field = json.meaning(of: name, in: Self.nestedFields) {
        try read(field, &json)
      } else if json.isEqual(name, "nsid") {
        record.ownerID = try json.word()
      } else {
        try json.skip()
      }
    }
  }

  /// Reads the owner: an NSID in lists, an object in getInfo.
  private mutating func readOwner(_ json: inout JSONScanner) throws(JSONFault) {
    if try json.next() == UInt8(ascii: "{") {
      try readNested(&json)
    } else {
      record.ownerID = try json.word()
    }
  }

  /// Reads the tags: one string of words in lists, `{"tag": [{"_content": …}]}` in getInfo.
  private mutating func readTags(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else {
      record.tags = try json.text()
      return
    }
    try json.enterObject()
    while let name = try json.nextName() {
      guard json.isEqual(name, "tag"), try json.next() == UInt8(ascii: "[") else {
        try json.skip()
        continue
      }
      record.tags = try json.texts(most: Self.mostTags).joined(separator: " ")
    }
  }
}

extension JSONScanner {
  /// Reads at most `most` texts of an array, and skips other elements.
  fileprivate mutating func texts(most: Int) throws(JSONFault) -> [String] {
    var texts: [String] = []
    try enterArray()
    while try nextElement() {
      if let text = try word(), texts.count < most { texts.append(text) }
    }
    return texts
  }
}
