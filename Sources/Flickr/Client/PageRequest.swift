internal import Transfer

/// A builder for request URLs.
struct PageRequest {
  private var address: String

  init(_ address: String) {
    self.address = address
  }

  /// Starts an API call (https://www.flickr.com/services/api/request.rest.html).
  init(method: String, key: APIKey, endpoint: FlickrEndpoint) {
    address = endpoint.rest
    add("method", "flickr." + method)
    add("api_key", key.text)
    add("format", "json")
    add("nojsoncallback", "1")
  }

  var url: TransferURL { TransferURL(address) }

  mutating func add(_ name: String, _ value: String) {
    address += address.contains("?") ? "&" : "?"
    address += name + "=" + Self.encoded(value)
  }

  /// Returns the text with all but the unreserved characters of RFC 3986 percent-encoded.
  static func encoded(_ text: String) -> String {
    // Most texts are the same when they are encoded.
    if text.utf8.allSatisfy(isPlain) { return text }
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if isPlain(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether a byte is an unreserved character of RFC 3986.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isLetterOrDigit
    }
  }
}

extension PageRequest {
  /// The fields of a record; without these extras a response contains little but titles.
  private static let extras = [
    "description", "license", "date_upload", "date_taken", "owner_name", "last_update", "geo", "tags",
    "views",
    "media", "path_alias", "url_sq", "url_t", "url_s", "url_q", "url_m", "url_n", "url_z", "url_c", "url_l",
    "url_h", "url_k", "url_o",
  ].joined(separator: ",")

  /// Restricts a search to uploads within a window.
  mutating func addWindow(_ window: UploadWindow, needsBeginning: Bool) {
    if let from = window.from ?? (needsBeginning ? 1 : nil) { add("min_upload_date", String(from)) }
    if let through = window.through { add("max_upload_date", String(through)) }
  }

  mutating func addPaging(_ number: Int, perPage: Int) {
    add("extras", Self.extras)
    add("per_page", String(perPage))
    add("page", String(number))
  }
}
