/// A fault of a response, with a name for arguments and URLs: `429:2`, `cut`.
public struct LoopbackFault: Hashable, Sendable, CustomStringConvertible {
  /// The name with its argument after the colon.
  public let description: String
  let kind: Kind

  enum Kind: Hashable, Sendable {
    case slow(bytesPerSecond: Int), delay(seconds: Int)
    case stall(after: Int?), stallHead
    case cut(after: Int?), reset, hangUp
    case short, long, chunked, untilClose
    case status(Int, retryAfter: Int?)
    case refusal(code: Int, message: String?)
    case comma, jsonp, html, empty, notJSON, garbage
    case redirect(String), gone
    case gzip, gzipBomb(megabytes: Int), large(megabytes: Int), endless
  }

  /// All names with their descriptions.
  public static let names: [(name: String, what: String)] = [
    ("slow[:BYTES]", "at most BYTES bytes per second, by default 2000"),
    ("delay[:SECONDS]", "nothing comes at first, by default for 2 seconds"),
    ("stall[:BYTES]", "nothing comes any more in the middle, or after so many bytes, until released"),
    ("stall-head", "nothing comes at all, until released"),
    ("cut[:BYTES]", "the connection ends in the middle, or after so many bytes"),
    ("reset", "the connection is reset in the middle"),
    ("hangup", "the connection ends before the first byte"),
    ("short", "Content-Length is ten less than what comes"),
    ("long", "Content-Length is ten more than what comes"),
    ("chunked", "the body comes in chunks of 100 bytes (no fault)"),
    ("close", "the body ends with the connection (no fault)"),
    (
      "429[:SECONDS]", "asked too often, with Retry-After when SECONDS is given; 400 to 599 likewise, in HTML"
    ),
    ("fail:CODE[:MESSAGE]", "Flickr refuses with the code, such as 1, 100, 105, 201, 0"),
    ("comma", "a comma stands behind the answer"),
    ("jsonp", "the answer stands within jsonFlickrApi(…), unasked"),
    ("html", "a web page with status 200"),
    ("empty", "status 200 and no body"),
    ("not-json", "status 200 and a word"),
    ("garbage", "bytes that are no HTTP"),
    ("redirect:host", "a redirect to the same under another host's name (localhost)"),
    ("redirect:file", "a redirect to file:///etc/passwd"),
    ("redirect:loop", "a redirect to itself"),
    ("redirect:URL", "a redirect to any address"),
    ("gone", "a redirect to the picture that says that there is none any more"),
    ("gzip", "the body is compressed (no fault)"),
    ("gzip-bomb[:MB]", "compressed to little, 100 megabytes when unpacked"),
    ("large[:MB]", "100 megabytes of blanks, or so many"),
    ("endless", "blanks without end"),
  ]

  /// Creates the fault with a name, or `nil` if there is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, let kind = Self.kind(name, parts.count > 1 ? parts[1] : nil) else {
      return nil
    }
    description = text
    self.kind = kind
  }

  private static func kind(_ name: String, _ argument: String?) -> Kind? {
    if let status = Int(name), (400...599).contains(status) {
      return number(argument).map { .status(status, retryAfter: $0) }
    }
    if name == "fail", let argument { return refusal(argument) }
    if name == "redirect", let argument { return argument.isEmpty ? nil : .redirect(argument) }
    guard let number = number(argument) else { return nil }
    if let kind = numbered(name, number) { return kind }
    return argument == nil ? plain[name] : nil
  }

  private static func numbered(_ name: String, _ number: Int?) -> Kind? {
    switch name {
    case "slow": .slow(bytesPerSecond: number ?? 2_000)
    case "delay": .delay(seconds: number ?? 2)
    case "stall": .stall(after: number)
    case "cut": .cut(after: number)
    case "gzip-bomb": .gzipBomb(megabytes: number ?? 100)
    case "large": .large(megabytes: number ?? 100)
    default: nil
    }
  }

  private static let plain: [String: Kind] = [
    "stall-head": .stallHead, "reset": .reset, "hangup": .hangUp, "short": .short, "long": .long,
    "chunked": .chunked, "close": .untilClose, "comma": .comma, "jsonp": .jsonp, "html": .html,
    "empty": .empty,
    "not-json": .notJSON, "garbage": .garbage, "gone": .gone, "gzip": .gzip, "endless": .endless,
  ]

  private static func refusal(_ argument: String) -> Kind? {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard let code = parts.first.flatMap({ Int($0) }) else { return nil }
    return .refusal(code: code, message: parts.count > 1 ? parts[1] : nil)
  }

  /// Returns a number, `nil` without an argument, or the outer `nil` for an argument that is not a valid
  /// count.
  private static func number(_ argument: String?) -> Int?? {
    guard let argument else { return .some(nil) }
    guard let number = Int(argument), (0...1 << 30).contains(number) else { return nil }
    return .some(number)
  }
}
