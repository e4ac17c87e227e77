import Testing

@testable import Transfer

@Suite("The libcurl of the system")
struct CurlLibraryTests {
  @Test("is refused when it cannot limit protocols or has no TLS")
  func oldLibrary() throws {
    #expect(CurlLibrary.problem == nil)
    #expect(CurlLibrary.problem(version: 0x07_55_00, name: "7.85.0", hasTLS: true) == nil)
    #expect(
      CurlLibrary.problem(version: 0x07_54_00, name: "7.84.0", hasTLS: true)
        == "libcurl 7.84.0 cannot limit protocols; install libcurl 7.85.0 or later")
    #expect(CurlLibrary.problem(version: 0x08_00_00, name: "8.0.0", hasTLS: false) != nil)
  }
}
