internal import CCurl

/// The libcurl of this system, which is loaded when the first transfer or URL needs it.
///
/// A linked libcurl would load 28 more libraries at every start, which takes longer than the rest of the
/// start; most starts transfer nothing.
enum CurlLibrary {
  /// The name of libcurl 7 and 8 built with OpenSSL, on all distributions.
  static let file = "libcurl.so.4"
  /// 7.85.0, the first version with `CURLOPT_PROTOCOLS_STR` and `CURLOPT_REDIR_PROTOCOLS_STR`.
  private static let oldest: UInt32 = 0x07_55_00

  /// The functions of the library, or the reason why it cannot be used; the first access loads the library.
  static let loaded = load(file)

  /// The functions of the library.
  ///
  /// - Throws: A `TransferError` with the code `unusableLibrary`.
  static func functions(for url: TransferURL) throws(TransferError) -> CurlFunctions {
    switch loaded {
    case .success(let functions): return functions
    case .failure(let problem): throw problem.error(for: url)
    }
  }

  /// The reason why a libcurl cannot be used, as the rest of a sentence.
  struct Problem: Error {
    let text: String

    /// Returns the error of a transfer that needs the library.
    func error(for url: TransferURL) -> TransferError {
      TransferError(.unusableLibrary, url, detail: text)
    }
  }

  /// Loads a library and checks that it can enforce the limits of transfers.
  static func load(_ file: String) -> Result<CurlFunctions, Problem> {
    let functions = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
    defer { functions.deallocate() }
    if let reason = proofsheet_curl_load(file, functions) {
      // The loader begins its message with the name of the file.
      let reason = String(cString: reason).split(separator: ": ", maxSplits: 1).last ?? ""
      return .failure(
        Problem(text: "\(file) cannot be loaded (\(reason)); on Debian, the package libcurl4 has it"))
    }
    if let problem = problem(of: functions.pointee) { return .failure(Problem(text: problem)) }
    return .success(functions.pointee)
  }

  private static func problem(of curl: CurlFunctions) -> String? {
    guard let info = curl.version_info(CURLVERSION_FIRST) else { return "the version of libcurl is unknown" }
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
