public import Transfer

/// Why there is no page of photos.
public enum FlickrError: Error, Hashable, Sendable {
  /// Nothing came.
  case transfer(TransferError)
  /// The server answered, but with a status that is none of success; 429 when it is asked too often.
  case status(Int, url: TransferURL)
  /// Flickr refused (`"stat":"fail"`), with its code and words.
  case failed(code: Int, message: String)
  /// A web page (HTML) or other markup came instead of JSON.
  case markup
  /// What came is not JSON, from the byte at `offset` on.
  case notJSON(offset: Int)
  /// The answer ends in the middle, after so many bytes.
  case cutOff(bytes: Int)
  /// JSON came, but no list of photos; `keys` are the first names in it, none when it is not an object.
  case unexpectedShape(keys: [String])
  /// A list came with more photos than any that Flickr sends.
  case tooManyPhotos(limit: Int)
  /// The server, here or of another process, asked to be left alone for longer than anybody wants to wait.
  case leftAlone(for: Duration)
  /// The source cannot be asked without a key.
  case keyRequired(PhotoSource)
  /// There is no sample roll to read.
  case noSampleRoll
}

extension FlickrError {
  /// Whether the task was cancelled: no failure to speak of.
  public var isCancellation: Bool {
    if case .transfer(let error) = self { error.code == .cancelled } else { false }
  }

  /// Whether there is no way to the net, as far as can be told: a name is not found and no server reached.
  public var isOffline: Bool {
    guard case .transfer(let error) = self else { return false }
    return switch error.code {
    case .unreachable: true
    // Flickr's hosts have names and are there; others may be misspelt, or stopped.
    case .unknownHost, .connectionRefused: error.url.isFlickr
    default: false
    }
  }

  /// Whether it may go better a moment later.
  ///
  /// Flickr's own archive tool tries the same again (flickr-photos-api, “retrying.py”).
  var isTransient: Bool {
    switch self {
    case .status(let status, _): status == 408 || status == 429 || status >= 500
    case .failed(let code, let message): FlickrRefusal(code: code, message: message).isTransient
    case .cutOff, .notJSON, .markup: true
    case .transfer(let error): error.isTransient
    case .unexpectedShape, .tooManyPhotos, .leftAlone, .keyRequired, .noSampleRoll: false
    }
  }

  /// Without the keys of the address that was asked, should what came repeat them.
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
  /// Whether the line was bad, rather than not there or the answer wrong.
  fileprivate var isTransient: Bool {
    switch code {
    case .cutOff, .timedOut, .failed: true
    // CURLE_SSL_CONNECT_ERROR: the connection broke; a certificate that is not trusted has another code.
    case .tls: curlCode == 35
    default: false
    }
  }
}
