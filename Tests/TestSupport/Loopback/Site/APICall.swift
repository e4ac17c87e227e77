/// An error response of Flickr.
struct APIFailure: Error {
  let code: Int
  let message: String
}

extension APIFailure {
  static let badKeyFormat = APIFailure(code: 100, message: "Invalid API Key (Key has invalid format)")
  static let expiredKey = APIFailure(code: 100, message: "Invalid API Key (Key has expired)")
  static let unknownKey = APIFailure(code: 100, message: "Invalid API Key (Key not found)")
  static let loginNeeded = APIFailure(
    code: 99, message: "Insufficient permissions. Method requires read privileges; none granted.")
  static let photoNotFound = APIFailure(code: 1, message: "Photo not found")
  static let userNotFound = APIFailure(code: 1, message: "User not found")
  static let unknownUser = APIFailure(code: 2, message: "Unknown user")

  /// Creates the error with a code that any method may return.
  init(code: Int) {
    let unavailable = "Sorry, the Flickr API service is not currently available."
    self.init(
      code: code, message: Self.messages[code] ?? (code == 0 || code == 201 ? unavailable : "Refused"))
  }

  private static let messages = [
    1: "Photo not found", 2: "Unknown user",
    3: "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.",
    10: "The Flickr search API is currently unavailable.", 18: "Illogical arguments",
    20: "Excessive photo offset in search", 95: "SSL is required to access the Flickr API.",
    96: "Invalid signature", 97: "Missing signature", 98: "Login failed / Invalid auth token",
    99: loginNeeded.message, 100: badKeyFormat.message, 105: "Service currently unavailable",
    106: "Write operation failed", 108: "Invalid frob", 111: "Format \"x\" not found",
    112: "Method \"x\" not found", 114: "Invalid SOAP envelope", 115: "Invalid XML-RPC Method Call",
    116: "Bad URL found",
  ]
}

/// The arguments of a Flickr API call.
struct APICall: Sendable {
  let arguments: [String: String]

  /// Returns an argument, or nil if it is missing or empty.
  subscript(_ name: String) -> String? {
    arguments[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  var method: String { self["method"] ?? "" }

  /// Returns the items of a list argument.
  func list(_ name: String) -> [String]? {
    self[name]?.split(separator: ",").map { item in String(item.trimmingBlanks) }
  }

  func int(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  func double(_ name: String) -> Double? {
    self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a time argument, given in seconds or as a date in Flickr's format.
  func time(_ name: String) -> Int? { self[name].flatMap(LoopbackTime.seconds) }

  /// Returns an argument.
  ///
  /// - Throws: `failure` if the argument is missing.
  func required(_ name: String, or failure: APIFailure) throws(APIFailure) -> String {
    guard let value = self[name] else { throw failure }
    return value
  }

  var extras: Set<String> { Set(list("extras") ?? []) }
}

extension Substring {
  var trimmingBlanks: Substring {
    var result = drop { $0 == " " }
    while result.last == " " { result.removeLast() }
    return result
  }
}
