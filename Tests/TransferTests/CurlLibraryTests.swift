import Testing

@testable import Transfer

@Suite("The libcurl of the system")
struct CurlLibraryTests {
  @Test("is refused when it cannot limit protocols or has no TLS")
  func oldLibrary() throws {
    _ = try CurlLibrary.loaded.get()
    #expect(CurlLibrary.problem(version: 0x07_55_00, name: "7.85.0", hasTLS: true) == nil)
    #expect(
      CurlLibrary.problem(version: 0x07_54_00, name: "7.84.0", hasTLS: true)
        == "libcurl 7.84.0 cannot limit protocols; install libcurl 7.85.0 or later")
    #expect(CurlLibrary.problem(version: 0x08_00_00, name: "8.0.0", hasTLS: false) != nil)
  }

  @Test(
    "is refused with the reason and the package when it is missing or is another library",
    arguments: [
      ("libnone.so.4", "cannot open shared object file: No such file or directory"),
      ("libc.so.6", "undefined symbol: curl_easy_cleanup"),
    ])
  func missingLibrary(file: String, reason: String) throws {
    let problem = #expect(throws: CurlLibrary.Problem.self) { try CurlLibrary.load(file).get() }
    #expect(problem?.text == "\(file) cannot be loaded (\(reason)); on Debian, the package libcurl4 has it")
    #expect(
      problem?.error(for: "https://example.com/").description
        == "Nothing can be fetched: \(problem?.text ?? "").")
  }
}
