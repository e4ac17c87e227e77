import Foundation
import TestSupport
import Testing

/// A source without photos, and its message.
enum BadSource: CaseIterable, CustomTestStringConvertible {
  case noSuchFile, noFile, refused, notFound, tooMany, broken, cutOff, cutJSON, notJSON, webPage
  case otherShape, otherList, refusal, redirectToFile, large, largeUnannounced, noHTTP, empty

  var testDescription: String { "\(self)" }

  /// What the server answers; nil where no server is asked.
  private var answer: LoopbackAnswer? {
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(30, from: 900))
    switch self {
    case .noSuchFile, .noFile, .refused: return nil
    case .notFound: return .html(status: 404, "Not Found")
    case .tooMany: return .html(status: 429, "Too Many Requests")
    case .broken: return .html(status: 500, "Internal Server Error")
    case .cutOff: return .json(page).cut(after: 5_000)
    case .cutJSON: return .json(String(page.prefix(5_000)))
    case .notJSON: return .json("photos: none")
    case .webPage: return .html(status: 200, "Sign in to the network")
    case .otherShape: return .json(#"{"items": {"photo": 1}, "weather": "fine"}"#)
    case .otherList: return .json("[1, 2, 3]")
    case .refusal: return .json(FlickrAnswers.failure(code: 100, "Invalid API Key (Key has invalid format)"))
    case .redirectToFile: return .redirect(to: "file:///etc/passwd")
    case .large: return .large(50 << 20, announced: true)
    case .largeUnannounced: return .large(50 << 20, announced: false)
    case .noHTTP:
      var answer = LoopbackAnswer()
      answer.garbage = Array("\u{1B}[31mgo away\r\n\r\n".utf8)
      return answer
    case .empty: return .json("")
    }
  }

  /// What the sentence says.
  var words: [String] {
    switch self {
    case .noSuchFile: ["There is no file"]
    case .noFile: ["cannot be read"]
    case .refused: ["refused the connection"]
    case .notFound: ["answered 404 Not Found"]
    case .tooMany: ["answered 429 Too Many Requests", "try again in a few minutes"]
    case .broken: ["answered 500 Internal Server Error", "try again later"]
    case .cutOff: ["was cut off"]
    case .cutJSON: ["is cut off after 5000 bytes"]
    case .notJSON: ["is not JSON"]
    case .webPage: ["A web page came instead"]
    case .otherShape: ["no list of photos", "“weather”"]
    case .otherList: ["no list of photos"]
    case .refusal: ["“Invalid API Key (Key has invalid format)” (code 100)"]
    case .redirectToFile: ["redirects to file:", "not followed"]
    case .large, .largeUnannounced: ["is larger than"]
    case .noHTTP: ["cannot be fetched"]
    case .empty: ["is empty"]
    }
  }

  /// Calls `body` with the address of the source.
  func use<Result>(_ home: Home, _ body: (String) async throws -> Result) async throws -> Result {
    guard let answer else {
      let port = try LoopbackFlickr.closedPort()
      defer { withExtendedLifetime(port) {} }
      switch self {
      case .noSuchFile:
        return try await body(home.folder.url.appendingPathComponent("nothing").absoluteString)
      case .noFile: return try await body(home.folder.url.absoluteString)
      default: return try await body(port.url + "/page-1.json")
      }
    }
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", answer)
    return try await body(server.url + "/page-1.json")
  }
}
