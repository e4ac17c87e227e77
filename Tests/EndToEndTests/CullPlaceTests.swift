import Foundation
import TestSupport
import Testing

@Suite("Going on with judging", .fewAtOnce)
struct CullPlaceTests {
  /// Opens the photos of all photographers, with the cursor where it was left.
  private func open(_ home: Home) async throws -> TerminalSession {
    let session = try home.browse(size: .init(columns: 110, rows: 24))
    try await session.wait(for: "Photographers")
    return session
  }

  /// Opens the photos of a new library.
  private func makeHome() async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: threePhotographers)
    let session = try await open(home)
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes[1].contains("›Anchor") }
    return (home, session)
  }

  /// The URI of the photo at which the judging of all photos was left, as the file says.
  private func place(in home: Home) throws -> String? {
    struct Memory: Decodable {
      struct Place: Decodable { let photo: String }
      let cullPlaces: [String: Place]?
    }
    let file = try Data(contentsOf: URL(filePath: home.library).appending(path: "browser.json"))
    return try JSONDecoder().decode(Memory.self, from: file).cullPlaces?["everything"]?.photo
  }

  @Test("A list opens in culling where it was left, after other lists and a new start; its end is no place")
  func goingOn() async throws {
    let (home, session) = try await makeHome()
    try await session.type("c", andWaitForFoot: "Culling: p picks")
    try await session.type("px", andWaitForFoot: "CULL 2/8")
    try await session.wait(forFoot: "3/8")
    try await session.type("q", andWaitForFoot: "2 of 8 judged")
    try await session.type("a", andWaitForFoot: "/4")
    try await session.type("c", andWaitForFoot: "CULL")
    try await session.type("jjj", andWaitForFoot: "4/4")
    try await session.type("q", andWaitForFoot: "of 4 judged")
    try await session.leave()

    let again = try await open(home)
    try await again.wait(forFoot: "4/4")
    try await again.type("c", andWaitForFoot: "Culling: p picks")
    try await again.wait(forFoot: "CULL 2/4")
    try await again.type("q", andWaitForFoot: "of 4 judged")
    try await again.type("gg", andWaitForFoot: "1/4")
    try await again.type("a", andWaitForFoot: "1/8")
    try await again.type("c", andWaitForFoot: "Culling goes on: p picks")
    try await again.wait(forFoot: "CULL 2/8")
    try await again.wait(forFoot: "3/8")
    try await again.type("q", andWaitForFoot: "2 of 8 judged")
    // Where the cursor was moved to, the judging begins.
    try await again.type("gg", andWaitForFoot: "1/8")
    try await again.type("c", andWaitForFoot: "Culling: p picks")
    try await again.wait(forFoot: "1/8")
  }

  @Test("A program that is killed in culling goes on a second before, at most")
  func killed() async throws {
    let (home, session) = try await makeHome()
    try await session.type("c", andWaitForFoot: "CULL 0/8")
    try await session.type("jjjjj", andWaitForFoot: "6/8")
    try await session.type("q", andWaitForFoot: "of 8 judged")
    try await session.leave()
    let sixth = try #require(try place(in: home))

    let other = try await open(home)
    try await other.type("gg", andWaitForFoot: "1/8")
    try await other.type("c", andWaitForFoot: "CULL 0/8")
    try await other.type("j", andWaitForFoot: "2/8")
    try await other.type("q", andWaitForFoot: "of 8 judged")
    try await other.leave()
    #expect(try place(in: home) != sixth)

    let killed = try await open(home)
    try await killed.type("c", andWaitForFoot: "Culling goes on")
    try await killed.wait(forFoot: "2/8")
    try await killed.type("jjjj", andWaitForFoot: "6/8")
    let limit = ContinuousClock.now + .seconds(60)
    while try place(in: home) != sixth, .now < limit { try await Task.sleep(for: .milliseconds(20)) }
    kill(killed.process, SIGKILL)
    _ = try await killed.exit()

    let last = try await open(home)
    try await last.type("c", andWaitForFoot: "Culling goes on")
    try await last.wait(forFoot: "6/8")
  }
}
