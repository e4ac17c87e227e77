import Foundation
import TestSupport
import Testing

@Suite("Messages and prompts", .fewAtOnce)
struct MessageTests {
  @Test("A refused folder stays in its prompt, so that what is typed next deletes no photo")
  func refusedFolder() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("lw")
    try await session.wait(forFoot: "Write to folder: ")
    session.press(.ctrl("u"))
    session.type("\r")
    try await session.wait(forFoot: "Type a folder")
    try await session.type("nope\r", andWaitForFoot: "No folder “nope”. Enter makes it")
    session.type("dd")
    try await session.wait(until: "the text without its reason") {
      $0.foot.contains("Write to folder: nopedd") && !$0.foot.contains("No folder")
    }
    session.press(.escape)
    try await session.wait(until: "no prompt") { !$0.foot.contains("Write to folder") }
    #expect(session.screen.panes[1].bottom.contains("1/4"))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").lines.count == 8)
  }

  @Test("Enter makes the folder that it offered to make, and nothing but that one")
  func makingFolder() async throws {
    let host = try LoopbackPictures()
    let photo = LoopbackPhoto("11", from: host)
    let home = try await Home(photos: [photo])
    let session = try home.browse()
    try await session.wait(for: "Photographers")
    session.type("lw")
    try await session.wait(forFoot: "Write to folder: ")
    session.press(.ctrl("u"))
    try await session.type("new/one\r", andWaitForFoot: "Enter makes it")
    session.press(.enter)
    try await session.wait(forFoot: "Written to")
    #expect(try await home.shell("ls new/one | grep -v txt").lines.count == 1)
  }

  @Test("A source that is none leaves the list open and the text to be mended")
  func refusedSource() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("S", andWaitForFoot: "Look at: sample")
    session.press(.ctrl("u"))
    try await session.type("bla\r", andWaitForFoot: "“bla” is not a source")
    #expect(session.screen.contains("Enter use") && session.screen.foot.contains("Look at: bla"))
    session.press(.backspace, .backspace, .backspace)
    try await session.type("everything\r", andWaitFor: " All photos ")
  }

  @Test("The key after an error does its work")
  func keyAfterError() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(environment: ["BROWSER": "/nothing"])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("lo", andWaitForFoot: " ! No web browser")
    session.type("j")
    try await session.wait(forCursor: "Bridge", inPane: 1)
    #expect(!session.screen.foot.contains(" ! "))
    try await session.type("o", andWaitForFoot: " ! No web browser")
    try await session.type("d", andWaitForFoot: "Deleted “Bridge”")
  }

  @Test("The state of things is shown below a message and below a prompt, at every size")
  func stateStays() async throws {
    let home = try await Home(photos: threePhotographers)
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
      let session = try home.browse("--fresh", size: .init(columns: columns, rows: rows))
      try await session.wait(for: "Ann")
      session.type("l ")
      for (keys, text) in [("d", "Deleted “Anchor”"), ("u", "Brought back “Anchor”"), ("/", "Search:")] {
        let screen = try await session.type(keys, andWaitForFoot: text)
        #expect(screen.statusLine.contains(keys == "/" ? "Esc cancel" : "? help"))
        #expect(!screen.statusLine.contains(text))
        #expect(screen.statusLine.contains("title") && screen.statusLine.contains(keys == "d" ? "1/3" : "/4"))
      }
      session.press(.ctrl("c"), .ctrl("c"))
      #expect(try await session.exit() == .exited(0))
    }
  }

  @Test("A message is read again in full by !, newest first, also one that was cut")
  func list() async throws {
    let home = try await Home(photos: threePhotographers)
    let name = String(repeating: "long-name-", count: 12)
    let source = try home.file("page.json", "not JSON").replacing("page.json", with: name + "end.json")
    let session = try home.browse("--source", source)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    let cut = try await session.type("r", andWaitForFoot: "! all")
    #expect(!cut.contains("end.json"))
    session.type("ld")
    try await session.wait(forFoot: "Deleted “Anchor”")
    session.type("!")
    let screen = try await session.wait(for: "Messages")
    #expect(screen.text.filter { !$0.isWhitespace && $0 != "│" }.contains("end.json"))
    let rows = screen.lines
    let deleted = rows.firstIndex { $0.contains("Deleted “Anchor”") && !$0.hasPrefix(" ") }
    let failed = rows.firstIndex { $0.contains("There is no file") }
    #expect(try #require(deleted) < (try #require(failed)))
    session.type("dd")
    session.press(.escape)
    try await session.wait(until: "the lists") { !$0.contains("Messages") }
    #expect(session.screen.panes[1].bottom.contains("/3"))
  }

  @Test("Messages are kept in a file of the user alone, without the key")
  func log() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    let key = "0123456789abcdef0123456789abcdef"
    server.serve("/rest/", .json(FlickrAnswers.failure(code: 100, "Invalid API Key \(key)")))
    let session = try home.browse(
      "--source", "recent", "--endpoint", server.url, environment: ["FLICKR_API_KEY": key])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: " ! ")
    try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    let log = try await home.shell("cat state/proofsheet/log; stat -c %a state/proofsheet/log")
    #expect(log.output.contains(" error ") && log.output.contains("Deleted “Anchor”"))
    #expect(!log.output.contains(key) && log.lines.last == "600")
  }

  @Test("A refresh that runs is always to be seen, also while the message of an earlier one is")
  func running() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", LoopbackAnswer.json("{}").stalled(.beforeHeader))
    let session = try home.browse("--source", server.url + "/page-1.json")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Waiting for page 1 …  Esc cancels")
    session.press(.escape)
    try await session.wait(forFoot: "Refresh canceled, nothing added")
    try await session.type("r", andWaitForFoot: "Waiting for page 1 …")
    // A message of another command stands above it.
    let screen = try await session.type("ls", andWaitForFoot: "Photos sorted by date uploaded")
    #expect(screen.statusLine.contains("Waiting for page 1"))
    session.press(.escape)
    try await session.wait(forFoot: "Refresh canceled")
  }

  @Test(
    "Ctrl-C leaves what is open, and the program only where nothing is",
    arguments: ["/x", "fx", "S", "w", "?", "!", "i"])
  func interrupting(keys: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("l")
    let before = try await session.wait(until: "the photos selected") {
      $0.selections.contains { $0.hasPrefix("›Anchor") }
    }
    session.type(keys)
    try await session.wait(until: "what is open") { $0.rows != before.rows }
    session.press(.ctrl("c"))
    try await session.wait(until: "the lists as before") { $0.rows == before.rows }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
  }
}
