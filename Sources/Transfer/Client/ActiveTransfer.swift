internal import CCurl

/// One easy handle and what has come over it so far.
///
/// Not Sendable: it is made, called back and freed on the loop's thread.
final class ActiveTransfer {
  let handle: UnsafeMutableRawPointer
  let order: TransferOrder
  let address: ParsedURL
  var head = ResponseHead()
  var body: [UInt8] = []
  /// Whether a callback of ours ended the transfer, and why.
  var refusal: TransferError?
  private(set) var errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  private var reported = 0

  init(_ order: TransferOrder, userAgent: String) throws(TransferError) {
    let request = order.request
    if order.isCancelled { throw TransferError(.cancelled, request.url) }
    address = try ParsedURL(request.url)
    if address.scheme == "file" { try LocalFile.check(address.path, for: request.url) }
    guard let handle = curl_easy_init() else { throw TransferError(.failed, request.url) }
    self.handle = handle
    self.order = order
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    for line in request.headers { headerLines = curl_slist_append(headerLines, line) ?? headerLines }
    setOptions(userAgent: userAgent, headerLines: headerLines)
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headerLines)
    errorText.deallocate()
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = proofsheet_setopt_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    _ = proofsheet_setopt_pointer(handle, CURLOPT_WRITEDATA, context)
    _ = proofsheet_setopt_data(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      ActiveTransfer.at(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    _ = proofsheet_setopt_pointer(handle, CURLOPT_HEADERDATA, context)
    _ = proofsheet_setopt_data(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      ActiveTransfer.at(context)?.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        ?? 0
    }
    guard order.progress != nil else { return }
    _ = proofsheet_setopt_pointer(handle, CURLOPT_XFERINFODATA, context)
    _ = proofsheet_setopt_progress(handle) { context, expected, received, _, _ in
      ActiveTransfer.at(context)?.report(received: Int(received), expected: Int(expected))
      return 0
    }
    _ = proofsheet_setopt_long(handle, CURLOPT_NOPROGRESS, 0)
  }

  /// The transfer is kept by its set as long as libcurl knows its handle, so the pointer is good in a callback.
  private static func at(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
    context.map { Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes some bytes of body.
  ///
  /// Any answer but their number ends the transfer.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    let limit = order.request.limits.bodyBytes
    guard body.count + bytes.count <= limit else {
      refusal = TransferError(
        .bodyTooLarge, order.request.url, detail: ByteCount.text(limit), httpStatus: head.status)
      return 0
    }
    if body.isEmpty { body.reserveCapacity(min(limit, head.announcedLength ?? 0)) }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard head.receive(bytes) else {
      refusal = TransferError(
        .failed, order.request.url, httpStatus: head.status, curlText: "the header is too large")
      return 0
    }
    // Before libcurl follows it.
    if let location = head.redirect, order.request.url.holdsKey, !address.isOrigin(of: location) {
      refusal = TransferError(
        .foreignRedirect, order.request.url, detail: location, httpStatus: head.status)
      return 0
    }
    return bytes.count
  }

  private func report(received: Int, expected: Int) {
    guard received != reported else { return }
    reported = received
    order.progress?(TransferProgress(received: received, expected: expected > 0 ? expected : nil))
  }
}
