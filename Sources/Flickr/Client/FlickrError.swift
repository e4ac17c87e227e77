public import Transfer

/// The reason why a page of photos could not be fetched.
public enum FlickrError: Error, Hashable, Sendable {
  /// There was no response.
  case transfer(TransferError)
  /// The server responded with an unsuccessful status; 429 if the rate limit was exceeded.
  case status(Int, url: TransferURL)
  /// Flickr refused the request (`"stat":"fail"`), with its code and message.
  case failed(code: Int, message: String)
  /// The response is a web page (HTML) or other markup instead of JSON.
  case markup
  /// The response is invalid JSON from the byte at `offset`.
  case notJSON(offset: Int)
  /// The response was truncated after `bytes` bytes.
  case cutOff(bytes: Int)
  /// The response is JSON without a list of photos; `keys` are its first names, none if it is not an
  /// object.
  case unexpectedShape(keys: [String])
  /// The list has more photos than any that Flickr sends.
  case tooManyPhotos(limit: Int)
  /// A server asked, this process or another one, for a longer delay than the patience of the client.
  case leftAlone(for: Duration)
  /// The source needs an API key.
  case keyRequired(PhotoSource)
  /// There is no sample roll to read.
  case noSampleRoll
}

extension FlickrError {
  /// A Boolean value that indicates whether the task was canceled, which is not reported as a failure.
  public var isCancellation: Bool {
    if case .transfer(let error) = self { error.code == .canceled } else { false }
  }

  /// A Boolean value that indicates whether the network seems unavailable: Flickr cannot be found or reached.
  public var isOffline: Bool {
    guard case .transfer(let error) = self else { return false }
    return switch error.code {
    // Flickr's hosts are known to exist; other hosts may be misspelled, or stopped.
    case .unknownHost, .connectionRefused, .unreachable, .unansweredTLS: error.url.isFlickr
    default: false
    }
  }

  /// A Boolean value that indicates whether the answer to this request is at fault, so that the request for another page can
  /// succeed.
  public var concernsPage: Bool {
    switch self {
    case .status(let status, _): status != 429
    // Other refusals, such as that of the key, are those of every request.
    case .failed(let code, let message): FlickrRefusal(code: code, message: message).isTransient
    case .markup, .notJSON, .cutOff, .unexpectedShape, .tooManyPhotos: true
    case .transfer, .leftAlone, .keyRequired, .noSampleRoll: false
    }
  }

  /// A Boolean value that indicates whether Flickr refused the request, and would refuse it again.
  public var isRefusal: Bool {
    if case .failed(let code, let message) = self {
      !FlickrRefusal(code: code, message: message).isTransient
    } else {
      false
    }
  }

  /// A Boolean value that indicates whether a retry may succeed.
  ///
  /// Flickr's own archive tool retries in the same cases (flickr-photos-api, “retrying.py”).
  var isTransient: Bool {
    switch self {
    case .status(let status, _): status == 408 || status == 429 || status >= 500
    case .failed(let code, let message): FlickrRefusal(code: code, message: message).isTransient
    case .cutOff, .notJSON, .markup: true
    case .transfer(let error): error.isTransient
    case .unexpectedShape, .tooManyPhotos, .leftAlone, .keyRequired, .noSampleRoll: false
    }
  }

  /// Returns the error without the keys of the requested URL, in case the response repeats them.
  func hidingKeys(of url: TransferURL) -> FlickrError {
    let keys = url.keys.filter { !$0.isEmpty }
    func hide(_ text: String) -> String { keys.reduce(text) { $0.replacing($1, with: "…") } }
    return switch self {
    case .failed(let code, let message): .failed(code: code, message: hide(message))
    case .unexpectedShape(let keys): .unexpectedShape(keys: keys.map(hide))
    case .transfer(let error):
      .transfer(
        TransferError(
          error.code, error.url, detail: hide(error.detail), httpStatus: error.httpStatus,
          curlCode: error.curlCode, curlText: hide(error.curlText)))
    default: self
    }
  }
}

extension TransferError {
  /// A Boolean value that indicates whether the connection failed transiently, as opposed to a missing host
  /// or an invalid response.
  fileprivate var isTransient: Bool {
    switch code {
    case .cutOff, .timedOut, .failed: true
    // CURLE_SSL_CONNECT_ERROR: the connection broke; an untrusted certificate has another code.
    case .tls: curlCode == 35
    default: false
    }
  }
}
