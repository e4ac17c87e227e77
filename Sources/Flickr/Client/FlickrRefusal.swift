/// An error code of Flickr and its message.
///
/// From 95 on a code has the same meaning for every method. Lower codes have a meaning per method, which
/// the message explains (https://www.flickr.com/services/api/flickr.photos.search.html, “Error Codes”).
struct FlickrRefusal {
  let code: Int
  let message: String

  /// A Boolean value that indicates whether a retry may succeed.
  ///
  /// 0 and 201 are not documented; their messages are those of 105.
  var isTransient: Bool {
    switch code {
    case 0, 105, 106, 201: true
    // Search uses code 10 with such a message.
    default: words.contains("not currently available") || words.contains("temporarily unavailable")
    }
  }

  /// Flickr's message, and the remedy.
  var sentence: String {
    let said =
      message.isEmpty ? "Flickr refused with code \(code)" : "Flickr says “\(message)” (code \(code))"
    return said + (advice.map { ": " + $0 } ?? "") + "."
  }

  private var words: String { message.lowercased() }

  private var advice: String? {
    if isTransient { return "try again later" }
    return code < 95 ? adviceByWords : adviceByCode
  }

  private var adviceByCode: String? {
    switch code {
    case 95: "the endpoint has to be an https: address"
    case 96, 97: "the endpoint wants signed calls, which Proofsheet does not make"
    case 98, 99: "it needs a login, and Proofsheet has none: it sees what is public"
    case 100: keyAdvice + "; the source “feed” needs no key"
    case 111, 112, 114, 115: "check the endpoint, which may not be Flickr's"
    case 116: "leave out the address that is part of what is asked for"
    default: nil
    }
  }

  /// The advice for code 100, which has three reasons in brackets.
  private var keyAdvice: String {
    if words.contains("expired") { return "the key was ended; Flickr gives new ones to its Pro members" }
    if words.contains("format") {
      return "a key has 32 digits and letters from a to f; check yours for a slip"
    }
    if words.contains("not found") {
      return "there is no such key; compare yours with https://www.flickr.com/services/apps/"
    }
    return "check the key"
  }

  private var adviceByWords: String? {
    Self.advices.first { words.contains($0.words) }?.advice
  }

  private static let advices: [(words: String, advice: String)] = [
    ("too many tags", "use at most 20 tags"),
    ("too many or", "give fewer alternatives"),
    ("parameterless", "say what to search for, or use the source “recent”"),
    ("deleted", "the owner has left Flickr"),
    ("user not found", "check the name; the user name, the name in addresses and the id are understood"),
    ("unknown user", "check the name; the user name, the name in addresses and the id are understood"),
    ("photo not found", "it was deleted, or is not public"),
    ("permission", "without a login only what is public can be seen"),
    ("your own", "it needs a login, and Proofsheet has none"),
    ("valid date", "give a day that is over, as YYYY-MM-DD"),
    ("illogical", "what is asked for contradicts itself; leave a part out"),
    ("photo offset", "Flickr's search goes no further; ask for less, such as a shorter time"),
    ("machine tag", "write a machine tag as namespace:predicate=value"),
    ("not found", "check how it is written; what is not public is not found either"),
  ]
}
