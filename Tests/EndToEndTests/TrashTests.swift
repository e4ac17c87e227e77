import Foundation
import TestSupport
import Testing

@Suite("The trash of the desktop", .fewAtOnce)
struct TrashTests {
  private func names(_ home: Home, _ path: String = "Pictures") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home.folder.path(path))) ?? []).sorted()
  }

  private func open(_ home: Home, columns: Int = 120) async throws -> TerminalSession {
    let session = try home.browse("Pictures", size: .init(columns: columns, rows: 24))
    try await session.wait(forFoot: "3 new photos")
    try await session.wait(forCursor: "anchor", inPane: 1)
    return session
  }

  @Test("One file is moved at once, several after a question, and undo and redo move them back and again")
  func moving() async throws {
    let home = try Home.withPictures()
    let session = try await open(home)
    try await session.type(":trash\r", andWaitForFoot: "Moved 1 photo to the trash")
    #expect(names(home) == ["boat.jpg", "cove.jpg"] && names(home, "data/Trash/files") == ["anchor.jpg"])
    try await session.type("A", andWaitForFoot: "2 selected")
    try await session.type(":trash\r", andWaitForFoot: "Enter moves them, Esc keeps them")
    #expect(session.screen.contains("Move 2 files of 2 photos to the trash"))
    session.press(.escape)
    try await session.wait(until: "the question is gone") { !$0.contains("Enter moves them") }
    #expect(names(home).count == 2)
    try await session.type(":trash\r", andWaitForFoot: "Enter moves them, Esc keeps them")
    session.press(.enter)
    try await session.wait(forFoot: "Moved 2 photos to the trash")
    #expect(names(home) == [])
    try await session.type("u", andWaitForFoot: "Brought back 2 photos")
    try await session.type("u", andWaitForFoot: "Brought back “anchor”")
    #expect(names(home) == ["anchor.jpg", "boat.jpg", "cove.jpg"] && names(home, "data/Trash/files") == [])
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "Redone: moving “anchor” to the trash")
    #expect(names(home) == ["boat.jpg", "cove.jpg"])
    try await session.leave()
    #expect(try await home.run("refresh", "--source", "folder:~/Pictures").status == 0)
    #expect(try await home.run("photos").lines.count == 2)
    try await home.run("check").expectSuccess()
  }

  @Test("The question before the copies of a photo go to the trash names them, and so does the command")
  func copies() async throws {
    let home = try Home.withPictures()
    let photo = home.folder.path("Pictures/anchor.jpg")
    let copy = home.folder.path("Pictures/more/anchor.jpg")
    try FileManager.default.createDirectory(
      atPath: home.folder.path("Pictures/more"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: photo, toPath: copy)
    let session = try await open(home, columns: 300)
    try await session.type("A", andWaitForFoot: "3 selected")
    try await session.type(":trash\r", andWaitForFoot: "Enter moves them, Esc keeps them")
    let examples = "Move 4 files of 3 photos to the trash, among them \(photo) and its copy \(copy), with"
    #expect(session.screen.contains(examples))
    session.press(.escape)
    try await session.wait(until: "the question is gone") { !$0.contains("Enter moves them") }
    session.type("A")
    try await session.wait(until: "no selection") { !$0.foot.contains("selected") }
    try await session.type(":trash\r", andWaitForFoot: "Enter moves them, Esc keeps them")
    let question = "Move 2 files of 1 photo to the trash: \(photo) and its copy \(copy), with their sidecars"
    #expect(session.screen.contains(question))
    session.press(.enter)
    try await session.wait(forFoot: "Moved 1 photo with 2 files to the trash")
    #expect(names(home) == ["boat.jpg", "cove.jpg", "more"] && names(home, "Pictures/more") == [])
    try await session.type("u", andWaitForFoot: "Brought back “anchor”")
    #expect(names(home).first == "anchor.jpg" && names(home, "Pictures/more") == ["anchor.jpg"])
    try await session.leave()
    let ids = try await home.run("photos", "--sort", "title").lines.map { String($0.prefix { $0 != "\t" }) }
    let run = try await home.run("trash", ids[0])
    #expect(run.output == "Moved 1 photo with 2 files to the trash.\nMoved \(photo) and its copy \(copy).\n")
  }

  @Test("A later session lists what was moved to the trash, and moves it back")
  func laterSession() async throws {
    let home = try Home.withPictures()
    var session = try await open(home)
    try await session.type(":trash\r", andWaitForFoot: "Moved 1 photo to the trash")
    try await session.leave()
    session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "boat", inPane: 1)
    try await session.type(":source deleted\r", andWaitFor: "anchor in the trash")
    session.press(.enter)
    try await session.wait(forFoot: "Restored “anchor”")
    #expect(names(home) == ["anchor.jpg", "boat.jpg", "cove.jpg"] && names(home, "data/Trash/files") == [])
    try await session.wait(for: "No photo is deleted")
    try await session.type("q", andWaitFor: "anchor")
    try await session.leave()
  }

  @Test("A place that is taken refuses the undo, and the file and the deletion stay")
  func occupied() async throws {
    let home = try Home.withPictures()
    let session = try await open(home)
    try await session.type(":trash\r", andWaitForFoot: "Moved 1 photo to the trash")
    try Data("other".utf8).write(to: home.folder.url.appending(path: "Pictures/anchor.jpg"))
    try await session.type(
      "u", andWaitForFoot: "There is another file at ")
    #expect(names(home, "data/Trash/files") == ["anchor.jpg"])
    try FileManager.default.removeItem(at: home.folder.url.appending(path: "Pictures/anchor.jpg"))
    try await session.type("u", andWaitForFoot: "Brought back “anchor”")
    #expect(names(home) == ["anchor.jpg", "boat.jpg", "cove.jpg"])
    try await session.wait(until: "the folder, with the cursor on the photo") {
      $0.contains("─ folder:") && $0.panes[1].bottom.contains("1/3")
    }
  }

  @Test("The command trash moves files, names what stays, and restore moves them back")
  func command() async throws {
    let home = try Home.withPictures()
    try await home.run("refresh", "--source", "folder:~/Pictures").expectSuccess()
    let ids = try await home.run("photos", "--sort", "title").lines.map { String($0.prefix { $0 != "\t" }) }
    try FileManager.default.removeItem(at: home.folder.url.appending(path: "Pictures/cove.jpg"))
    let run = try await home.run(["trash"] + ids)
    #expect(run.status == 1 && run.output == "Moved 2 photos to the trash; 1 photo stays.\n")
    #expect(run.errors.contains("cove.jpg was not moved to the trash: there is no such file."))
    #expect(names(home) == [])
    #expect(try await home.run(["restore"] + ids.prefix(2)).output == "Restored 2 photos.\n")
    #expect(names(home) == ["anchor.jpg", "boat.jpg"])
    try await home.run("trash", "nothing").expectFailure("no photo with the id nothing")
  }
}
