import TestSupport
import Testing

@Suite("Numbers before keys", .fewAtOnce)
struct CountTests {
  private func open() async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: (10..<20).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("l")
    return (home, session)
  }

  @Test("3n and 2N go on as many matches, around at the end")
  func matches() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type("/photo\r")
    try await session.wait(forFoot: "“photo” 10 found")
    session.type("3n")
    try await session.wait(forCursor: "Photo 13", inPane: 1)
    session.type("2N")
    try await session.wait(forCursor: "Photo 11", inPane: 1)
    session.type("12n")
    try await session.wait(forCursor: "Photo 13", inPane: 1)
  }

  @Test("3 Space selects three photos, 3p turns every three seconds")
  func selecting() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("3 ", andWaitForFoot: "3 selected")
    #expect(session.screen.panes[1].current == "Photo 13")
    session.press(.escape)
    try await session.wait(forFoot: "3 photos no longer selected")
    try await session.type("3p", andWaitForFoot: "Slide show: a photo every 3 seconds")
    try await session.type("7p", andWaitForFoot: "Slide show: a photo every 7 seconds")
    try await session.type("p", andWaitForFoot: "Slide show stopped")
    try await session.type("12", andWaitForFoot: "12")
  }

  @Test(
    "A key that takes no number says so and does nothing",
    arguments: [
      ("3s", "s (Sort) takes no number"), ("2f", "f (Filter) takes no number"),
      ("4l", "l takes a number in the sheet only"), ("4h", "h takes a number in the sheet only"),
      ("2q", "q (Back or quit) takes no number"),
    ])
  func refused(keys: String, message: String) async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    let before = try await session.wait(forCursor: "Photo 10", inPane: 1)
    let screen = try await session.type(keys, andWaitForFoot: message)
    #expect(screen.body.map { $0.map(\.text) } == before.body.map { $0.map(\.text) })
    session.type("?")
    #expect(try await session.wait(for: "A number typed before a key").contains("5j moves 5 rows"))
  }
}
