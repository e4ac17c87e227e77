extension FakeFlickr {
  /// Returns the response to a request as the server would send it, including faults and rate limits.
  public func answer(to request: LoopbackRequest) -> LoopbackAnswer {
    if request.path == "/control" { return control(request.arguments) }
    if let refusal = limit.refusal() { return refusal }
    let fault = faults.next(for: request)
    let answer = properAnswer(to: request)
    return fault?.effect(on: answer, to: request, at: url) ?? answer
  }

  private func properAnswer(to request: LoopbackRequest) -> LoopbackAnswer {
    let path = request.path.hasPrefix("/services/") ? String(request.path.dropFirst(9)) : request.path
    if path == "/rest/" || path == "/rest" { return apiAnswer(request.arguments) }
    if path.hasPrefix("/feeds/") { return feedAnswer(String(path.dropFirst(7)), request.query) }
    return .html(status: 404, "Not Found")
  }

  private func apiAnswer(_ arguments: [String: String]) -> LoopbackAnswer {
    let call = APICall(arguments: arguments)
    let isList =
      call.method.hasSuffix("Photos") || call.method.hasSuffix("List") || call.method.hasSuffix("search")
      || call.method.hasSuffix("getRecent")
    let (service, manners) = nextCall(isList: isList)
    let format = call["format"] ?? "rest"
    do throws(APIFailure) {
      if let failure = manners.failure(ofKey: call["api_key"]) { throw failure }
      guard ["rest", "json"].contains(format) else {
        throw APIFailure(code: 111, message: "Format \"\(format)\" not found")
      }
      let elements = try service.answer(call)
      return format == "json" ? .json(json(elements, call, manners.style)) : .xml(elements)
    } catch {
      return format == "json" ? .json(wrapped(FlickrAnswers.failure(error), call)) : .xml(error)
    }
  }

  private func json(_ elements: [Element], _ call: APICall, _ style: FlickrAnswers.Style) -> String {
    var style = style
    let isForced = style.jsonp
    style.jsonp = false
    let text = FlickrAnswers.json(elements, style)
    return isForced ? "jsonFlickrApi(\(text))" : wrapped(text, call)
  }

  /// Wraps the text in a function call, unless the caller disables it
  /// (https://www.flickr.com/services/api/response.json.html).
  private func wrapped(_ text: String, _ call: APICall) -> String {
    call["nojsoncallback"] == "1" ? text : "\(call["jsoncallback"] ?? "jsonFlickrApi")(\(text))"
  }

  /// Returns the response of the picture server.
  func pictureAnswer(to request: LoopbackRequest) -> LoopbackAnswer? {
    if let refusal = pictureLimit.refusal() { return refusal }
    guard let fault = pictureFaults.next(for: request) else { return nil }
    return fault.effect(on: pictures.picture(request), to: request, at: pictures.url)
  }
}

extension LoopbackAnswer {
  /// Returns XML, the format of a call without `format`.
  static func xml(_ elements: [Element]) -> LoopbackAnswer {
    xml("<rsp stat=\"ok\">\n" + elements.map(\.xml).joined(separator: "\n") + "\n</rsp>")
  }

  static func xml(_ failure: APIFailure) -> LoopbackAnswer {
    let message = XMLText.escaped(failure.message)
    return xml("<rsp stat=\"fail\">\n\t<err code=\"\(failure.code)\" msg=\"\(message)\" />\n</rsp>")
  }

  static func xml(_ text: String, type: String = "text/xml") -> LoopbackAnswer {
    let whole = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n\(text)\n"
    return LoopbackAnswer(headers: [("Content-Type", type + "; charset=utf-8")], body: Array(whole.utf8))
  }
}

extension FlickrAnswers {
  static func failure(_ failure: APIFailure) -> String {
    Self.failure(code: failure.code, failure.message)
  }
}
