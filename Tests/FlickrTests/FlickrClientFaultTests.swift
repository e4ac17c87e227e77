import Flickr
import Foundation
import Synchronization
import TestSupport
import Testing
import Transfer

@Suite("A page that cannot be had", .timeLimit(.minutes(10)))
struct FlickrClientFaultTests {
  let server: LoopbackFlickr

  init() throws {
    server = try LoopbackFlickr()
  }

  private func client(attempts: Int = 1, longestDelay: Duration = .milliseconds(2)) -> FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("abc123"), endpoint: FlickrEndpoint(base: server.url),
      retry: RetryPolicy(attempts: attempts, firstDelay: .milliseconds(1), longestDelay: longestDelay))
  }

  private func failure(_ answers: LoopbackAnswer, attempts: Int = 1) async throws -> FlickrError {
    server.serve("/rest/", answers)
    return try await #require(throws: FlickrError.self) {
      try await client(attempts: attempts).page(1, of: .recent)
    }
  }

  @Test(
    "because of its status says which",
    arguments: [
      (404, "404 Not Found", "."),
      (429, "429 Too Many Requests", ": it is asked too often; try again in a few minutes."),
      (500, "500 Internal Server Error", ": try again later."),
      (502, "502 Bad Gateway", ": try again later."),
      (418, "418", "."),
    ])
  func status(status: Int, name: String, advice: String) async throws {
    let text = try await failure(.html(status: status, "x")).description
    let address = "\(server.url)/rest/?method=flickr.photos.getRecent&…"
    #expect(text == "The server answered \(name) to \(address)\(advice)")
  }

  @Test("of the API is no end of the list, also if it is a later one that does not exist", arguments: [1, 2])
  func missingPage(number: Int) async throws {
    server.serve("/rest/", .html(status: 404, "x"))
    let error = try await #require(throws: FlickrError.self) {
      try await client().page(number, of: .recent)
    }
    #expect(error.description.contains("404 Not Found") && error.concernsPage)
  }

  @Test(
    "because Flickr refused has Flickr's words without the key, whatever the status", arguments: [200, 401])
  func refused(status: Int) async throws {
    var answer = LoopbackAnswer.json(FlickrAnswers.failure(code: 100, "Key abc123 has expired"))
    answer.status = status
    #expect(try await failure(answer) == .failed(code: 100, message: "Key … has expired"))
  }

  @Test(
    "because it is asked too often says so and is tried again, also if Flickr's words give another reason")
  func busyInOtherWords() async throws {
    var answer = LoopbackAnswer.json(FlickrAnswers.failure(code: 999, "Rate limit exceeded"))
    answer.status = 429
    let error = try await failure(answer, attempts: 3)
    guard case .status(429, _) = error else { return #expect(Bool(false), "\(error)") }
    #expect(server.requests.count == 3)
  }

  @Test("because of what came says what came")
  func bodies() async throws {
    #expect(try await failure(.html(status: 200, "Log in")) == .markup)
    #expect(try await failure(.json("nonsense")) == .notJSON(offset: 1))
    #expect(try await failure(.json(#"{"sizes":[]}"#)) == .unexpectedShape(keys: ["sizes"]))
    #expect(try await failure(.json(#"{"photos":{"#)) == .cutOff(bytes: 11))
    #expect(try await failure(.json("")) == .cutOff(bytes: 0))
  }

  @Test("because of damaged compression or a huge header says so, and is not tried again")
  func notRetried() async throws {
    let field = ("X-Long", String(repeating: "a", count: 1_000_000))
    let answers = [
      LoopbackAnswer(headers: [("Content-Encoding", "gzip")], body: Array("no gzip".utf8)),
      LoopbackAnswer(headers: [field], body: Array("{}".utf8)),
    ]
    for (answer, words) in zip(answers, ["cannot be unpacked", "header"]) {
      let before = server.requests.count
      let error = try await failure(answer, attempts: 4)
      #expect(error.description.contains(words), "\(error)")
      #expect(server.requests.count == before + 1)
    }
  }

  @Test("because of the transfer says so without the key")
  func transfer() async throws {
    let answers = [
      LoopbackAnswer.json("{}").framed(.falseLength(99)), .large(50 << 20, announced: true),
      .redirect(to: "file:///etc/passwd"), .gzipBomb(50 << 20),
    ]
    let codes: [TransferError.Code] = [.cutOff, .bodyTooLarge, .foreignRedirect, .bodyTooLarge]
    for (answer, code) in zip(answers, codes) {
      let error = try await failure(answer)
      guard case .transfer(let transfer) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(transfer.code == code)
      var dumped = ""
      dump(error, to: &dumped)
      #expect(!"\(error) \(dumped) \(String(reflecting: error))".contains("abc123"))
    }
  }

  @Test(
    "at once is had when it is asked for again",
    arguments: [
      LoopbackAnswer.html(status: 429, "Too Many Requests"), .html(status: 503, "x"),
      .json(FlickrAnswers.failure(code: 105, "x")), .json(FlickrAnswers.failure(code: 201, "x") + ","),
      .json(FlickrAnswers.failure(code: 0, "x")),
      .json(FlickrAnswers.failure(code: 10, "Sorry, the Flickr search API is not currently available.")),
      .html(status: 408, "x"), .html(status: 200, "Log in"), .json("{"), .json(""), .json("nonsense"),
      .json("{}").framed(.falseLength(99)), .json("0123456789").cut(after: 4),
      .json("0123456789").cut(after: 0),
    ])
  func retry(answer: LoopbackAnswer) async throws {
    server.serve("/rest/", answer, answer, .json(FlickrAnswers.page(photos: FlickrAnswers.photos(1))))
    #expect(try await client(attempts: 3).page(1, of: .recent)?.records.count == 1)
    #expect(server.requests.count == 3)
  }

  @Test("is asked for no more often than the policy allows")
  func attempts() async throws {
    _ = try await failure(.html(status: 500, "x"), attempts: 4)
    #expect(server.requests.count == 4)
  }

  @Test(
    "for good is asked for once",
    arguments: [
      LoopbackAnswer.html(status: 404, "x"), .json(FlickrAnswers.failure(code: 100, "x")),
      .json(FlickrAnswers.failure(code: 1, "Photo not found")), .json("{}"), .redirect(to: "ftp://x.org/"),
      .large(50 << 20, announced: true),
    ])
  func noRetry(answer: LoopbackAnswer) async throws {
    _ = try await failure(answer, attempts: 4)
    #expect(server.requests.count == 1)
  }

  @Test("because nothing comes any more is asked for again")
  func stalled() async throws {
    let page = LoopbackAnswer.json(FlickrAnswers.page(photos: FlickrAnswers.photos(1)))
    server.serve("/rest/", page.stalled(.after(10)), page)
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("abc123"), endpoint: FlickrEndpoint(base: server.url),
      retry: RetryPolicy(attempts: 2, firstDelay: .milliseconds(1)),
      limits: TransferLimits(stallTime: .seconds(1)))
    #expect(try await client.page(1, of: .recent)?.records.count == 1)
    #expect(server.requests.count == 2)
  }

  @Test("in a file is not looked for again")
  func file() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("page.json")
    try Data("{".utf8).write(to: URL(filePath: path))
    let clock = ContinuousClock()
    let patient = FlickrClient(
      transfer: TransferClient(),
      retry: RetryPolicy(attempts: 9, firstDelay: .seconds(3_600), longestDelay: .seconds(3_600)))
    let start = clock.now
    await #expect(throws: FlickrError.cutOff(bytes: 1)) {
      try await patient.page(1, of: .address(TransferURL("file://" + path)))
    }
    #expect(clock.now - start < .seconds(3_600))
  }

  @Test("before a time that is too far away is not waited for, and that is said")
  func longRetryAfter() async throws {
    let error = try await failure(.tooMany(retryAfter: 3_600), attempts: 4)
    #expect(error == .leftAlone(for: .seconds(3_600)))
    #expect(error.description == "The server asked to be left alone for another 60 min; try again then.")
    #expect(server.requests.count == 1)
  }

  @Test("before a time is had at that time, given in seconds or as a date", arguments: [true, false])
  func retryAfter(isDate: Bool) async throws {
    var answer = LoopbackAnswer.tooMany(retryAfter: 2)
    if isDate {
      // Whole seconds, of which the running one has passed in part.
      let time = Date(timeIntervalSinceNow: 3).formatted(Self.httpDate)
      answer.headers = [("Content-Type", "text/html"), ("Retry-After", time)]
    }
    server.serve("/rest/", answer, .json(FlickrAnswers.page(photos: FlickrAnswers.photos(1))))
    let clock = ContinuousClock()
    let start = clock.now
    let waits = Waits()
    let page = try await client(attempts: 2).page(1, of: .recent) { _ in
    } waiting: {
      waits.record($0)
    }
    #expect(page?.records.count == 1)
    #expect(clock.now - start >= .seconds(1))
    let wait = try #require(waits.all.first)
    #expect(waits.all.count == 1 && (1...3).contains(wait.seconds))
    #expect(wait.why == "failed; trying again in")
  }

  /// RFC 9110, section 5.6.7.
  private static let httpDate = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

  @Test(
    "A canceled page ends with a cancellation, in a transfer and in a wait",
    arguments: [true, false])
  func cancellation(isWaiting: Bool) async throws {
    server.serve("/rest/", isWaiting ? .html(status: 429, "x") : .json("{}").stalled(.beforeHeader))
    let patient = FlickrClient(
      transfer: TransferClient(), key: APIKey("abc123"), endpoint: FlickrEndpoint(base: server.url),
      retry: RetryPolicy(attempts: 2, firstDelay: .seconds(3_600), longestDelay: .seconds(3_600)))
    let task = Task { try await patient.page(1, of: .recent) }
    try await server.waitForRequests(1)
    task.cancel()
    let error = await #expect(throws: FlickrError.self) { try await task.value }
    #expect(error?.isCancellation == true)
  }
}

/// The reported pauses.
final class Waits: Sendable {
  private let waits = Mutex<[FlickrWait]>([])

  func record(_ wait: FlickrWait) { waits.withLock { $0.append(wait) } }

  var all: [FlickrWait] { waits.withLock { $0 } }
}
