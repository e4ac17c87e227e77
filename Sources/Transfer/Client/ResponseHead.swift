/// The header fields of a response, collected line by line; those of an interim response are replaced.
///
/// The status is not included: only libcurl's own (`CURLINFO_RESPONSE_CODE`) is used.
struct ResponseHead {
  private(set) var fields: [HeaderField] = []
  /// The value of the last `Location` field.
  private(set) var location: String?
  private var size = 0
  /// A Boolean value that indicates whether the next line begins a response, or belongs to a trailer.
  private var isComplete = true

  /// Far beyond any real header; without a limit a server could send an endless header.
  private static let largest = 512 << 10

  /// Adds a line; returns `false` if the header is too large.
  mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    guard size <= Self.largest else { return false }
    let text = String(decoding: line, as: UTF8.self)
    if isComplete {
      guard text.hasPrefix("HTTP/") else { return true }
      (fields, location, isComplete) = ([], nil, false)
    } else if text.allSatisfy(\.isWhitespace) {
      isComplete = true
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...]
      add(HeaderField(name: String(text[..<colon]), value: value.trimmed))
    }
    return true
  }

  private mutating func add(_ field: HeaderField) {
    fields.append(field)
    // As for curl, an empty value is no redirect.
    if field.name.lowercased() == "location", !field.value.isEmpty { location = field.value }
  }

  var announcedLength: Int? {
    fields.last { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }.map { max(0, $0) }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
