import Foundation
import TestSupport
import Testing

@Suite("The output of a frame")
struct FrameWritesTests {
  private static let rows = 2..<27

  /// A frame of rows that all differ from those of frames with other numbers.
  private static func frame(_ number: Int, _ lines: [String]) -> String {
    let texts = rows.map { "text \($0) \($0) row \($0), frame number \(number)" }
    return (["frame \(number)"] + texts + lines).joined(separator: "\n")
  }

  private static func show(_ number: Int, _ lines: String..., in stroll: Stroll) async throws {
    stroll.session.press(.paste(frame(number, lines)))
    let screen = try await stroll.session.wait(until: "frame \(number)") { $0.contains(" frame \(number) ") }
    for row in rows { #expect(screen.line(row).contains("row \(row), frame number \(number)")) }
  }

  /// The number of the program's calls of `write`.
  private static func writes(of stroll: Stroll) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(stroll.session.process)/io", encoding: .utf8)
    let match = try #require(text.firstMatch(of: /syscw: ([0-9]+)/))
    return try #require(Int(match.1))
  }

  @Test(
    "is few writes, however many rows change, before the program was stopped for the first time",
    arguments: ["xterm-256color", "xterm"])
  func writes(type: String) async throws {
    let stroll = try Stroll(.xterm, environment: ["TERM": type])
    try await stroll.waitForCapabilities()
    try await Self.show(1, in: stroll)
    let before = try Self.writes(of: stroll)
    try await Self.show(2, in: stroll)
    // Besides the frame, threads wake each other by writes.
    #expect(try Self.writes(of: stroll) - before < Self.rows.count / 2)
    try await stroll.quit()
  }

  @Test(
    "is few writes beside a picture, where nothing could scroll",
    arguments: Way.all.filter { ["sixel", "kittyPlacement"].contains($0.graphics) })
  func writesBesidePicture(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let picture = "picture 7 70 2 20 8"
    try await Self.show(1, picture, in: stroll)
    let before = try Self.writes(of: stroll)
    try await Self.show(2, picture, in: stroll)
    #expect(try Self.writes(of: stroll) - before < Self.rows.count / 2)
    #expect(stroll.session.screen.pictures.map(\.isDamaged) == [false])
    try await stroll.quit()
  }

  @Test(
    "scrolls nothing beside a picture when rows come back to where they were before a repaint",
    arguments: Way.all)
  func rowsBeforeRepaint(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    func frame(_ number: Int, from first: Int) -> String {
      let rows = (0..<25).map { "text 0 \($0) line \(first + $0) of a list" }
      return (["frame \(number)", "picture 7 70 2 20 10"] + rows).joined(separator: "\n")
    }
    stroll.session.press(.paste(frame(1, from: 100)))
    try await stroll.session.wait(for: " frame 1 ")
    // Often both are one frame, of which ncurses computes no hashes.
    stroll.session.press(.paste(frame(2, from: 500)), .ctrl("l"))
    let before = try await stroll.session.wait(for: " paint 1 frame 2 ")
    // Rows of the first frame, in other rows than there.
    stroll.session.press(.paste(frame(3, from: 102)))
    let screen = try await stroll.session.wait(for: " frame 3 ")
    for row in 0..<25 { #expect(screen.line(row).hasPrefix("line \(102 + row) of a list")) }
    #expect(screen.pictures == before.pictures)
    #expect(screen.rows[5][70...] == before.rows[5][70...])
    try await stroll.quit()
  }
}
