import Flickr
import TestSupport
import Testing
import Transfer

@Suite("Without a way to the net")
struct OfflineTests {
  private static let flickr: TransferURL = "https://api.flickr.com/services/rest/?api_key=abc123"
  private static let other: TransferURL = "https://photos.example/page.json"

  @Test(
    "it is said that one is offline, where that is sure",
    arguments: [
      (.unknownHost, flickr, "the host api.flickr.com cannot be found"),
      (.connectionRefused, flickr, "api.flickr.com refuses the connection"),
      (.unreachable, flickr, "api.flickr.com cannot be reached"),
      (.unansweredTLS, flickr, "api.flickr.com cannot be reached"),
    ] as [(TransferError.Code, TransferURL, String)])
  func offline(code: TransferError.Code, url: TransferURL, what: String) {
    let error = FlickrError.transfer(TransferError(code, url, detail: "x"))
    #expect(error.isOffline)
    #expect(error.description == "You seem to be offline: \(what); check the network and try again.")
  }

  @Test(
    "other reasons are not taken for it",
    arguments: [
      (.unknownHost, other), (.connectionRefused, other), (.unreachable, other), (.unansweredTLS, other),
      (.tls, flickr),
      (.timedOut, flickr), (.proxy, flickr),
      (.cutOff, flickr), (.canceled, flickr),
    ] as [(TransferError.Code, TransferURL)])
  func online(code: TransferError.Code, url: TransferURL) {
    let error = TransferError(code, url, detail: "x")
    #expect(!FlickrError.transfer(error).isOffline)
    #expect(FlickrError.transfer(error).description == error.description)
  }

  @Test("An offline client does not retry", .timeLimit(.minutes(10)))
  func noRetry() async throws {
    let port = try LoopbackFlickr.closedPort()
    let patient = FlickrClient(
      transfer: TransferClient(), key: APIKey("abc123"), endpoint: FlickrEndpoint(base: port.url),
      retry: RetryPolicy(attempts: 9, firstDelay: .seconds(3_600), longestDelay: .seconds(3_600)))
    let error = await #expect(throws: FlickrError.self) { try await patient.page(1, of: .recent) }
    #expect(error?.description == "\(port.url.dropFirst(7)) refused the connection.")
    withExtendedLifetime(port) {}
  }
}
