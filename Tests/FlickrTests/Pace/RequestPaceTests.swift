import Foundation
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import Flickr

@Suite("The pace", .timeLimit(.minutes(10)))
struct RequestPaceTests {
  private let folder: TemporaryFolder
  private let clock = ContinuousClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func pace(
    _ path: String? = "state/proofsheet/pace", interval: Duration = .milliseconds(100), budget: Int = 3_600,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> RequestPace {
    let file = path.map { $0.hasPrefix("/") ? $0 : folder.path($0) }
    return RequestPace(file: file, interval: interval, budget: budget, now: now)
  }

  @Test("is one call in each interval, for one process", arguments: [nil, "pace"])
  func alone(path: String?) async throws {
    let pace = pace(path)
    let start = clock.now
    for _ in 0..<5 { try await pace.turn() }
    #expect(clock.now - start >= .milliseconds(395))
  }

  @Test("is one call in each interval, for all who have the file together")
  func together() async throws {
    let start = clock.now
    // Each has its own descriptor, as locks of the file belong to descriptors.
    let paces = (0..<4).map { _ in pace(interval: .milliseconds(50)) }
    try await withThrowingTaskGroup { group in
      for pace in paces { group.addTask { for _ in 0..<5 { try await pace.turn() } } }
      try await group.waitForAll()
    }
    #expect(clock.now - start >= .milliseconds(19 * 50 - 5))
  }

  @Test("lies in a file for its user alone")
  func rights() async throws {
    try await pace().turn()
    func rights(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path(path))[.posixPermissions] as? Int
    }
    #expect(try rights("state/proofsheet/pace") == 0o600)
    #expect(try rights("state/proofsheet") == 0o700)
  }

  @Test("The pace waits when the calls of an hour are used up, and says so; canceled, it ends at once")
  func budget() async throws {
    let time = Mutex(Date())
    let shift: @Sendable (TimeInterval) -> Void = { seconds in time.withLock { $0 += seconds } }
    let clockTime: @Sendable () -> Date = {
      time.withLock { now in
        now += 0.01
        return now
      }
    }
    let first = pace(interval: .zero, budget: 5, now: clockTime)
    let second = pace(interval: .zero, budget: 5, now: clockTime)
    for _ in 0..<3 { try await first.turn() }
    for _ in 0..<2 { try await second.turn() }
    let wait = try await waitAndCancel(first)
    #expect(wait?.reason == .budget)
    #expect((3_500...3_660).contains(wait?.seconds ?? 0))
    shift(3_700)
    try await second.turn()
  }

  /// Returns the reported wait; then cancels the wait, which would take an hour.
  private func waitAndCancel(_ pace: RequestPace) async throws -> FlickrWait? {
    let (waits, continuation) = AsyncStream<FlickrWait>.makeStream()
    let task = Task { try await pace.turn(patience: .seconds(7_200)) { continuation.yield($0) } }
    let wait = await waits.first { _ in true }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    return wait
  }

  @Test("is not stopped by a clock that is set back")
  func clockSetBack() async throws {
    let shift = Mutex(TimeInterval.zero)
    let pace = pace { Date() + shift.withLock { $0 } }
    try await pace.turn()
    shift.withLock { $0 = -86_400 }
    try await expectPromptTurns(pace)
  }

  /// Two calls an interval apart, within the time limit of the suite.
  private func expectPromptTurns(_ pace: RequestPace) async throws {
    try await pace.turn()
    let between = clock.now
    try await pace.turn()
    #expect(clock.now - between >= .milliseconds(50))
  }

