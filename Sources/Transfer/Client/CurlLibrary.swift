internal import CCurl

/// The libcurl at run time, which may be older than the one at build time.
enum CurlLibrary {
  /// 7.85.0, the first version with `CURLOPT_PROTOCOLS_STR` and `CURLOPT_REDIR_PROTOCOLS_STR`.
  private static let oldest: UInt32 = 0x07_55_00

  /// The reason why the library cannot be used; `nil` if it can.
  static var problem: String? {
    guard let info = curl_version_info(CURLVERSION_FIRST) else { return "its version is unknown" }
    let name = info.pointee.version.map { String(cString: $0) } ?? ""
    return problem(
      version: info.pointee.version_num, name: name, hasTLS: info.pointee.features & CURL_VERSION_SSL != 0)
  }

  /// Returns the reason why a library of that version cannot be used; `nil` if it can.
  static func problem(version: UInt32, name: String, hasTLS: Bool) -> String? {
    if version < oldest {
      return "libcurl \(name) cannot limit protocols; install libcurl 7.85.0 or later"
    }
    return hasTLS ? nil : "libcurl \(name) has no TLS; install one that has"
  }
}
