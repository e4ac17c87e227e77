internal import Transfer

/// Reads a page of photos from any of the shapes in which Flickr sends them.
public enum PhotoPageDecoder {
  /// The most photos that an answer may hold: a hundred times as many as Flickr's.
  ///
  /// Photos that say nothing take eleven bytes each in an answer and thirty times as many in memory.
  public static let mostPhotos = 50_000

  /// Decodes a list (`photos`, `photoset`), a public feed, or the answer for one photo, as JSON or as JSONP.
  ///
  /// A strange field costs that field, a strange photo that photo; only an answer without a list of photos is refused,
  /// or with more than `mostPhotos`.
  /// O(length).
  public static func decode(_ bytes: [UInt8]) throws(FlickrError) -> PhotoPage {
    try answer(in: bytes).photoPage()
  }

  /// Decodes a response as ``decode(_:)`` does.
  ///
  /// Images in the local network are dropped unless the response came from there: a page from the internet must not
  /// make the program ask services of this machine or its network.
  static func decode(response: TransferResponse) throws(FlickrError) -> PhotoPage {
    var page = try decode(response.body)
    guard !response.isFromLocalNetwork else { return page }
    for index in page.records.indices {
      page.records[index].renditions.removeAll { TransferURL($0.url).isInLocalNetwork }
    }
    return page
  }

  /// Decodes the response of a method that looks up a user: the user's NSID.
  static func decodeUser(of response: TransferResponse) throws(FlickrError) -> String {
    try answer(in: response.body).user()
  }

  private static func answer(in bytes: [UInt8]) throws(FlickrError) -> AnswerReader {
    do throws(JSONFault) {
      return try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        var json = JSONScanner(bytes)
        return try json.readDocument()
      }
    } catch {
      throw FlickrError(error, in: bytes)
    }
  }
}

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
  /// Reads the value of a whole text: behind a byte order mark, and within a call if it is JSONP.
  fileprivate mutating func readDocument() throws(JSONFault) -> AnswerReader {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let isCall = takeCallback()
    var answer = AnswerReader()
    try answer.read(&self)
    if isCall { try take(UInt8(ascii: ")")) }
    // Flickr was seen to send a comma after its last brace; calls end in a semicolon, or not.
    while let byte = peek() {
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else { throw .syntax(at: position) }
      position += 1
    }
    return answer
  }

  /// Takes `callback(`; any name will do.
  private mutating func takeCallback() -> Bool {
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
