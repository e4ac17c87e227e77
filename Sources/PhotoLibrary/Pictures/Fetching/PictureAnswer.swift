import Transfer

/// What an answer means for the picture that was asked for, and for its host.
enum PictureAnswer {
  /// The picture.
  case picture([UInt8])
  /// The picture, without asking the host.
  case cached([UInt8])
  /// The host has it no more.
  case gone
  /// The host wants to be left alone, for so long if it said.
  case busy(Duration?)
  /// The host cannot be reached.
  case unreachable(TransferError)
  /// It may go better a moment later.
  case again(PictureFetchError)
  /// It will not go better soon.
  case failed(PictureFetchError)
  case cancelled

  /// Judges what came for an address.
  ///
  /// Flickr's answers to deleted pictures: a redirect to `photo_unavailable.png` and others of that name, or 404.
  init(_ response: TransferResponse, to url: TransferURL) {
    let (asked, final) = (PictureAddress(url), PictureAddress(response.finalURL))
    if final.isPlaceholder {
      self = .gone
      return
    }
    switch response.status ?? 0 {
    case 200..<300: self = Self.judge(response.body, asked, final, url)
    // A stranger, such as the page where one logs in to a network, knows nothing about it.
    case 404 where final.isSameHost(as: asked), 410 where final.isSameHost(as: asked): self = .gone
    case 429: self = .busy(response.retryAfter)
    case 500... where response.retryAfter != nil: self = .busy(response.retryAfter)
    case let status where status >= 500 || status == 408: self = .again(.status(status, url))
    case let status: self = .failed(.status(status, url))
    }
  }

  private static func judge(
    _ body: [UInt8], _ asked: PictureAddress, _ final: PictureAddress, _ url: TransferURL
  ) -> PictureAnswer {
    let format = PictureFormat(body)
    // Elsewhere, and in another format than its name promises: something that is shown instead.
    let isStandIn = asked.path != final.path && asked.promisesJPEG && format != .jpeg
    guard format != nil, !isStandIn else {
      let start = body.prefix(64).drop { $0 <= UInt8(ascii: " ") }.first
      return .failed(.notPicture(url, isMarkup: start == UInt8(ascii: "<")))
    }
    return .picture(body)
  }

  /// Judges why nothing came.
  init(_ error: TransferError) {
    switch error.code {
    case .cancelled: self = .cancelled
    // Whatever it was, it was another address that did not work.
    case _ where (300..<400).contains(error.httpStatus ?? 0): self = .failed(.transfer(error))
    case .unknownHost, .connectionRefused, .unreachable, .tls, .proxy: self = .unreachable(error)
    case .timedOut where error.httpStatus == nil: self = .unreachable(error)
    case .timedOut, .tooSlow, .cutOff, .failed: self = .again(.transfer(error))
    default: self = .failed(.transfer(error))
    }
  }
}

/// The parts of a picture's address that matter here.
struct PictureAddress: Hashable {
  /// In lower case, with the port.
  let host: String
  /// With the query.
  let path: String

  init(_ url: TransferURL) {
    let rest = url.text.split(separator: "://", maxSplits: 1).last ?? ""
    host = rest.prefix { !"/?#".contains($0) }.lowercased()
    path = String(rest.dropFirst(host.count))
  }

  /// Whether it is what Flickr shows instead of a picture that is not there.
  var isPlaceholder: Bool {
    let name = path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
    return name.hasPrefix("photo_unavailable")
  }

  var promisesJPEG: Bool {
    let name = path.prefix { $0 != "?" }.lowercased()
    return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
  }

  /// Whether both are one host, or both Flickr's, who sends from old names to new ones.
  func isSameHost(as other: PictureAddress) -> Bool {
    host == other.host || (isFlickr && other.isFlickr)
  }

  private var isFlickr: Bool { host.hasSuffix(".flickr.com") || host.hasSuffix(".staticflickr.com") }
}
