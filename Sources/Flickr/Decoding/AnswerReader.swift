/// Reads the outermost object of a response of any kind.
struct AnswerReader {
  private var page = PhotoPage(records: [])
  private var hasList = false
  private var userID: String?
  private var setOwner: String?
  private var setOwnerName: String?
  private var status: String?
  private var code = 0
  private var message = ""
  /// The first names, to describe a response without photos.
  private var names: [String] = []

  /// Enough to recognize the response, and short enough for one sentence.
  private static let longestName = 40
  private static let longestMessage = 300
  /// The maximum number of photos on a page of Flickr; the number in the response is not trusted.
  private static let usualPage = 500

  private enum Field { case photos, set, photo, items, user, status, code, message }

  private static let fields = NameTable<Field>([
    ("photos", .photos), ("photoset", .set), ("photo", .photo), ("items", .items), ("user", .user),
    ("group", .user), ("gallery", .user), ("stat", .status), ("code", .code), ("message", .message),
  ])

  /// Reads the value of the response.
  mutating func read(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if names.count < 5 { names.append(json.plainString(name.prefix(Self.longestName))) }
      switch json.meaning(of: name, in: Self.fields) {
      case .photos, .set: try readList(&json)
      case .photo: try readSingle(&json)
      case .items: try readItems(&json)
      case .user: try readUser(&json)
      case .status: status = try json.text()
      case .code: code = try json.integer(in: NumberBounds.code) ?? 0
      case .message: message = String((try json.text() ?? "").prefix(Self.longestMessage))
      case nil: try json.skip()
      }
    }
  }

  /// Returns the page, or throws an error that describes the response.
  func photoPage() throws(FlickrError) -> PhotoPage {
    try checkStatus()
    guard hasList else { throw .unexpectedShape(keys: names) }
    guard setOwner != nil || setOwnerName != nil else { return page }
    var page = page
    for index in page.records.indices {
      page.records[index].ownerID = page.records[index].ownerID ?? setOwner
      page.records[index].ownerName = page.records[index].ownerName ?? setOwnerName
    }
    return page
  }

  /// Returns the NSID of the user that was looked up, or throws an error that describes the response.
  func user() throws(FlickrError) -> String {
    try checkStatus()
    guard let userID else { throw .unexpectedShape(keys: names) }
    return userID
  }

  /// The error that the response reports; `nil` if it reports none.
  var failure: FlickrError? { status == "fail" ? .failed(code: code, message: message) : nil }

  private func checkStatus() throws(FlickrError) {
    if let failure { throw failure }
  }
}

extension AnswerReader {
  private enum Header { case page, pages, perPage, total, photo, owner, ownerName }

  private static let headers = NameTable<Header>([
    ("page", .page), ("pages", .pages), ("perpage", .perPage), ("per_page", .perPage), ("total", .total),
    ("photo", .photo), ("owner", .owner), ("ownername", .ownerName),
  ])

  private mutating func readList(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      switch json.meaning(of: name, in: Self.headers) {
      case .page: page.page = try json.integer(in: NumberBounds.count)
      case .pages: page.pages = try json.integer(in: NumberBounds.count)
      case .perPage: page.perPage = try json.integer(in: NumberBounds.perPage)
      case .total: page.total = try json.integer(in: NumberBounds.count)
      case .photo: try readPhotos(&json)
      case .owner: setOwner = try json.word()
      case .ownerName: setOwnerName = try json.word()
      case nil: try json.skip()
      }
    }
    // An empty list may omit the array.
    if page.total == 0 { hasList = true }
  }

  private mutating func readPhotos(_ json: inout JSONScanner) throws(JSONFault) {
    try readObjects(&json) { json throws(JSONFault) in
      var photo = PhotoReader()
      try photo.read(&json)
      return photo.finish()
    }
  }

  private mutating func readItems(_ json: inout JSONScanner) throws(JSONFault) {
    try readObjects(&json) { json throws(JSONFault) in
      var item = FeedItemReader()
      try item.read(&json)
      return item.finish()
    }
  }

  private mutating func readObjects(
    _ json: inout JSONScanner, _ read: (inout JSONScanner) throws(JSONFault) -> PhotoRecord?
  ) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "[") else { return try json.skip() }
    hasList = true
    page.records.reserveCapacity(min(page.perPage ?? 0, Self.usualPage))
    try json.enterArray()
    while try json.nextElement() {
      var record: PhotoRecord?
      if try json.next() == UInt8(ascii: "{") { record = try read(&json) } else { try json.skip() }
      guard let record else {
        page.skipped += 1
        continue
      }
      guard page.records.count < PhotoPageDecoder.mostPhotos else { throw .tooManyPhotos }
      page.records.append(record)
    }
  }

  /// Reads the response of the methods that look up a user.
  private mutating func readUser(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "id") { userID = try json.word() } else { try json.skip() }
    }
  }

  /// Reads the single photo of getInfo.
  private mutating func readSingle(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    var photo = PhotoReader()
    try photo.read(&json)
    guard photo.describesPhoto, let record = photo.finish() else { return }
    page.records.append(record)
    hasList = true
  }
}
