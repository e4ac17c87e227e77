import Foundation
import TestSupport
import Testing

@Suite("A refresh that has to wait", .fewAtOnce)
struct WaitingTests {
  private let home: Home
  private let server: LoopbackFlickr

  init() async throws {
    home = try await Home(photos: threePhotographers)
    server = try LoopbackFlickr()
  }

  /// Waits in the browser until the foot shows `text`, then cancels the wait.
  private func wait(saying text: String) async throws {
    let session = try home.browse(
      "--source", "recent", "--endpoint", server.url, size: .init(columns: 120, rows: 24),
      environment: ["FLICKR_API_KEY": "abc123", "PROOFSHEET_PACE": "always"])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("r")
    try await session.wait(until: text) { $0.foot.contains(text) && $0.foot.contains("Esc cancels") }
    session.press(.escape)
    try await session.wait(forFoot: "Refresh canceled")
    session.type("q")
    #expect(try await session.exit() == .exited(0))
  }

  @Test("A refresh that waits because Flickr is busy says so, and can be canceled")
  func busy() async throws {
    server.serve("/rest/", .tooMany(retryAfter: 55))
    try await wait(saying: "Page 1 failed; trying again in 55 s")
  }

  @Test("A refresh that waits because another process was asked to pause says so, and can be canceled")
  func rest() async throws {
    let folder = home.folder.url.appendingPathComponent("state/proofsheet")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let now = Date().timeIntervalSince1970
    let ledger = "proofsheet pace 1\nrest \(now) \(now + 59)\n"
    try Data(ledger.utf8).write(to: folder.appendingPathComponent("pace"))
    try await wait(saying: "Page 1 waits, as Flickr asked to be left alone: ")
    #expect(server.requests.isEmpty)
  }
}
