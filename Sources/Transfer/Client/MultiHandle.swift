internal import CCurl

/// libcurl's multi handle, which manages many transfers.
///
/// `@unchecked Sendable` because other threads call only `wakeUp`, which libcurl allows from any thread
/// (https://curl.se/libcurl/c/curl_multi_wakeup.html). `TransferLoop` frees the handle only when no other
/// thread can reach it.
struct MultiHandle: @unchecked Sendable {
  let curl: CurlFunctions
  private let handle: UnsafeMutableRawPointer

  /// Creates a handle; fails only if libcurl cannot be initialized, or memory is exhausted.
  init?(_ curl: CurlFunctions) {
    self.curl = curl
    // libcurl counts the calls, and initializes itself with the first one.
    guard curl.global_init(proofsheet_curl_global_default) == CURLE_OK, let handle = curl.multi_init() else {
      return nil
    }
    self.handle = handle
  }

  func add(_ easy: UnsafeMutableRawPointer) -> Bool {
    curl.multi_add_handle(handle, easy) == CURLM_OK
  }

  func remove(_ easy: UnsafeMutableRawPointer) {
    _ = curl.multi_remove_handle(handle, easy)
  }

  /// Starts the next request of a handle whose last one ended.
  func restart(_ easy: UnsafeMutableRawPointer) -> Bool {
    remove(easy)
    return add(easy)
  }

  func perform() {
    var running: Int32 = 0
    _ = curl.multi_perform(handle, &running)
  }

  /// Returns the next transfer that ended, and libcurl's result.
  func nextEnded() -> (UnsafeMutableRawPointer, CURLcode)? {
    var remaining: Int32 = 0
    while let message = curl.multi_info_read(handle, &remaining) {
      if message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle {
        return (easy, proofsheet_message_result(message))
      }
    }
    return nil
  }

  /// Waits for a socket, a timeout of libcurl or `wakeUp`.
  ///
  /// Without active transfers only `wakeUp` ends it: libcurl's longest timeout (24 days) serves as
  /// unlimited.
  func wait() {
    _ = curl.multi_poll(handle, nil, 0, Int32.max, nil)
  }

  func wakeUp() {
    _ = curl.multi_wakeup(handle)
  }

  func free() {
    _ = curl.multi_cleanup(handle)
  }
}
