internal import CCurl

extension CurlFunctions {
  /// Returns libcurl's message for the result of a transfer or an option.
  func message(for result: CURLcode) -> String {
    easy_strerror(result).map { String(cString: $0) } ?? ""
  }

  /// Returns libcurl's message for the result of parsing a URL.
  func message(for result: CURLUcode) -> String {
    url_strerror(result).map { String(cString: $0) } ?? ""
  }
}
