extension FakeFlickr {
  /// Executes a command from a request: `/control?fault=429:2&path=/rest/&count=3`.
  ///
  /// Without arguments, it returns the current settings; see ``controlHelp`` for the arguments.
  func control(_ arguments: [String: String]) -> LoopbackAnswer {
    if let complaint = obey(arguments) {
      return LoopbackAnswer(
        status: 400, headers: [("Content-Type", "text/plain; charset=utf-8")],
        body: Array((complaint + "\n").utf8))
    }
    return .json(status)
  }

  /// The arguments of `/control` with their descriptions.
  public static let controlHelp: [(name: String, what: String)] = [
    (
      "fault=NAME",
      "from now on this goes wrong; path=TEXT (what the path holds), method=METHOD, page=N, count=N, "
        + "after=N and every=N say where and how often, pictures=1 that it is the host of pictures"
    ),
    ("clear=1", "nothing goes wrong any more, and what is stalled goes on"),
    ("release=1", "what is stalled goes on"),
    ("upload=N", "so many new photos come"),
    ("delete=ID", "a photo goes"),
    ("photo=ID&title=TEXT", "a photo gets another title"),
    ("moving=N", "so many new photos come before each list"),
    (
      "rate=N",
      "so many requests a second are answered, the others get 429; 0 for any number; retry_after=SECONDS"
    ),
  ]

  /// Executes a command as `/control` does, such as `fault=429:2&count=3`, and returns an error message if it
  /// is invalid.
  public func obey(_ order: String) -> String? {
    obey(LoopbackRequest("/control?" + order).query)
  }

  /// Executes the command, and returns an error message if it is invalid.
  private func obey(_ arguments: [String: String]) -> String? {
    let known: Set<String> = [
      "fault", "path", "method", "page", "count", "after", "every", "pictures", "clear", "release", "upload",
      "delete", "photo", "title", "moving", "rate", "retry_after",
    ]
    if let unknown = arguments.keys.sorted().first(where: { !known.contains($0) }) {
      return "There is no order “\(unknown)”."
    }
    let numeric = ["count", "after", "every", "upload", "moving", "rate", "retry_after"]
    let isNumber = { (text: String) in (0...1_000_000).contains(Int(text) ?? -1) }
    if let wrong = numeric.first(where: { !(arguments[$0].map(isNumber) ?? true) }) {
      return "“\(wrong)” takes a number up to 1000000."
    }
    if let name = arguments["fault"] {
      guard let fault = LoopbackFault(name) else { return "There is no fault “\(name)”." }
      addRule(fault, arguments)
    }
    obeyLists(APICall(arguments: arguments))
    return nil
  }

  private func addRule(_ fault: LoopbackFault, _ arguments: [String: String]) {
    var rule = FaultRule(fault)
    rule.path = arguments["path"] ?? ""
    rule.arguments = arguments.filter { $0.key == "method" || $0.key == "page" }
    rule.count = arguments["count"].flatMap { Int($0) }
    rule.after = arguments["after"].flatMap { Int($0) } ?? 0
    rule.every = arguments["every"].flatMap { Int($0) } ?? 1
    (arguments["pictures"] == "1" ? pictureFaults : faults).add(rule)
  }

  private func obeyLists(_ call: APICall) {
    if call["clear"] != nil {
      faults.removeAll()
      pictureFaults.removeAll()
    }
    if call["clear"] != nil || call["release"] != nil {
      server.releaseOnce()
      pictures.server.releaseOnce()
    }
    if let count = call.int("upload") { change { $0.upload(count) } }
    if let id = call["delete"] { change { $0.delete(id) } }
    if let id = call["photo"], let title = call["title"] { change { $0.change(id) { $0.title = title } } }
    if let count = call.int("moving") { manners.moving = count }
    if let rate = call.int("rate") {
      manners.rate = rate == 0 ? nil : LoopbackRate(perSecond: rate, retryAfter: call.int("retry_after"))
    }
  }

  private var status: String {
    let text = JSONText(escapesUnicode: false)
    let rules = (faults.all + pictureFaults.all).map { rule, hits in
      "{\"fault\":\(text.quoted(rule.fault.description)), \"path\":\(text.quoted(rule.path)), \"hits\":\(hits)}"
    }
    let world = world
    return "{\"photos\":\(world.count - world.deleted.count), \"requests\":\(server.requests.count), "
      + "\"pictures\":\(text.quoted(pictures.url)), \"picture_requests\":\(pictures.server.requests.count), "
      + "\"refused\":\(limit.refused + pictureLimit.refused), \"faults\":[\(rules.joined(separator: ", "))]}\n"
  }
}
