import Foundation
import TestSupport
import Testing

@Suite("The map", .fewAtOnce)
struct MapTests {
  private static let size = TerminalSession.Size(columns: 120, rows: 32)

  /// Three photos in Lisbon, one in Porto, two in Tokyo, and two without a place.
  private static var photos: [LoopbackPhoto] {
    let places: [(String, (latitude: Double, longitude: Double)?)] = [
      ("Alfama", (38.712, -9.13)), ("Belem", (38.697, -9.206)), ("Chiado", (38.71, -9.142)),
      ("Douro", (41.14, -8.61)), ("Edo", (35.68, 139.76)), ("Fuji", (35.36, 138.73)), ("Gate", nil),
      ("Hall", nil),
    ]
    return zip(1..., places).map { number, place in
      var photo = LoopbackPhoto(number, place.0, by: number.isMultiple(of: 2) ? "Ann" : "Bob")
      photo.place = place.1
      return photo
    }
  }

  private func open(
    size: TerminalSession.Size = MapTests.size, environment: [String: String] = [:]
  ) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: size, environment: environment)
    try await session.wait(for: "Photographers")
    session.type("a")
    try await session.wait(for: "/8")
    return (home, session)
  }

  @Test(
    "Enter lists the photos that were counted, Esc goes back to the same place, and the map follows deletions"
  )
  func clusters() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("gW", andWaitForFoot: "6 photos with a place, 2 without")
    try await session.wait(forFoot: "4 here · ")
    // Coasts are braille.
    #expect(session.screen.lines.joined().contains { ("\u{2801}"..."\u{28FF}").contains($0) })
    session.type("4+")
    let enlarged = try await session.wait(forFoot: "3 here · Lisbon")
    #expect(enlarged.foot.contains("4 in view"))
    session.press(.enter)
    try await session.wait(until: "the photos of the cluster") {
      $0.panes.count > 1 && $0.panes[1].bottom.contains("/3") && $0.panes[1].top.contains("box:")
        && $0.contains("Alfama") && $0.contains("Belem") && $0.contains("Chiado")
    }
    try await session.wait(forFoot: "3 photos · Lisbon")
    try await session.type("gd", andWaitForFoot: "Deleted “Alfama”")
    session.press(.escape)
    let back = try await session.wait(forFoot: "2 here · Lisbon")
    #expect(back.foot.contains("5 photos with a place, 2 without"))
    #expect(back.foot.contains("3 in view"))
    session.type("q")
    try await session.wait(until: "all photos") {
      $0.panes.count > 1 && $0.panes[1].bottom.contains("/7") && !$0.panes[1].top.contains("box:")
    }
    try await session.type("u", andWaitForFoot: "Brought back “Alfama”")
    try await session.type("gW", andWaitForFoot: "6 photos with a place")
    try await session.type("l", andWaitForFoot: "2 here · ")
    session.type("q")
    try await session.wait(until: "the list") { $0.panes.count > 1 && $0.panes[1].bottom.contains("/8") }
    try await session.leave()
  }

  @Test("The map shows the filtered photos, keeps the filter, and q in the list goes back to it")
  func filter() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("fby:Bob\r", andWaitForFoot: "/by:Bob")
    try await session.wait(for: "/4")
    try await session.type("W", andWaitForFoot: "3 photos with a place, 1 without")
    session.press(.enter)
    try await session.wait(until: "the photos of the cluster") {
      $0.panes.count > 1 && $0.panes[1].top.contains("by:Bob box:") && $0.panes[1].bottom.contains("/2")
    }
    try await session.type("q", andWaitForFoot: "3 photos with a place, 1 without")
    // The map comes back to the filter that it was opened with.
    session.press(.escape)
    try await session.wait(until: "the filtered list") {
      $0.panes.count > 1 && $0.panes[1].top.hasSuffix("by:Bob")
        || $0.contains("/by:Bob")
          && !$0.contains("box:") && $0.contains("/4")
    }
  }

  @Test("f begins a filter near the cursor, which Esc gives up and Enter keeps")
  func near() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("gW", andWaitForFoot: "4 here · ")
    try await session.type("4+", andWaitForFoot: "3 here · Lisbon")
    try await session.type("f", andWaitForFoot: "Filter: near:38.71,-9.16,")
    session.press(.escape)
    try await session.wait(forFoot: "3 here · Lisbon")
    try await session.type("f", andWaitForFoot: "Filter: near:38.71,-9.16,")
    session.press(.enter)
    try await session.wait(until: "the photos nearby") {
      $0.panes.count > 1 && $0.panes[1].top.contains("near:38.7") && $0.contains("Alfama")
        && !$0.contains("Douro") && !$0.foot.contains("Filter")
    }
    session.press(.escape)
    try await session.wait(forFoot: "here · Lisbon")
  }

  @Test("The command line finds the photos around a town that none of them mentions")
  func town() async throws {
    let home = try await Home(photos: Self.photos)
    let run = try await home.run("photos", "near:tokyo,10km")
    run.expectSuccess()
    #expect(run.lines.count == 1 && run.output.contains("Edo"))
  }

  @Test("The mouse selects a number, and the wheel zooms where it is")
  func mouse() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    let screen = try await session.type("gW", andWaitForFoot: "4 here · ")
    let row = try #require(screen.lines.lastIndex { $0.contains("2") && !$0.contains("with a place") })
    let line = screen.lines[row]
    let column = line.distance(from: line.startIndex, to: try #require(line.lastIndex(of: "2")))
    let place = TerminalModel.Position(row: row, column: column)
    session.press(TerminalSession.Key.click(place))
    try await session.wait(forFoot: "2 here · ")
    session.press(TerminalSession.Key.mouse(.init(.press(.wheelUp), at: place)))
    try await session.wait(forFoot: "6 in view")
    session.press(TerminalSession.Key.mouse(.init(.press(.wheelUp), at: place)))
    session.press(TerminalSession.Key.mouse(.init(.press(.wheelUp), at: place)))
    try await session.wait(forFoot: "2 in view")
    // To the east, until Japan is gone.
    for _ in 0..<2 {
      session.press(.mouse(.init(.press(.left), at: .init(row: row, column: 110))))
      session.press(.mouse(.init(.drag(.left), at: .init(row: row, column: 5))))
      session.press(.mouse(.init(.release(.left), at: .init(row: row, column: 5))))
    }
    try await session.wait(for: "No photos in view")
    try await session.type("0", andWaitForFoot: "here · ")
  }

  @Test("The map fits a small terminal, and needs neither colors nor Unicode")
  func small() async throws {
    let (home, session) = try await open(
      size: .init(columns: 40, rows: 12), environment: ["NO_COLOR": "1", "LC_ALL": "C"])
    defer { withExtendedLifetime(home) {} }
    let screen = try await session.type("gW", andWaitForFoot: "4 here")
    let isASCII = screen.lines.joined().allSatisfy { $0.isASCII }
    #expect(isASCII)
    #expect(screen.lines.count { $0.contains(".") } > 6)
    try await session.type("l", andWaitForFoot: "2 here")
  }

  @Test("Line by line, the map is a list of places whose numbers select them")
  func linear() async throws {
    let home = try await Home(photos: Self.photos)
    let input = home.folder.path("input")
    let lines = ["all", "map", "2", "show", "Esc", "close", "quit"].map { $0 + "\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: input))
    let run = try await home.shell("\"$P\" --linear < \"$INPUT\"", environment: ["INPUT": input])
    run.expectSuccess()
    let output = run.output.split(separator: "\n").map(String.init)
    let expected = [
      "All photos, by title: 8", "Map: 6 with a place, 2 without, 2 clusters with 6 photos in view",
      "1. 4 photos, ", "2. 2 photos, ", "2. 2 photos, ", "All photos with “box:", "1. Edo", "2. Fuji",
      "Map: 6 with a place", "All photos, by title: 8",
    ]
    var rest = output[...]
    for line in expected {
      let index = try #require(
        rest.firstIndex { $0.hasPrefix(line) }, "\(line) in\n\(output.joined(separator: "\n"))")
      rest = rest[(index + 1)...]
    }
  }
}
