import PictureBasics
import Transfer

/// The meaning of a response for the requested picture, and for its host.
enum PictureAnswer {
  /// The picture.
  case picture([UInt8])
  /// The picture from the cache, without a request.
  case cached([UInt8])
  /// The host does not have the picture any more.
  case gone
  /// The host asked for a pause, with its duration if known.
  case busy(Duration?)
  /// The host cannot be reached.
  case unreachable(TransferError)
  /// A transient failure, for which a retry may succeed.
  case again(PictureFetchError)
  /// A permanent failure.
  case failed(PictureFetchError)
  case canceled

  /// Evaluates the response to a request.
  ///
  /// Flickr responds to requests for deleted pictures with a redirect to `photo_unavailable.png` and
  /// similar names, or with 404.
  init(_ response: TransferResponse, to url: TransferURL) {
    let (asked, final) = (PictureAddress(url), PictureAddress(response.finalURL))
    if final.isPlaceholder {
      self = .gone
      return
    }
    switch response.status ?? 0 {
    case 200..<300: self = Self.judge(response.body, asked, final, url)
    // Another host, such as the login page of a network, does not know whether the picture exists.
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
    let format = PictureFormat(served: body)
    // A redirect to a file of another format than the name suggests: a placeholder.
    let isStandIn = asked.path != final.path && asked.promisesJPEG && format != .jpeg
    guard format != nil, !isStandIn else {
      let start = body.prefix(64).drop { $0 <= UInt8(ascii: " ") }.first
      return .failed(.notPicture(url, isMarkup: start == UInt8(ascii: "<")))
    }
    return .picture(body)
  }

  /// Evaluates a failed transfer.
  init(_ error: TransferError) {
    switch error.code {
    case .canceled: self = .canceled
    // The failure concerns the target of a redirect, not the requested host.
    case _ where (300..<400).contains(error.httpStatus ?? 0): self = .failed(.transfer(error))
    case .unknownHost, .connectionRefused, .unreachable, .tls, .unansweredTLS, .proxy:
      self = .unreachable(error)
    case .timedOut where error.httpStatus == nil: self = .unreachable(error)
    case .timedOut, .tooSlow, .cutOff, .failed: self = .again(.transfer(error))
    default: self = .failed(.transfer(error))
    }
  }
}
