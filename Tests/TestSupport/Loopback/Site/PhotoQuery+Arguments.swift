extension PhotoQuery {
  /// Creates the query of a call of `photos.search`.
  init(_ call: APICall, _ world: PhotoWorld) throws(APIFailure) {
    self.init()
    let limiting = [
      "text", "tags", "user_id", "license", "bbox", "min_upload_date", "max_upload_date", "min_taken_date",
      "max_taken_date", "group_id", "lat", "has_geo", "is_commons", "media", "woe_id", "place_id",
    ]
    guard limiting.contains(where: { call[$0] != nil }) else { throw APIFailure(code: 3) }
    try addOwners(call, world)
    try addWords(call)
    licenses = call.list("license").map { Set($0.compactMap { Int($0) }) }
    if call["is_commons"] == "1" { licenses = [7] }
    isVideo = ["photos": false, "videos": true][call["media"] ?? ""]
    try addTimes(call)
    try addPlace(call)
    try addOrder(call)
    // Geographic queries without other restrictions cover half a day (“flickr.photos.search”, has_geo).
    let agents = ["text", "tags", "user_id", "min_upload_date", "min_taken_date", "group_id"]
    if isGeographic, !agents.contains(where: { call[$0] != nil }) {
      let start = world.uploaded(world.count - 1) - 12 * 3_600
      uploaded = start...max(start, uploaded.upperBound)
    }
  }

  private mutating func addOwners(_ call: APICall, _ world: PhotoWorld) throws(APIFailure) {
    if let user = call["user_id"] {
      guard user != "me" else { throw .loginNeeded }
      guard let owner = world.ownerNumber(id: user) else { throw .unknownUser }
      owners = [owner]
    }
    if let id = call["group_id"] {
      guard let group = world.group(id) else {
        throw APIFailure(code: 4, message: "You don't have permission to view the pool")
      }
      self.group = group
    }
  }

  private mutating func addWords(_ call: APICall) throws(APIFailure) {
    if let tags = call.list("tags") {
      guard tags.count <= 20 else { throw APIFailure(code: 1, message: "Too many tags in ALL query") }
      addTags(tags, areAll: call["tag_mode"] == "all")
    }
    for word in (call["text"] ?? "").lowercased().split(separator: " ") {
      let isExcluded = word.first == "-"
      let text = String(word.unicodeScalars.filter(\.properties.isAlphanumeric).map(Character.init))
      guard !text.isEmpty else { continue }
      words.append(
        Word(
          adjectives: Vocabulary.bits(of: text, in: Vocabulary.adjectives),
          nouns: Vocabulary.bits(of: text, in: Vocabulary.nouns),
          tags: Vocabulary.bits(of: text, in: Vocabulary.tags), isExcluded: isExcluded))
    }
  }

  /// Restricts the query to photos that have all or one of the tags, and none that begins with `-`.
  mutating func addTags(_ tags: [String], areAll: Bool) {
    var wanted: UInt64 = 0
    for tag in tags {
      let bit: UInt64 = Vocabulary.tag(tag).map { 1 << UInt64($0) } ?? 0
      if tag.first == "-" {
        noTags |= bit
      } else {
        wanted |= bit
        if bit == 0, areAll { isImpossible = true }
      }
    }
    if areAll { allTags |= wanted } else { anyTags |= wanted }
    if wanted == 0, tags.contains(where: { $0.first != "-" }) { isImpossible = true }
  }

  /// Restricts the query to ranges of upload times and of times taken.
  mutating func addTimes(_ call: APICall) throws(APIFailure) {
    func range(_ name: String) throws(APIFailure) -> ClosedRange<Int>? {
      for end in ["min", "max"] where call["\(end)_\(name)_date"] != nil {
        guard call.time("\(end)_\(name)_date") != nil else { throw APIFailure(code: 18) }
      }
      let start = call.time("min_\(name)_date") ?? .min
      let end = call.time("max_\(name)_date") ?? .max
      return start <= end ? start...end : nil
    }
    if let range = try range("upload") { uploaded = range } else { isImpossible = true }
    if let range = try range("taken") { taken = range } else { isImpossible = true }
  }

  private mutating func addPlace(_ call: APICall) throws(APIFailure) {
    hasPlace = ["0": false, "1": true][call["has_geo"] ?? ""]
    if let text = call["bbox"] {
      let corners = text.split(separator: ",").compactMap { Double($0.trimmingBlanks) }
      guard corners.count == 4, corners.allSatisfy(\.isFinite) else { throw APIFailure(code: 18) }
      box = Box(west: corners[0], south: corners[1], east: corners[2], north: corners[3])
    }
    if let latitude = call.double("lat"), let longitude = call.double("lon") {
      // A square instead of the circle; a degree is 111 km.
      let radius = min(call.double("radius") ?? 5, 32) / 111
      box = Box(
        west: longitude - radius, south: latitude - radius, east: longitude + radius, north: latitude + radius
      )
      order = .distance(latitude: latitude, longitude: longitude)
    }
  }

  private mutating func addOrder(_ call: APICall) throws(APIFailure) {
    guard let sort = call["sort"] else { return }
    let known: [String: Order] = [
      "date-posted": .posted, "date-taken": .taken, "interestingness": .interest, "relevance": .interest,
    ]
    isAscending = sort.hasSuffix("-asc")
    let name = sort.replacing("-asc", with: "").replacing("-desc", with: "")
    guard let order = known[name] else { throw APIFailure(code: 18) }
    self.order = order
  }
}