  @Test(
    "is kept by each process alone when the file cannot be used",
    arguments: [
      // The first one can be opened and read, but takes only numbers; a full disk takes nothing either.
      "/proc/self/oom_score_adj", "/proc/proofsheet/pace", "/dev/null/pace", "/dev/null", "/dev/full", "",
      "/", "folder", "pipe", "link",
    ])
  func unusable(path: String) async throws {
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("elsewhere"))
    try await expectPromptTurns(pace(path))
    #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
  }

  @Test(
    "goes on from a damaged file, which it mends",
    arguments: [
      "x", "proofsheet pace 1\nlast 17", "proofsheet pace 1\nlast 99999999999.5\n", "\u{0}\u{FF}\n",
    ])
  func damaged(text: String) async throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path("pace")))
    try await expectPromptTurns(pace("pace"))
    let mended = try String(contentsOfFile: folder.path("pace"), encoding: .utf8)
    #expect(PaceLedger(text: mended) != nil)
  }

  @Test("goes on from a file of any size")
  func largeFile() async throws {
    try Data(count: 3_000_000).write(to: URL(filePath: folder.path("pace")))
    try await expectPromptTurns(pace("pace"))
    #expect(try Data(contentsOf: URL(filePath: folder.path("pace"))).count < 1_000)
  }

  @Test("does not wait for ever for a process that was stopped with the lock in its hands")
  func locked() async throws {
    let descriptor = open(folder.path("pace"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    try await expectPromptTurns(pace("pace"))
  }

  @Test("leaves Flickr alone although another process held the lock when Flickr asked")
  func restWhileLocked() async throws {
    let pace = pace("pace")
    try await pace.turn()
    let descriptor = open(folder.path("pace"), O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    pace.rest(for: .seconds(3_600))
    #expect(flock(descriptor, LOCK_UN) == 0)
    let error = await #expect(throws: FlickrError.self) { try await pace.turn(patience: .seconds(60)) }
    guard case .leftAlone = error else { return #expect(Bool(false), "\(String(describing: error))") }
    // The file has it from now on.
    let other = self.pace("pace")
    await #expect(throws: FlickrError.self) { try await other.turn(patience: .seconds(60)) }
  }

  @Test("leaves Flickr alone for as long as it asked one of all processes")
  func rest() async throws {
    let first = pace()
    try await first.turn()
    first.rest(for: .seconds(3_600))
    let second = pace()
    let error = await #expect(throws: FlickrError.self) { try await second.turn(patience: .seconds(60)) }
    guard case .leftAlone(let duration) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((.seconds(3_000)...(.seconds(3_600))).contains(duration))
    #expect(try await waitAndCancel(second)?.reason == .rest)
  }

  @Test(
    "is kept for calls of the API alone",
    arguments: [
      ("https://api.flickr.com/services/rest/?method=x", true),
      ("https://www.flickr.com/services/rest/?x", true),
      ("https://www.flickr.com/services/feeds/photos_public.gne", false),
      ("https://live.staticflickr.com/1/2_3_m.jpg", false), ("https://photos.example/rest/?x", false),
      ("http://192.168.1.5/flickr/rest/?method=x", true), ("http://192.168.1.5/flickr/feeds/x", false),
      ("http://127.0.0.1:8080/rest/?method=x", false), ("http://127.evil.example/rest/", false),
      ("file:///rest/page-1.json", false),
    ])
  func addresses(text: String, isPaced: Bool) {
    let endpoint = FlickrEndpoint(base: "http://192.168.1.5/flickr")
    #expect(RequestPace().applies(to: TransferURL(text), endpoint: endpoint) == isPaced)
  }

  @Test("is not kept on this machine, unless it is asked for")
  func loopback() {
    for host in ["127.0.0.1", "127.8.8.8:99", "localhost", "[::1]:8080"] {
      let endpoint = FlickrEndpoint(base: "http://" + host)
      let url = endpoint.rest + "?method=x"
      #expect(!RequestPace().applies(to: TransferURL(url), endpoint: endpoint))
      #expect(RequestPace(includesLoopback: true).applies(to: TransferURL(url), endpoint: endpoint))
    }
    let elsewhere = FlickrEndpoint(base: "http://127.evil.example")
    #expect(RequestPace().applies(to: TransferURL(elsewhere.rest), endpoint: elsewhere))
  }
}
