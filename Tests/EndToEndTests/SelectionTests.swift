import Foundation
import TestSupport
import Testing

@Suite("Several photos at once", .fewAtOnce)
struct SelectionTests {
  private func open(
    _ photos: [LoopbackPhoto] = threePhotographers, columns: Int = 100, environment: [String: String] = [:]
  ) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: photos)
    let session = try home.browse(size: .init(columns: columns, rows: 24), environment: environment)
    try await session.wait(for: "Photographers")
    session.type("gl")
    try await session.wait(until: "the photos selected") { $0.selections.contains { $0.hasPrefix("›") } }
    return (home, session)
  }

  @Test("A selection survives filter, sort, view, scope and photographer, and Esc ends it")
  func survives() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type("  ")
    try await session.wait(forFoot: "2 selected")
    session.type("s")
    try await session.wait(forFoot: "by date uploaded")
    #expect(session.screen.statusLine.contains("2 selected"))
    try await session.type("fdune\r", andWaitForFoot: "2 selected, 2 not shown")
    session.type("f")
    session.press(.ctrl("u"))
    session.type("\rv")
    try await session.wait(until: "the sheet") {
      $0.statusLine.contains("2 selected  ") && $0.contains("● Anchor")
    }
    session.type("v")
    try await session.type("hj", andWaitForFoot: "2 selected, 2 not shown")
    session.type("a")
    let all = try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/8") }
    for title in ["Anchor", "Bridge"] { #expect(all.panes[1].contains(title, marked: "●"), "\(title)") }
    #expect(all.statusLine.contains("2 selected") && !all.statusLine.contains("not shown"))
    session.press(.escape)
    try await session.wait(forFoot: "2 photos no longer selected")
    #expect(!session.screen.contains("●"))
  }

  @Test("d deletes what is selected, also what is not shown, and says so")
  func deleting() async throws {
    let (home, session) = try await open()
    try await session.type(" j ", andWaitForFoot: "2 selected")
    session.type("hj")
    try await session.wait(forFoot: "2 selected, 2 not shown")
    session.type("l ")
    try await session.wait(forFoot: "3 selected, 2 not shown")
    try await session.type("d", andWaitForFoot: "Deleted 3 photos, 2 of them not shown")
    #expect(!session.screen.statusLine.contains("selected"))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").lines.count == 5)
  }

  @Test("y copies the links of all that is selected, one a line, and o opens at most ten")
  func links() async throws {
    let photos = (10..<30).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") }
    let (home, session) = try await open(photos, environment: ["BROWSER": "./browser"])
    try await home.addProgram("browser", "echo \"$1\" >>browser.log")
    func opened() -> [String] {
      let log = (try? String(contentsOfFile: home.folder.path("browser.log"), encoding: .utf8)) ?? ""
      return log.split(separator: "\n").map(String.init)
    }
    try await session.type("3 ", andWaitForFoot: "3 selected")
    try await session.type("y", andWaitForFoot: "Sent 3 links to the clipboard of the terminal")
    let links = (10..<13).map { "https://www.flickr.com/photos/\(LoopbackPhoto.ownerID(of: "Ann"))/\($0)/" }
    #expect(session.model.clipboard == [links.joined(separator: "\n")])
    try await session.type("o", andWaitForFoot: "Opening 3 pages")
    try await until { opened().count >= 3 }
    #expect(Set(opened()) == Set(links))
    try await session.type("17 ", andWaitForFoot: "20 selected")
    try await session.type("o", andWaitForFoot: "o opens at most 10 pages at once, not 20")
    try await session.type("3d", andWaitForFoot: "A number has no meaning while 20 photos are selected")
    #expect(session.screen.panes[1].bottom.contains("/20"))
    #expect(opened().count == 3)
  }

  @Test("w writes all that is selected to a folder, and counts them")
  func writing() async throws {
    let host = try LoopbackPictures()
    let photos = (1...4).map { LoopbackPhoto("\($0)", from: host) }
    let (home, session) = try await open(photos)
    try await session.type("3 ", andWaitForFoot: "3 selected")
    try await session.type("w", andWaitForFoot: "Write 3 pictures to folder: ")
    session.press(.ctrl("u"))
    session.type("out\r\r")
    try await session.wait(forFoot: "3 pictures written to")
    #expect(try await home.shell("ls out | grep -v txt").lines.count == 3)
    try await session.type("w\r", andWaitForFoot: "No picture of 3 written to")
    #expect(session.screen.foot.contains("3 not: "))
  }

  @Test("What is deleted elsewhere leaves the selection with a word")
  func undoneSelection() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
    try await session.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await session.type(" ", andWaitForFoot: "1 selected")
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "Deleted “Anchor” again")
    session.type("!")
    try await session.wait(for: "A selected photo was deleted")
    #expect(!session.screen.statusLine.contains("selected"))
  }

  @Test("Photos are written as a page with their pictures, never over a file, and turned ones turned")
  func page() async throws {
    let home = try await Home.withSamples()
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    try await session.type("l]", andWaitForFoot: "Turned")
    try await session.type(":export sheet.html\r", andWaitForFoot: "2 photos written to")
    let html = try String(contentsOfFile: home.folder.path("sheet.html"), encoding: .utf8)
    #expect(html.components(separatedBy: "<img alt=").count == 3)
    #expect(html.contains("<title>35mm_and_rain</title>") && html.contains("Białowieża from the south</a>"))
    // One of them lies on its side.
    #expect(html.components(separatedBy: "--shape: 0.").count == 2)
    try await session.type(":export sheet.html\r", andWaitForFoot: "is there already")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    try await session.type(":export no/where.html\r", andWaitForFoot: "There is no folder “no”")
  }
}
