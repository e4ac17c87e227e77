internal import Transfer

/// A decoder for pages of photos in any format that Flickr sends.
public enum PhotoPageDecoder {
  /// The maximum number of photos in a response: a hundred times Flickr's maximum.
  ///
  /// An empty photo takes eleven bytes in a response and thirty times as many in memory.
  public static let mostPhotos = 50_000

  /// Decodes a list (`photos`, `photoset`), a public feed, or the response for one photo, as JSON or as
  /// JSONP.
  ///
  /// An invalid field is ignored, and an invalid photo is skipped.
  ///
  /// - Throws: A ``FlickrError`` if the response has no list of photos, or more than `mostPhotos`.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func decode(_ bytes: [UInt8]) throws(FlickrError) -> PhotoPage {
    try answer(in: bytes).photoPage()
  }

  /// Decodes a response as ``decode(_:)`` does.
  ///
  /// Images in the local network are removed unless the response came from there: a page from the internet
  /// must not make the program request services of this machine or its network.
  static func decode(response: TransferResponse) throws(FlickrError) -> PhotoPage {
    var page = try decode(response.body)
    guard !response.isFromLocalNetwork else { return page }
    for index in page.records.indices {
      page.records[index].renditions.removeAll { TransferURL($0.url).isInLocalNetwork }
    }
    return page
  }

  /// Decodes the response of a method that looks up a user, and returns the user's NSID.
  static func decodeUser(of response: TransferResponse) throws(FlickrError) -> String {
    try answer(in: response.body).user()
  }

  /// Decodes the settings with which a photo was taken.
  static func decodeShot(of response: TransferResponse) throws(FlickrError) -> ShotRecord {
    if let failure = failure(in: response.body) { throw failure }
    let reader = try read(ShotReader(), response.body)
    guard let shot = reader.record() else { throw .unexpectedShape(keys: []) }
    return shot
  }

  /// Decodes the description of an album or a gallery.
  static func decodeAlbum(of response: TransferResponse) throws(FlickrError) -> AlbumRecord {
    if let failure = failure(in: response.body) { throw failure }
    let reader = try read(AlbumReader(), response.body)
    guard let album = reader.record else { throw .unexpectedShape(keys: []) }
    return album
  }

  /// Returns the error that Flickr reports in a response; `nil` if the response is no report of an error.
  static func failure(in bytes: [UInt8]) -> FlickrError? { (try? answer(in: bytes))?.failure }

  private static func answer(in bytes: [UInt8]) throws(FlickrError) -> AnswerReader {
    try read(AnswerReader(), bytes)
  }

  /// Returns the reader after it has read a response.
  private static func read<Reader: AnswerReading>(
    _ reader: Reader, _ bytes: [UInt8]
  ) throws(FlickrError) -> Reader {
    do throws(JSONFault) {
      return try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        var json = JSONScanner(bytes)
        return try json.readDocument(reader)
      }
    } catch {
      throw FlickrError(error, in: bytes)
    }
  }
}

/// A reader of the value of a response.
private protocol AnswerReading {
  mutating func read(_ json: inout JSONScanner) throws(JSONFault)
}

extension AnswerReader: AnswerReading {}
extension ShotReader: AnswerReading {}
extension AlbumReader: AnswerReading {}

extension FlickrError {
  fileprivate init(_ fault: JSONFault, in bytes: [UInt8]) {
    switch fault {
    case .cutOff: self = .cutOff(bytes: bytes.count)
    case .tooManyPhotos: self = .tooManyPhotos(limit: PhotoPageDecoder.mostPhotos)
    case .syntax(let offset):
      let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
      self = first == UInt8(ascii: "<") ? .markup : .notJSON(offset: offset)
    }
  }
}

extension JSONScanner {
  /// Reads the value of a whole document, after a byte order mark, and within a call in JSONP; returns the reader after that.
  fileprivate mutating func readDocument<Reader: AnswerReading>(
    _ reader: Reader
  ) throws(JSONFault) -> Reader {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let isCall = consumeCallback()
    var reader = reader
    try reader.read(&self)
    if isCall { try expect(UInt8(ascii: ")")) }
    // Flickr sometimes sends a comma after its last brace; JSONP calls may end in a semicolon.
    while let byte = peek() {
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else { throw .syntax(at: position) }
      position += 1
    }
    return reader
  }

  /// Consumes `callback(` with any name.
  private mutating func consumeCallback() -> Bool {
    _ = peek()
    let start = position
    while position < count, bytes[position].isNameCharacter { position += 1 }
    if position > start, peek() == UInt8(ascii: "(") {
      position += 1
      return true
    }
    position = start
    return false
  }
}

extension UInt8 {
  fileprivate var isNameCharacter: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self == UInt8(ascii: ".")
  }
}
