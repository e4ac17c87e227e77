import TestSupport
import Testing

@Suite("Going back over jumps", .fewAtOnce)
struct JumpTests {
  @Test("Ctrl-O goes back to where the cursor was before g, G, a match, a row and all photos")
  func back() async throws {
    let home = try await Home(
      photos: (10..<20).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") }
        + (20..<30).map { LoopbackPhoto($0, "Photo \($0)", by: "Ben") })
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.press(.ctrl("o"))
    try await session.wait(forFoot: "No jump to go back over")
    session.type("l2jG")
    try await session.wait(forCursor: "Photo 19", inPane: 1)
    session.type("/14\r")
    try await session.wait(forCursor: "Photo 14", inPane: 1)
    session.type(":3\r")
    try await session.wait(forCursor: "Photo 12", inPane: 1)
    session.type("a12G")
    try await session.wait(forCursor: "Photo 21", inPane: 1)
    for photo in [12, 12, 14, 19, 12] {
      session.press(.ctrl("o"))
      try await session.wait(forCursor: "Photo \(photo)", inPane: 1)
    }
    #expect(session.screen.panes[0].current == "Ann")
    // To another photographer and back.
    session.type("hj")
    try await session.wait(forCursor: "Photo 20", inPane: 1)
    session.type("lG")
    try await session.wait(forCursor: "Photo 29", inPane: 1)
    session.type("hk")
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.press(.ctrl("o"))
    try await session.wait(forCursor: "Photo 20", inPane: 1)
    #expect(session.screen.panes[0].current == "Ben")
  }
}
