internal import CCurl
internal import Foundation

/// A libcurl easy handle and the data received by it so far: a response, and the redirects before it.
///
/// Not Sendable: it is created, called back and freed on the loop's thread.
final class ActiveTransfer {
  let curl: CurlFunctions
  let handle: UnsafeMutableRawPointer
  let order: TransferOrder
  /// The URL that is being fetched: the request's, or that of the last redirect.
  var address: ParsedURL
  var head = ResponseHead()
  var body: [UInt8] = []
  /// The error with which a callback ended the transfer.
  var refusal: TransferError?
  /// The error of an address of the host that must not be connected to; the host may have others.
  private(set) var connectionRefusal: TransferError?
  /// The number of followed redirects.
  var redirects = 0
  /// The status of the last followed redirect.
  var redirectStatus: Int?
  var rule: LocalNetworkRule
  let start = ContinuousClock.now
  private(set) var errorText: UnsafeMutablePointer<CChar>
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  private var reported = 0
  /// The number of received bytes of the body of a redirect, which is ignored.
  private var droppedBytes = 0

  init(_ order: TransferOrder, userAgent: String, curl: CurlFunctions) throws(TransferError) {
    let request = order.request
    if order.isCancelled { throw TransferError(.canceled, request.url) }
    address = try ParsedURL(request.url)
    rule = LocalNetworkRule(allowsLocal: request.allowsLocalNetwork)
    if address.scheme == "file" { try LocalFile.check(address.path, for: request.url) }
    guard let handle = curl.easy_init() else { throw TransferError(.failed, request.url) }
    self.curl = curl
    self.handle = handle
    self.order = order
    // From here on, an error ends the object by its deinitializer.
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    guard rule.allows(address) else { throw localAddress(address.host) }
    for line in request.headers { headerLines = curl.slist_append(headerLines, line) ?? headerLines }
    try setOptions(userAgent: userAgent, headerLines: headerLines)
    try setAddress()
    try setCallbacks()
  }

  deinit {
    curl.easy_cleanup(handle)
    curl.slist_free_all(headerLines)
    errorText.deallocate()
  }

  /// Discards the response, for that of the next URL.
  func beginResponse() {
    head = ResponseHead()
    body = []
    droppedBytes = 0
    connectionRefusal = nil
    errorText.pointee = 0
  }

  /// Replaces the header fields of the request.
  func replaceHeaderLines(_ lines: [String]) throws(TransferError) {
    let old = headerLines
    headerLines = nil
    for line in lines { headerLines = curl.slist_append(headerLines, line) ?? headerLines }
    defer { curl.slist_free_all(old) }
    try set(headerLines: headerLines)
  }

  func localAddress(_ detail: String) -> TransferError {
    TransferError(.localAddress, order.request.url, detail: detail, httpStatus: status ?? redirectStatus)
  }

  private func setCallbacks() throws(TransferError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(curl.setPointer(handle, CURLOPT_ERRORBUFFER, errorText))
    try check(curl.setPointer(handle, CURLOPT_WRITEDATA, context))
    try check(
      curl.setDataCallback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        ActiveTransfer.at(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      })
    try check(curl.setPointer(handle, CURLOPT_HEADERDATA, context))
    try check(
      curl.setDataCallback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        ActiveTransfer.at(context)?.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      })
    try setConnectionCallbacks(context)
    guard order.progress != nil else { return }
    try check(curl.setPointer(handle, CURLOPT_XFERINFODATA, context))
    try check(
      curl.setProgressCallback(handle) { context, expected, received, _, _ in
        ActiveTransfer.at(context)?.report(received: Int(received), expected: Int(expected))
        return 0
      })
    try set(CURLOPT_NOPROGRESS, 0)
  }

  /// Makes libcurl call back before it connects, and before it sends a request over an existing connection.
  private func setConnectionCallbacks(_ context: UnsafeMutableRawPointer) throws(TransferError) {
    try check(curl.setPointer(handle, CURLOPT_OPENSOCKETDATA, context))
    try check(
      curl.setSocketCallback(handle) { context, _, address in
        guard let address, ActiveTransfer.at(context)?.mayConnect(to: address) == true else {
          return CURL_SOCKET_BAD
        }
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, type, address.pointee.protocol)
      })
    try check(curl.setPointer(handle, CURLOPT_PREREQDATA, context))
    try check(
      curl.setRequestCallback(handle) { context, remoteAddress, _, remotePort, _ in
        let text = remoteAddress.map { String(cString: $0) } ?? ""
        let mayGo = ActiveTransfer.at(context)?.mayRequest(from: text, port: Int(remotePort)) == true
        return mayGo ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      })
  }

  /// The set retains the transfer as long as libcurl knows its handle, so the pointer is valid in a
  /// callback.
  private static func at(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
    context.map { Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    guard let start = proofsheet_socket_address(address) else { return false }
    guard let (ip, port) = IPAddress.read(start, length: Int(address.pointee.addrlen)) else { return true }
    return judge(ip, port: port)
  }

  private func mayRequest(from text: String, port: Int) -> Bool {
    IPAddress(text).map { judge($0, port: port) } ?? true
  }

  private func judge(_ address: IPAddress, port: Int) -> Bool {
    if rule.allows(address, port: port, for: self.address) { return true }
    connectionRefusal = localAddress(self.address.host)
    return false
  }

  /// Receives a part of the body.
  ///
  /// A return value other than the number of bytes ends the transfer.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isRedirect {
      droppedBytes += bytes.count
      return droppedBytes <= Self.mostDropped ? bytes.count : 0
    }
    let limit = order.request.limits.bodyBytes
    guard bytes.count <= limit - body.count else {
      refusal = TransferError(
        .bodyTooLarge, order.request.url, detail: ByteCount.text(limit), httpStatus: status)
      return 0
    }
    if body.isEmpty { body.reserveCapacity(min(limit, Self.mostReserved, head.announcedLength ?? 0)) }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  /// The maximum number of bytes of a redirect's body that are read so that the connection can be reused.
  private static let mostDropped = 64 << 10
  /// The maximum memory that is reserved because the server announces a large body.
  private static let mostReserved = 1 << 20

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard head.receive(bytes) else {
      refusal = TransferError(.headerTooLarge, order.request.url, httpStatus: status)
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
