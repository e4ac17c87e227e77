public import Transfer

/// The result of asking a host whether it has a picture.
public enum PictureAvailability: Hashable, Sendable {
  /// The host has the picture.
  case present
  /// The host does not have the picture any more.
  case gone
  /// A web page came in place of the picture, as in a network that requires a login.
  case markup
  /// The response permits no conclusion.
  case unclear

  /// Evaluates the response to the request for a picture.
  public init(_ response: TransferResponse, to url: TransferURL) {
    switch PictureAnswer(response, to: url) {
    case .picture, .cached: self = .present
    case .gone: self = .gone
    case .failed(.notPicture(_, isMarkup: true)): self = .markup
    default: self = .unclear
    }
  }
}

extension TransferError {
  /// A Boolean value that indicates whether a request for another picture may succeed: the host was reached.
  public var mayConcernOnePicture: Bool {
    switch PictureAnswer(self) {
    case .again, .failed: true
    default: false
    }
  }
}
