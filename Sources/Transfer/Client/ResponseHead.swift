/// Status and header fields, gathered line by line; a redirect's are replaced by those of the next response.
struct ResponseHead {
  private(set) var status: Int?
  private(set) var fields: [HeaderField] = []
  /// Where the last redirect led to.
  private(set) var location: String?
  private var size = 0

  /// Far beyond any real header; without a bound a server could send header without end.
  private static let largest = 512 << 10

  /// Takes a line; `false` when the header has grown too large.
  mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    guard size <= Self.largest else { return false }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      fields = []
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...]
      add(HeaderField(name: String(text[..<colon]), value: value.trimmed))
    }
    return true
  }

  private mutating func add(_ field: HeaderField) {
    fields.append(field)
    if field.name.lowercased() == "location" { location = field.value }
  }

  /// Where the response that is coming in redirects to.
  var redirect: String? {
    (300..<400).contains(status ?? 0) ? location : nil
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
