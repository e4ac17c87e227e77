/// Reads the photo in an answer of `flickr.photos.getExif`.
///
/// The values are texts from cameras: only those that can be understood are taken.
struct ShotReader {
  private var shot = ShotRecord()
  private var make: String?
  private var model: String?
  private var isPhoto = false

  private enum Tag { case make, model, lens, exposure, aperture, iso, focalLength }

  /// The tags in the words of ExifTool, which Flickr uses; of several, the first that has a value counts.
  private static let tags: [String: Tag] = [
    "Make": .make, "Model": .model, "LensModel": .lens, "Lens": .lens, "LensID": .lens,
    "ExposureTime": .exposure, "FNumber": .aperture, "ISO": .iso, "FocalLength": .focalLength,
  ]

  /// The longest text that is taken.
  private static let longest = 100

  /// Reads the value of the response.
  mutating func read(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "photo") { try readPhoto(&json) } else { try json.skip() }
    }
  }

  /// Returns the settings; `nil` if the response has no photo.
  func record() -> ShotRecord? {
    guard isPhoto else { return nil }
    var shot = shot
    if shot.camera == nil { shot.camera = ShotRecord.camera(make: make, model: model) }
    return shot
  }

  private mutating func readPhoto(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    isPhoto = true
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "camera") {
        shot.camera = Self.text(try json.word())
      } else if json.isEqual(name, "exif") {
        try readEntries(&json)
      } else {
        try json.skip()
      }
    }
  }

  private mutating func readEntries(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "[") else { return try json.skip() }
    try json.enterArray()
    while try json.nextElement() {
      guard try json.next() == UInt8(ascii: "{") else {
        try json.skip()
        continue
      }
      var (tag, value): (String?, String?) = (nil, nil)
      try json.enterObject()
      while let name = try json.nextName() {
        if json.isEqual(name, "tag") {
          tag = try json.word()
        } else if json.isEqual(name, "raw") {
          value = try json.word()
        } else {
          try json.skip()
        }
      }
      if let tag = tag.flatMap({ Self.tags[$0] }), let value = Self.text(value) { take(value, of: tag) }
    }
  }

  private mutating func take(_ value: String, of tag: Tag) {
    switch tag {
    case .make: make = make ?? value
    case .model: model = model ?? value
    case .lens: shot.lens = shot.lens ?? value
    case .exposure: shot.exposure = shot.exposure ?? value
    case .aperture: shot.aperture = shot.aperture ?? Self.number(value, within: 0.1...1_000)
    case .iso: shot.iso = shot.iso ?? Self.number(value, within: 1...10_000_000).map { Int($0) }
    case .focalLength: shot.focalLength = shot.focalLength ?? Self.number(value, within: 0.1...100_000)
    }
  }

  /// Returns a text without blanks at its ends; `nil` for one that is empty, or too long to be a value.
  private static func text(_ text: String?) -> String? {
    guard let text = text?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !text.isEmpty,
      text.utf8.count <= longest
    else { return nil }
    return text
  }

  /// Returns the number with which a text begins, as in `58.0 mm`.
  private static func number(_ text: String, within bounds: ClosedRange<Double>) -> Double? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    return Double(digits).flatMap { bounds.contains($0) ? $0 : nil }
  }
}
