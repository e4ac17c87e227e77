/// The answer of the methods that look up a user.
enum UserAnswer {
  /// The NSID in `{"user": {"id": …}}`.
  static func id(in bytes: [UInt8]) throws(FlickrError) -> String {
    let (id, names) = try PhotoPageDecoder.read(bytes) { json throws(JSONFault) in try read(&json) }
    guard let id else { throw .unexpectedShape(keys: names) }
    return id
  }

  private static func read(_ json: inout JSONScanner) throws(JSONFault) -> (String?, names: [String]) {
    var id: String?
    var names: [String] = []
    guard try json.next() == UInt8(ascii: "{") else {
      try json.skip()
      return (nil, [])
    }
    try json.enterObject()
    while let name = try json.nextName() {
      names.append(json.plainString(name))
      if json.isEqual(name, "user"), try json.next() == UInt8(ascii: "{") {
        id = try user(&json)
      } else {
        try json.skip()
      }
    }
    return (id, names)
  }

  private static func user(_ json: inout JSONScanner) throws(JSONFault) -> String? {
    var id: String?
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "id") { id = try json.word() } else { try json.skip() }
    }
    return id
  }
}
