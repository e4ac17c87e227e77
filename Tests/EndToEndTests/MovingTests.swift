import Foundation
import TestSupport
import Testing

@Suite("Moving and renaming files", .fewAtOnce)
struct MovingTests {
  private func names(_ home: Home, _ path: String = "Pictures") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home.folder.path(path))) ?? []).sorted()
  }

  @Test("Files are moved at once and renamed after a question, undo moves them back, and no photo is doubled")
  func moving() async throws {
    let home = try Home.withPictures()
    let session = try home.browse("Pictures", size: .init(columns: 120, rows: 24))
    try await session.wait(forFoot: "3 new photos")
    try await session.wait(forCursor: "anchor", inPane: 1)
    try await session.type(":move best/2024\r", andWaitForFoot: "Moved 1 photo to best/2024")
    #expect(names(home) == ["best", "boat.jpg", "cove.jpg"])
    #expect(names(home, "Pictures/best/2024") == ["anchor.jpg"])
    try await session.type("u", andWaitForFoot: "Undone: moving “anchor” to best/2024")
    #expect(names(home, "Pictures/best/2024") == [])
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "Redone: moving “anchor” to best/2024")
    #expect(names(home, "Pictures/best/2024") == ["anchor.jpg"])
    try await session.type("A", andWaitForFoot: "3 selected")
    try await session.type(":rename %Y-%n\r", andWaitForFoot: "Enter renames them, Esc keeps the names")
    #expect(session.screen.contains("Rename 3 photos?"))
    #expect(session.screen.contains("anchor.jpg becomes 2024-"))
    session.press(.enter)
    try await session.wait(forFoot: "Renamed 3 photos")
    let renamed = names(home).filter { $0 != "best" } + names(home, "Pictures/best/2024")
    #expect(renamed.sorted() == ["2024-1.jpg", "2024-2.jpg", "2024-3.jpg"])
    try await session.leave()
    #expect(try await home.run("refresh", "--source", "folder:~/Pictures").status == 0)
    #expect(try await home.run("photos").lines.count == 3)
    try await home.run("check").expectSuccess()
  }
}
