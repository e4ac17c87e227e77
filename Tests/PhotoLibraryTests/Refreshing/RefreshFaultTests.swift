import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing
import Transfer

@MainActor
@Suite(
  "A refresh that fails says why in one sentence and leaves the library as it was", .timeLimit(.minutes(10)))
struct RefreshFaultTests {
  let library: TestLibrary
  let server: LoopbackFlickr
  let client = FlickrClient(transfer: TransferClient(), retry: .never)

  init() throws {
    library = try TestLibrary()
    server = try LoopbackFlickr()
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LoopbackAnswer
    var sentence: String
  }

  nonisolated static let page = FlickrAnswers.page(photos: FlickrAnswers.photos(30))

  nonisolated static let faults = [
    Fault(testDescription: "404", answer: .html(status: 404, "Not Found"), sentence: "404 Not Found"),
    Fault(
      testDescription: "429", answer: .html(status: 429, "Too Many Requests"), sentence: "asked too often"),
    Fault(testDescription: "500", answer: .html(status: 500, "Oops"), sentence: "500 Internal Server Error"),
    Fault(testDescription: "HTML", answer: .html(status: 200, "Hello"), sentence: "web page"),
    Fault(
      testDescription: "a body that is cut off", answer: .json(page).cut(after: 2_000), sentence: "cut off"),
    Fault(
      testDescription: "a body that ends too early", answer: .json(String(page.prefix(2_000))),
      sentence: "cut off"),
    Fault(testDescription: "no JSON", answer: .json("photos: none"), sentence: "not JSON"),
    Fault(testDescription: "nothing", answer: .json(""), sentence: "empty"),
    Fault(testDescription: "another shape", answer: .json("{\"cats\": [1, 2]}"), sentence: "“cats”"),
    Fault(testDescription: "a list", answer: .json("[1, 2]"), sentence: "no list of photos"),
    Fault(
      testDescription: "a refusal", answer: .json(FlickrAnswers.failure(code: 100, "Invalid API Key")),
      sentence: "“Invalid API Key” (code 100)"),
    Fault(
      testDescription: "50 MB", answer: .large(50 << 20, announced: false), sentence: "larger than 32 MB"),
    Fault(
      testDescription: "a redirect to a file", answer: .redirect(to: "file:///etc/passwd"),
      sentence: "redirect"),
  ]

  @Test("when the server answers with", arguments: faults)
  func fault(_ fault: Fault) async throws {
    server.serve("/photos.json", fault.answer)
    let error = try await failure(.address(TransferURL(server.url + "/photos.json")))
    #expect(error.description.contains(fault.sentence))
  }

  @Test("A refresh from a port without a listener fails")
  func refused() async throws {
    let port = try LoopbackFlickr.closedPort()
    let error = try await failure(.address(TransferURL(port.url + "/photos.json")))
    #expect(error.description.contains("refused the connection"))
    withExtendedLifetime(port) {}
  }

  @Test(
    "when there is no such file, no roll or no key",
    arguments: [
      (PhotoSource.address(TransferURL("file:///nowhere/photos.json")), "/nowhere/photos.json"),
      (.address(TransferURL("file:///nowhere/{page}.json")), "/nowhere/1.json"), (.sample, "sample roll"),
      (.search("sea"), "FLICKR_API_KEY"),
    ])
  func nothingThere(source: PhotoSource, sentence: String) async throws {
    #expect(try await failure(source).description.contains(sentence))
  }

  /// Lets a refresh fail, and checks that it leaves nothing behind.
  private func failure(_ source: PhotoSource) async throws -> FlickrError {
    try await library.importPhotos([.full("1"), .full("2", by: "2@N00", name: "Bob")])
    let before = try await library.rows()
    let error = try await #require(throws: FlickrError.self) {
      try await library.refresh(source, with: client)
    }
    #expect(error.description.hasSuffix(".") && !error.description.contains { $0.isNewline })
    #expect(try await library.rows() == before)
    #expect(try await library.isSound())
    return error
  }
}
