import Foundation
import TestSupport
import Testing

@Suite("A refresh ends with figures", .fewAtOnce)
struct FigureTests {
  private let home: Home
  private let flickr: FakeFlickr

  init() throws {
    home = try Home()
    flickr = try FakeFlickr(photos: 700)
  }

  private var key: [String: String] { ["FLICKR_API_KEY": "0123456789abcdef"] }

  private func arguments(_ more: String...) -> [String] {
    ["refresh", "--source", "recent", "--endpoint", flickr.url] + more
  }

  @Test("also when it fails: as text behind the reason, and as JSON with it")
  func failing() async throws {
    flickr.faults.add("fail:100:Invalid API Key (Key has expired)", arguments: ["page": "2"])
    let run = try await home.run(arguments("--all"), environment: key)
    run.expectFailure(
      "the key was ended",
      "; 250 new photos (1 page, 2 requests).")
    let json = try await home.run(arguments("--all", "--json"), environment: key)
    #expect(json.status == 1 && json.errors.hasPrefix("proofsheet: Flickr says"))
    let (numbers, words) = try json.figures()
    #expect(numbers["new"] == 0 && numbers["requests"] == 1 && numbers["photos"] == 250)
    #expect(words["end"] == "failed" && words["error"]?.contains("the key was ended") == true)
  }

  @Test("also when Ctrl-C cancels it, with what came until then")
  func canceled() async throws {
    flickr.faults.add("stall-head", arguments: ["page": "2"])
    let session = try home.browse(
      "refresh", "--source", "recent", "--endpoint", flickr.url, "--all", "--json",
      size: .init(columns: 200, rows: 24), environment: key)
    try await session.wait(until: "page 2") { $0.text.contains("Waiting for page 2") }
    try await flickr.server.waitForRequests(2)
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(130))
    let sentence =
      "proofsheet: Refresh canceled: 250 new photos, 0 changed, 0 unchanged; the library has 250 photos "
      + "(1 page, 2 requests)."
    #expect(session.screen.text.contains(sentence))
    #expect(session.screen.text.contains(#""end":"canceled","missing":0,"missingPackages":{},"new":250,"#))
    #expect(try await home.run("photos").lines.count == 250)
    try await home.run("check").expectSuccess()
  }

  @Test("A refresh goes on after a signal that its parent had ignored")
  func ignoredSignal() async throws {
    let server = try LoopbackFlickr()
    server.serve(
      "/page.json",
      LoopbackAnswer.json(FlickrAnswers.page(photos: FlickrAnswers.photos(3))).stalled(.beforeHeader))
    let run = Task { [home] in
      try await home.shell(
        """
        trap '' INT
        "$P" refresh --source "$SOURCE" &
        until [ -e asked ]; do sleep 0.01; done
        kill -INT $!
        : >sent
        wait $!
        """, environment: ["SOURCE": server.url + "/page.json"])
    }
    try await server.waitForRequests(1)
    _ = try home.file("asked", "")
    while !FileManager.default.fileExists(atPath: home.folder.path("sent")) { await Task.yield() }
    server.release()
    let ended = try await run.value
    ended.expectSuccess()
    #expect(ended.output.hasPrefix("3 new photos"))
  }

  @Test("A failed or canceled refresh ends with figures in the foot of the browser")
  func browser() async throws {
    flickr.faults.add("stall-head", arguments: ["page": "2"])
    let session = try home.browse(
      "--source", "recent", "--endpoint", flickr.url, size: .init(columns: 200, rows: 24), environment: key)
    try await session.wait(forFoot: "? help")
    try await session.type("5r", andWaitForFoot: "Waiting for page 2")
    try await flickr.server.waitForRequests(2)
    session.press(.escape)
    try await session.wait(forFoot: "Refresh canceled, 250 new photos")
    flickr.faults.removeAll()
    flickr.faults.add("fail:112", arguments: ["page": "2"])
    try await session.type(
      "5r", andWaitForFoot: "; nothing added")
    session.type("j")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
  }
}
