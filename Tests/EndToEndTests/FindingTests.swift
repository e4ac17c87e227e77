import TestSupport
import Testing

@Suite("Finding, sorting and looking closer", .fewAtOnce)
struct FindingTests {
  private static let photos = [
    LoopbackPhoto(1, "Red house", by: "Ann"), LoopbackPhoto(2, "Green hill", by: "Ann"),
    LoopbackPhoto(3, "Blue house", by: "Ann"), LoopbackPhoto(4, "White horse", by: "Ann"),
    LoopbackPhoto(5, "House of glass", by: "Bob"), LoopbackPhoto(6, "Äpfel", by: "Annabel"),
  ].enumerated().map { index, photo in
    var photo = photo
    photo.uploaded = 1_700_000_000 + index * 86_400
    photo.taken = "\(2020 - index)-01-01 00:00:00"
    photo.views = [5, 50, 500, 1, 7, 8][index]
    return photo
  }

  private func open() async throws -> TerminalSession {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: .init(columns: 100, rows: 24))
    try await session.wait(forCursor: "Blue house", inPane: 1)
    return session
  }

  @Test("/ goes to matches while it is typed, n and N go on and around, Esc ends it")
  func search() async throws {
    let session = try await open()
    session.type("l/h")
    try await session.wait(forFoot: "Search: h")
    session.type("ous")
    try await session.wait(forFoot: "Search: hous")
    session.press(.enter)
    try await session.wait(forFoot: "“hous” 2 found")
    try await session.wait(forCursor: "Blue house", inPane: 1)
    for title in ["Red house", "Blue house", "Red house"] {
      session.type("n")
      try await session.wait(forCursor: title, inPane: 1)
    }
    for title in ["Blue house", "Red house"] {
      session.type("N")
      try await session.wait(forCursor: title, inPane: 1)
    }
    session.press(.escape)
    try await session.wait(until: "no search") { !$0.foot.contains("found") }
    try await session.type("n", andWaitForFoot: "No search yet: / starts one")
  }

  @Test("A canceled search leaves the cursor where it was")
  func searchCanceled() async throws {
    let session = try await open()
    session.type("lj")
    try await session.wait(forCursor: "Green hill", inPane: 1)
    session.type("/white")
    try await session.wait(forCursor: "White horse", inPane: 1)
    session.press(.escape)
    try await session.wait(forCursor: "Green hill", inPane: 1)
    try await session.type("/nothing\r", andWaitForFoot: "Nothing found for “nothing”")
    #expect(session.screen.panes[1].current == "Green hill")
  }

  @Test("n goes on in the pane that was searched")
  func searchElsewhere() async throws {
    let session = try await open()
    session.type("/ann\r")
    try await session.wait(forFoot: "“ann” 2 found")
    session.type("l")
    try await session.wait(until: "the photos selected") { $0.selections.contains { $0.hasPrefix("›Blue") } }
    session.type("n")
    try await session.wait(forCursor: "Äpfel", inPane: 1)
    #expect(session.screen.panes[0].current?.hasPrefix("Annabel") == true)
  }

  @Test("f narrows while it is typed, keeps the cursor on its photo, and Esc shows all again")
  func filter() async throws {
    let session = try await open()
    session.type("l2j")
    try await session.wait(forCursor: "Red house", inPane: 1)
    session.type("fhous")
    var screen = try await session.wait(until: "two photos") {
      $0.panes.count == 2 && $0.panes[1].bottom.contains("2/2")
    }
    #expect(screen.panes[1].current == "Red house")
    #expect(screen.panes[1].top.contains("Ann /hous"))
    session.press(.backspace, .backspace)
    screen = try await session.wait(until: "three photos") { $0.panes[1].bottom.contains("/3") }
    #expect(screen.panes[1].current == "Red house")
    session.type("xx")
    try await session.wait(for: "No photos with “hoxx”")
    session.press(.escape)
    screen = try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/4") }
    #expect(screen.panes[1].top.contains("hoxx") == false)
    session.type("fgreen\r")
    screen = try await session.wait(until: "one photo") { $0.panes[1].bottom.contains("1/1") }
    session.press(.escape)
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/4") }
    #expect(session.screen.panes[1].current == "Green hill")
  }

  @Test("f in the left pane narrows the photographers")
  func filterPhotographers() async throws {
    let session = try await open()
    session.type("fbel")
    try await session.wait(forCursor: "Äpfel", inPane: 1)
    let screen = try await session.wait(until: "one photographer") { $0.panes[0].bottom.contains("1/1") }
    #expect(screen.panes[0].top.contains("Photographers /bel"))
    session.press(.escape)
    try await session.wait(until: "all photographers") { $0.panes[0].bottom.contains("/3") }
  }

  @Test("s sorts by the next order, keeps the cursor on its photo and shows what it sorts by")
  func sort() async throws {
    let session = try await open()
    session.type("lj")
    try await session.wait(forCursor: "Green hill", inPane: 1)
    let orders = [
      ("date uploaded", "2023-11-17", ["White", "Blue", "Green", "Red"]),
      ("date taken", "2020-01-01", ["Red", "Green", "Blue", "White"]),
      ("views", "500", ["Blue", "Green", "Red", "White"]),
      ("date added", "2023-11-17", ["White", "Blue", "Green", "Red"]),
      ("title", "2023-11-16", ["Blue", "Green", "Red", "White"]),
    ]
    for (name, value, titles) in orders {
      try await session.type("s", andWaitForFoot: "Photos sorted by \(name)")
      let screen = try await session.wait(until: "the order \(name)") { screen in
        let lines = screen.panes[1].lines
        return lines.first?.contains(value) == true
          && zip(lines, titles).allSatisfy { $0.dropFirst().hasPrefix($1) }
      }
      #expect(screen.panes[1].current == "Green hill")
    }
  }

  @Test("a lists the photos of all, and of the photographer of the one under the cursor again")
  func allPhotos() async throws {
    let session = try await open()
    session.type("a")
    var screen = try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/6") }
    #expect(screen.panes[1].top.contains("All photos"))
    #expect(screen.panes[1].current == "Blue house")
    session.type("/glass\r")
    try await session.wait(forCursor: "House of glass", inPane: 1)
    session.type("a")
    screen = try await session.wait(until: "Bob's photos") { $0.panes[1].bottom.contains("1/1") }
    #expect(screen.panes[1].top.contains("Bob"))
    #expect(screen.panes[0].current?.hasPrefix("Bob") == true)
  }

  @Test(
    "In “All photos” the left cursor follows the photo, and Enter on a photographer opens that photographer")
  func photographerOfAllPhotos() async throws {
    let session = try await open()
    session.type("a")
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/6") }
    session.type("/glass\r")
    try await session.wait(forCursor: "Bob", inPane: 0)
    session.type("/äpfel\r")
    try await session.wait(forCursor: "Annabel", inPane: 0)
    session.type("hG")
    try await session.wait(forCursor: "Bob", inPane: 0)
    #expect(session.screen.panes[1].current == "Äpfel")
    session.press(.enter)
    let screen = try await session.wait(forCursor: "House of glass", inPane: 1)
    #expect(screen.panes[1].top.contains("Bob") && screen.panes[1].bottom.contains("1/1"))
    session.type("ah")
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/6") }
    session.type("ga")
    try await session.wait(until: "Ann's photos") {
      $0.panes[1].top.contains("Ann ") && $0.panes[1].bottom.contains("/4")
    }
  }

  @Test(
    "In “All photos” the left list scrolls to the photographer, at the latest when the keys rest or go there")
  func distantPhotographer() async throws {
    let photos = (10..<60).map { LoopbackPhoto($0, "Photo \($0)", by: "Name \($0)") }
    let home = try await Home(photos: photos)
    let session = try home.browse(size: .init(columns: 120, rows: 16))
    session.type("a")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].bottom.contains("/50") }
    session.type("G")
    try await session.wait(forCursor: "Name 59", inPane: 0)
    session.type("g\t")
    try await session.wait(forCursor: "Name 10", inPane: 0)
    session.type("j")
    try await session.wait(forCursor: "Name 11", inPane: 0)
  }

  @Test(
    "Photographers of one name are distinguished by their address or ID; others are not")
  func namesakes() async throws {
    var photos = [
      LoopbackPhoto(1, "Anchor", by: "Alex Kim"), LoopbackPhoto(2, "Bridge", by: "Alex Kim"),
      LoopbackPhoto(3, "Cloud", by: "Ben"),
    ]
    (photos[0].ownerID, photos[1].ownerID) = ("1@N01", "2@N01")
    photos[0].pathAlias = "alexk"
    let home = try await Home(photos: photos)
    let session = try home.browse(size: .init(columns: 160, rows: 24))
    let screen = try await session.wait(until: "the photographers") {
      $0.panes.count == 3 && $0.contains("Ben") && $0.panes[2].contains("Alex Kim (")
    }
    let rows = screen.panes[0].lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      rows.contains { $0.hasSuffix("Alex Kim alexk 1") } && rows.contains { $0.hasSuffix("Alex Kim 2@N01 1") }
    )
    #expect(rows.contains("B Ben 1"))
    session.type("a")
    try await session.wait(until: "all photos") {
      $0.panes[1].contains("Alex Kim (alexk)") && $0.panes[1].contains("Alex Kim (2@N01)")
    }
    #expect(!session.screen.contains("Ben ("))
  }

  @Test("Details hold all that is known, scroll where there is no room, and any other key closes them")
  func details() async throws {
    var photo = LoopbackPhoto(1, "A long story", by: "Ann")
    photo.description = (1...60).map { "sentence\($0)" }.joined(separator: " ")
    photo.place = (47.3769, -8.5417)
    let home = try await Home(photos: [photo])
    let session = try home.browse(size: .init(columns: 100, rows: 50))
    try await session.wait(forCursor: "Ann", inPane: 0)
    session.type("i")
    // The line of the town comes when the towns are read, and would move the others.
    try await session.wait(for: "Where")
    try session.resize(.init(columns: 40, rows: 12))
    try await session.wait(for: "A long story")
    session.type("j")
    try await session.wait(until: "a line further") { !$0.contains("A long story") && $0.contains("Ann") }
    for word in [
      "CC BY 2.0", "47.3769° N, 8.5417° W", "one two", "1024 × 683", "www.flickr.com", "sentence60",
    ] {
      for _ in 0..<60 where !session.screen.contains(word) {
        let before = session.screen
        session.type("j")
        try await session.wait(until: "another line") { $0.rows != before.rows }
      }
      #expect(session.screen.contains(word))
    }
    session.type("x")
    try await session.wait(until: "the list again") { !$0.contains("Esc close") }
  }

  @Test("Help lists every command of the table, narrows as you type, and closes")
  func help() async throws {
    let home = try await Home(photos: Self.photos)
    let manual = try await home.run("--help").output
    let session = try home.browse(size: .init(columns: 120, rows: 200))
    try await session.wait(forCursor: "Blue house", inPane: 1)
    session.type("?")
    let screen = try await session.wait(for: "Go back, or quit")
    let keys = manual.split(separator: "\n").drop { $0 != "Moving" }.prefix { $0 != "A single photo" }
    #expect(keys.count >= 35)
    for line in keys where line.hasPrefix("  ") {
      let key = line.dropFirst(2).prefix { $0 != " " }
      #expect(screen.lines.contains { $0.contains("│ \(key)") }, "\(line)")
    }
    #expect(screen.contains("(Nothing to undo)"))
    #expect(screen.contains("This product uses the Flickr API but is not endorsed"))
    session.type("redo")
    try await session.wait(until: "one command") {
      $0.contains("Ctrl-R") && !$0.contains("Go back, or quit")
    }
    session.press(.escape)
    try await session.wait(until: "the lists") { !$0.contains("Help") }
    session.type("??")
    try await session.type("12", andWaitForFoot: "12")
  }

  @Test("Counts move, unknown keys and unfinished sequences do nothing")
  func counts() async throws {
    let session = try await open()
    session.type("l3j")
    try await session.wait(forCursor: "White horse", inPane: 1)
    session.type("2k")
    try await session.wait(forCursor: "Green hill", inPane: 1)
    session.type("99999999999999999999j")
    try await session.wait(forCursor: "White horse", inPane: 1)
    session.type("2g")
    try await session.wait(forCursor: "Green hill", inPane: 1)
    session.type("xZ%é字\u{1B}[99~\u{1B}[?7;3$y\u{1B}P1x\u{1B}\\\u{1B}]11;rgb:0/0/0\u{7}")
    session.press(.function(12), .insert, .alt("x"), .home)
    try await session.wait(forCursor: "Blue house", inPane: 1)
    session.press(.end)
    try await session.wait(forCursor: "White horse", inPane: 1)
    try await session.type("12", andWaitForFoot: "12")
    session.press(.escape)
    try await session.wait(until: "no count") { !$0.foot.contains("12") }
    #expect(session.status == .running)
  }

  @Test("y puts the link into the clipboard, o opens it by the program of BROWSER")
  func links() async throws {
    let home = try await Home(photos: threePhotographers)
    _ = try home.file("browser", "#!/bin/sh\necho \"$1$FLICKR_API_KEY\" >\"$0.log\"\n")
    try await home.shell("chmod +x browser; mkfifo browser.log").expectSuccess()
    let session = try home.browse(environment: [
      "BROWSER": home.folder.path("browser"), "FLICKR_API_KEY": "not for others",
    ])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("y", andWaitForFoot: "Sent https://www.flickr.com/photos/")
    let page = "https://www.flickr.com/photos/\(LoopbackPhoto.ownerID(of: "Ann"))/11/"
    #expect(session.model.clipboard == [page])
    try await session.type("o", andWaitForFoot: "Opening https")
    #expect(try await home.shell("cat browser.log").output == page + "\n")
    #expect(session.screen.crookedRows == [])
  }
}
