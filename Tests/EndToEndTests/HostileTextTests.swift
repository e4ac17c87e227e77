import TestSupport
import Testing

@Suite("Text from strangers", .fewAtOnce)
struct HostileTextTests {
  /// Titles that would do harm, or be wider or narrower than they seem.
  private static let titles = [
    "esc \u{1B}[2J\u{1B}]0;owned\u{7}\u{1B}[31m red",
    "c1 \u{9B}31m \u{90}q\u{9C} \u{9D}0;x\u{9C} \u{85} next",
    "c0 \u{0}\u{1}\u{8}\u{8}\u{C}\u{E}\u{F}\u{7F} end",
    "lines one\ntwo\r\nthree\ttab\u{2028}four\u{2029}five",
    "bidi \u{202E}drow\u{202C} \u{2066}iso\u{2069} \u{200F}\u{200E}\u{61C}",
    "long " + String(repeating: "x", count: 10_000),
    "wide long " + String(repeating: "字", count: 10_000), "zwj 👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 🇨🇭 ❤️ 1️⃣",
    "marks e" + String(repeating: "\u{301}", count: 200), "\u{301}\u{302} marks first", "cjk 日本語の写真 한국어 中文",
    "rtl שלום עולם مرحبا بالعالم", "hangul \u{1112}\u{1161}\u{11AB}",
    "zero \u{200B}\u{200C}\u{200D}\u{FEFF}\u{AD} width",
    "private \u{E000}\u{F8FF}\u{10FFFD} \u{FFFD}\u{FFFE} end",
    "tags \u{E0001}\u{E0067}\u{E007F} \u{180E} fin",
    "thai กำลัง लड़की ﷽ ௵", "del \u{7F}\u{80}\u{9F}\u{A0} nbsp",
  ]

  private static let photos = titles.enumerated().map { index, title in
    var photo = LoopbackPhoto(index + 1, title, by: title)
    photo.ownerID = "\(index)@N00"
    photo.description = title
    photo.tags = "tag\(index) \u{1B}[5m"
    return photo
  }

  @Test(
    "Whatever titles hold, borders stand straight, no style and no mode comes from them",
    arguments: [(80, 24), (120, 40), (40, 12)])
  func screens(columns: Int, rows: Int) async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: .init(columns: columns, rows: rows))
    try await session.wait(until: "photographers") { $0.panes.first?.cursor != nil }
    session.type("a")
    for number in 1...Self.photos.count {
      session.type("\(number)G")
      let screen = try await session.wait(until: "photo \(number)") { screen in
        screen.panes.contains {
          $0.bottom.contains(" \(number)/\(Self.photos.count) ") && $0.top.contains("All")
        }
      }
      #expect(screen.crookedRows == [])
      session.type("i")
      try await session.wait(until: "details") { screen in
        screen.contains("Esc close") && screen.contains("Title")
      }
      #expect(session.screen.title == "")
      session.press(.down)
      session.press(.enter)
      try await session.wait(until: "the list again") { !$0.contains("Esc close") }
      #expect(session.screen.crookedRows == [])
    }
    let styles = Set(session.screen.rows.joined().map(\.style.foreground))
    #expect(!styles.contains(.palette(1)))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    try expectHarmless(session.output())
  }

  /// Nothing of a title reached the terminal as a sequence: what is no text comes from ncurses and the program alone.
  private func expectHarmless(_ output: [UInt8]) throws {
    let text = String(decoding: output, as: UTF8.self)
    let harmful = [
      "\u{1B}[2J\u{1B}]0", "owned\u{7}", "\u{1B}[5m", "\u{9B}", "\u{9D}", "\u{202E}", "\u{2066}", "\u{200D}",
      "\u{85}",
    ]
    for part in harmful {
      #expect(text.unicodeScalars.contains(part.unicodeScalars) == false, "\(part.debugDescription)")
    }
  }

  @Test("Deleting, searching and asking for what is hostile shows it harmlessly too")
  func foot() async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse()
    try await session.wait(until: "photographers") { $0.panes.first?.cursor != nil }
    session.type("a")
    try await session.wait(for: "All photos")
    session.type("/c1\r")
    try await session.wait(forCursor: "c1", inPane: 1)
    try await session.type("d", andWaitForFoot: "Deleted “c1")
    #expect(session.screen.crookedRows == [])
    try await session.type("u", andWaitForFoot: "Brought back “c1")
    try await session.type("/", andWaitForFoot: "Search:")
    session.press(.paste("esc\u{1B}[31m\u{9B}5m\n\u{202E}"))
    try await session.wait(forFoot: "Search: esc")
    session.press(.escape)
    try await session.wait(until: "no prompt") { !$0.foot.contains("Search:") }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    try expectHarmless(session.output())
  }

  @Test("Ctrl-C ends a paste whose end was lost, and the next one leaves")
  func lostEndOfPaste() async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse()
    try await session.wait(until: "photographers") { $0.panes.first?.cursor != nil }
    try await session.type("/", andWaitForFoot: "Search:")
    session.type("\u{1B}[200~never ends")
    // A key that comes with the text belongs to it.
    try await session.waitForRest()
    session.press(.ctrl("c"))
    try await session.wait(until: "no prompt") { !$0.foot.contains("Search:") }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
  }

  @Test("Lists without a terminal keep a line for each, with as many fields as ever, and no controls")
  func lines() async throws {
    let home = try await Home(photos: Self.photos)
    for (command, fields) in [("photos", 5), ("photographers", 3)] {
      let run = try await home.run(command)
      run.expectSuccess()
      #expect(run.lines.count == Self.photos.count)
      for line in run.lines {
        #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == fields)
        let controls = line.unicodeScalars.filter { $0 != "\t" && $0.properties.generalCategory == .control }
        #expect(controls.isEmpty)
        #expect(
          !line.unicodeScalars.contains {
            (0x2028...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
          })
      }
    }
  }

  @Test("JSON holds every title as it came, with controls escaped")
  func json() async throws {
    struct Titled: Decodable { let title: String }
    let home = try await Home(photos: Self.photos)
    let run = try await home.run("photos", "--json")
    run.expectSuccess()
    let scalars = run.output.unicodeScalars.filter { $0 != "\n" }
    #expect(
      !scalars.contains { $0.properties.generalCategory == .control || (0x2028...0x202E).contains($0.value) })
    // As scalars, because texts that are only composed differently are equal.
    let titles = try run.json([Titled].self).map { Array($0.title.unicodeScalars) }
    #expect(Set(titles) == Set(Self.titles.map { Array($0.unicodeScalars) }))
  }

  @Test("A server's words are shown harmlessly")
  func failure() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve("/p", .json(FlickrAnswers.failure(code: 7, "no\u{1B}[2J \u{9B}31m\n\u{202E}way")))
    let run = try await home.run("refresh", "--source", server.url + "/p")
    run.expectFailure("Flickr says “no")
    #expect(!run.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
    let session = try home.browse("--source", server.url + "/p")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Flickr says “no")
    #expect(session.screen.crookedRows == [])
    session.press(.ctrl("c"))
    _ = try await session.exit()
    try expectHarmless(session.output())
  }
}
