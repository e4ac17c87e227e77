import TestSupport
import Testing

@Suite("sync", .fewAtOnce)
struct SyncTests {
  private let home: Home
  private let flickr: FakeFlickr
  private let ids: [String]

  init() async throws {
    home = try Home()
    flickr = try FakeFlickr(photos: 30)
    ids = flickr.world.ids
    try await home.run(
      "refresh", "--source", "feed", "--endpoint", flickr.url
    ).expectSuccess()
  }

  private func sync(_ more: String..., key: String? = nil) async throws -> CommandRun {
    try await home.run(
      ["sync", "--endpoint", flickr.url] + more, environment: key.map { ["FLICKR_API_KEY": $0] } ?? [:])
  }

  @Test("sync prints photos that are gone, then figures; as JSON in one object", arguments: [nil, "abc"])
  func report(key: String?) async throws {
    flickr.change { $0.delete(ids[4]) }
    let run = try await sync(key: key)
    run.expectSuccess()
    #expect(run.lines.count == 2 && run.lines[0].hasPrefix("gone\t\(ids[4])\t"))
    #expect(run.lines[1].hasPrefix("20 photos checked, 1 removed by their owners, 19 still there"))
    let json = try await sync("--json", "--limit", "5", key: key)
    json.expectSuccess()
    let (numbers, words) = try json.figures()
    #expect(numbers["checked"] == 5 && numbers["present"] == 5 && numbers["waiting"] == 14)
    #expect(words == ["end": "limit"])
    try await home.run("check").expectSuccess()
  }

  @Test("ends at once by Ctrl-C, and keeps what it found out")
  func canceled() async throws {
    flickr.change { $0.delete(ids[0]) }
    flickr.faults.add("stall-head", arguments: ["method": "flickr.photos.getInfo"], after: 3)
    let session = try home.browse(
      "sync", "--endpoint", flickr.url, size: .init(columns: 120, rows: 24),
      environment: ["FLICKR_API_KEY": "abc"])
    try await session.wait(until: "the fourth photo") { $0.text.contains("Checking photo 4 of 20") }
    try await flickr.server.waitForRequests(5)
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(130))
    let sentence =
      "proofsheet: Sync canceled: 3 photos checked, 1 removed by their owners, 2 still there; 17 not checked yet."
    #expect(session.screen.text.contains(sentence))
    #expect(session.screen.text.contains("gone"))
    let next = try await sync("--json", "--limit", "100")
    #expect(try next.figures().numbers["checked"] == 19)
  }

  @Test("without a library, with a bad limit or a wrong key is refused")
  func refused() async throws {
    try await Home().run("sync").expectFailure("There is no library in")
    #expect(try await sync("--limit", "0").status == 64)
    flickr.manners.keys = ["good"]
    try await sync(key: "bad").expectFailure("there is no such key", "; no photo checked")
  }
}
