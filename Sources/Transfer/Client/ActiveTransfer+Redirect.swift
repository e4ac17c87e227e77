internal import CCurl

/// Redirects, which libcurl does not follow itself: each target is checked here and nowhere else.
extension ActiveTransfer {
  /// The statuses whose `Location` is followed (RFC 9110, section 15.4).
  private static let statuses: Set<Int> = [300, 301, 302, 303, 307, 308]

  /// A Boolean value that indicates whether the response is a redirect.
  var isRedirect: Bool {
    head.location != nil && status.map(Self.statuses.contains) == true
  }

  /// Prepares the handle for the URL to which the response redirects.
  ///
  /// - Returns: `false` if the response is not a redirect, so that it is the final result.
  /// - Throws: A `TransferError` if the redirect must not be followed.
  func followRedirect(after result: CURLcode) throws(TransferError) -> Bool {
    guard refusal == nil, isRedirect, let location = head.location, Self.hasHeader(result) else {
      return false
    }
    var target = try target(of: location)
    rule.followRedirect(fromLocal: isConnectedLocally)
    guard rule.allows(target) else { throw localAddress(target.host) }
    guard redirects < order.request.limits.redirects else {
      throw redirectError(.tooManyRedirects, String(order.request.limits.redirects))
    }
    // As libcurl itself does: only the same server gets the credentials, those in the address included.
    if address.isOrigin(of: target) {
      target = try target.addingCredentials(of: address)
    } else {
      try dropCredentials()
    }
    redirects += 1
    redirectStatus = status
    address = target
    beginResponse()
    try setAddress()
    return true
  }

  /// The error of a redirect that cannot be continued.
  var restartError: TransferError {
    TransferError(order.isCancelled ? .canceled : .failed, order.request.url, httpStatus: redirectStatus)
  }

  /// Returns whether the header was received completely, regardless of the body: the body of a redirect is
  /// ignored.
  private static func hasHeader(_ result: CURLcode) -> Bool {
    [CURLE_OK, CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED, CURLE_BAD_CONTENT_ENCODING].contains(result)
  }

  private func target(of location: String) throws(TransferError) -> ParsedURL {
    let target: ParsedURL?
    do throws(TransferError) {
      target = try ParsedURL(TransferURL(location), relativeTo: address)
    } catch {
      target = nil
    }
    if order.request.url.holdsKey {
      guard let target, address.isOrigin(of: target) else {
        throw redirectError(.foreignRedirect, TransferURL(location).brief)
      }
      return target
    }
    guard let target, target.scheme != "file" else {
      throw redirectError(.redirectRefused, TransferURL(location).brief)
    }
    return target
  }

  private func redirectError(_ code: TransferError.Code, _ detail: String) -> TransferError {
    TransferError(code, order.request.url, detail: detail, httpStatus: status)
  }
}
