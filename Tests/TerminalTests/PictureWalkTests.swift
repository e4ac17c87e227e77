import Foundation
import TestSupport
import Testing

@Suite("Pictures in a terminal")
struct PictureWalkTests {
  @Test("The first frame waits for no answer, and pictures follow", arguments: Way.all)
  func upgrade(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let output = stroll.written(since: .start)
    #expect(output.contains("asking"))
    let screen = try await stroll.show(1, "text 0 0 hello", "picture 7 10 5 20 8")
    #expect(screen.contains("hello"))
    if way.graphics == "symbols" {
      #expect(screen.line(6).contains("▌"))
    } else {
      #expect(screen.pictures.map(\.position) == [.init(row: 5, column: 10)])
      #expect(screen.pictures.allSatisfy { !$0.isDamaged && $0.columns == 20 && $0.rows == 8 })
    }
    #expect(screen.contains("typed ]"))
    try await stroll.quit()
  }

  @Test(
    "Pictures are taken away at the end, even if tmux drops what it cannot pass on at once",
    arguments: [0, 4, 7])
  func droppedRemovals(count: Int) async throws {
    var persona = TerminalModel.Persona.tmux(passesThrough: true)
    persona.droppedPassages = count
    let stroll = try Stroll(persona, environment: ["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color"])
    try await stroll.waitForCapabilities("kittyPlaceholders")
    let screen = try await stroll.show(1, "picture 7 10 5 20 8", "picture 8 40 5 20 8")
    #expect(screen.heldImages.count == 2)
    try await stroll.quit()
    #expect(stroll.session.screen.heldImages == [])
  }

  @Test("A picture that stays costs nothing while the text beside it changes", arguments: Way.all)
  func still(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let picture = "picture 7 40 2 30 10"
    let other = "picture 8 80 2 4 10"
    try await stroll.show(1, "text 0 3 before", picture, other, "text 72 4 after")
    let mark = stroll.session.mark
    let screen = try await stroll.show(2, "text 0 3 a longer one", picture, other, "text 72 4 x")
    let output = stroll.drawn(since: mark)
    for sign in ["\u{1b}P", "\u{1b}_", "1337", "38;2", "▌", "\u{10EEEE}"] {
      #expect(!output.contains(sign), "\(output.debugDescription)")
    }
    #expect(output.utf8.count < 400)
    #expect(screen.pictures.allSatisfy { !$0.isDamaged })
    #expect(screen.pictures.count == (way.graphics == "symbols" ? 0 : 2))
    try await stroll.quit()
  }

  @Test("Rows that change beside a picture are reached by one movement each", arguments: Way.all)
  func movements(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    func frame(_ number: Int) -> String {
      let rows = (12..<22).map { "text 0 \($0) row \($0) of frame number \(number)" }
      return (["frame \(number)", "picture 7 70 2 20 8"] + rows).joined(separator: "\n")
    }
    func show(_ number: Int) async throws {
      stroll.session.press(.paste(frame(number)))
      try await stroll.session.wait(until: "frame \(number)") { $0.contains(" frame \(number) ") }
    }
    try await show(1)
    let mark = stroll.session.mark
    try await show(2)
    let output = stroll.written(since: mark)
    // To ten rows, to the line with the number of the frame, and to the cursor.
    #expect(output.matches(of: /\u{1b}\[[0-9;]*[Hd]/).count <= 14, "\(output.debugDescription)")
    try await stroll.quit()
  }

  @Test("Text that scrolls beside a picture does not take it along", arguments: Way.all)
  func scrolling(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    func lines(from first: Int) -> [String] {
      (0..<25).map { "text 0 \($0) line \(first + $0) of a long list of many different lines" }
    }
    func frame(_ number: Int, from first: Int) -> String {
      (["frame \(number)", "picture 7 70 2 20 10"] + lines(from: first)).joined(separator: "\n")
    }
    func show(_ number: Int, from first: Int) async throws -> TerminalModel.Screen {
      stroll.session.press(.paste(frame(number, from: first)))
      return try await stroll.session.wait(until: "frame \(number)") { $0.contains(" frame \(number) ") }
    }
    let before = try await show(1, from: 100)
    for (number, first) in [(2, 101), (3, 99), (4, 105)] {
      let mark = stroll.session.mark
      let screen = try await show(number, from: first)
      #expect(screen.pictures == before.pictures)
      #expect(screen.rows[5][70...] == before.rows[5][70...])
      #expect(screen.line(24).hasPrefix("line \(first + 24)"))
      let output = stroll.drawn(since: mark)
      #expect(!["\u{1b}P", "\u{1b}_", "1337", "▌"].contains { output.contains($0) })
    }
    try await stroll.quit()
  }

  @Test("A box over a picture hides it, and without the box it is there again", arguments: Way.withPictures)
  func covered(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let picture = "picture 7 40 2 20 10"
    let before = try await stroll.show(1, picture).pictures
    #expect(before.count == 1 && before.allSatisfy { !$0.isDamaged })
    let mark = stroll.session.mark
    let covered = try await stroll.show(2, picture, "fill 30 4 20 4")
    #expect(covered.line(5).contains("····"))
    // What is text is covered in part, the rest is hidden as a whole.
    #expect(covered.pictures.isEmpty == !way.isText)
    #expect(try await stroll.show(3, picture).pictures == before)
    let output = stroll.written(since: mark)
    #expect(!output.contains("a=t"), "an image that the terminal has is not sent again")
    try await stroll.quit()
  }

  @Test("A picture that moves, changes or goes leaves nothing behind", arguments: Way.withPictures)
  func changes(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    try await stroll.show(1, "picture 7 40 2 20 10")
    let moved = try await stroll.show(2, "picture 7 43 3 20 10")
    #expect(moved.pictures.map(\.position) == [.init(row: 3, column: 43)])
    let changed = try await stroll.show(3, "picture 9 43 3 20 10")
    #expect(changed.pictures.count == 1 && changed.pictures != moved.pictures)
    let smaller = try await stroll.show(4, "picture 9 43 3 10 5")
    #expect(smaller.pictures.map(\.columns) == [10])
    #expect((moved.pictures + changed.pictures + smaller.pictures).allSatisfy { !$0.isDamaged })
    #expect(try await stroll.show(5, "text 0 0 none").pictures == [])
    try await stroll.quit()
  }

  @Test("Nothing scrolls at the bottom, and nothing is cut at the edges", arguments: Way.withPictures)
  func edges(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let screen = try await stroll.show(1, "text 0 0 top", "picture 3 0 20 10 10", "picture 4 95 2 10 4")
    #expect(screen.line(0) == "top")
    #expect(screen.line(29).contains("frame 1"))
    #expect(way.isText || screen.pictures.isEmpty)
    let last = try await stroll.show(2, "text 0 0 top", "picture 3 0 19 10 10")
    #expect(last.line(0) == "top")
    #expect(last.pictures.map(\.isDamaged) == [false])
    try await stroll.quit()
  }

  @Test(
    "Another size, another start after a stop and Control-L make everything new", arguments: Way.withPictures)
  func renewal(way: Way) async throws {
    let stroll = try way.stroll(underShell: true)
    try await stroll.waitForCapabilities(way.graphics)
    let pictures = try await stroll.show(1, "picture 7 4 2 20 10", "picture 8 30 2 9 5").pictures
    try stroll.session.resize(.init(columns: 90, rows: 25))
    let resized = try await stroll.session.wait(until: "the new size") { $0.contains("90x25") }
    #expect(resized.pictures == pictures)

    let mark = stroll.session.mark
    stroll.session.press(.ctrl("l"))
    let painted = try await stroll.session.wait(until: "another paint") { $0.contains("paint 1") }
    #expect(painted.pictures == pictures)
    #expect(stroll.written(since: mark).contains("a=t") == way.graphics.hasPrefix("kitty"))

    stroll.session.press(.ctrl("z"))
    try await stroll.session.waitForStop()
    try await stroll.session.wait(until: "nothing left") { $0.heldImages.isEmpty && $0.pictures.isEmpty }
    try stroll.session.resume()
    let resumed = try await stroll.session.wait(until: "the frame again") { $0.contains("frame 1") }
    #expect(resumed.pictures == pictures)
    try await stroll.quit()
  }

  @Test(
    "The shell finds its cursor where it was, also after a second stop", arguments: [Way.kitty, Way.all[0]])
  func cursorOfShell(way: Way) async throws {
    let script = "echo one; echo two; exec \"$0\" auto"
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", script, try Products.executable("picturewalk")],
      environment: ["SWIFT_BACKTRACE": "enable=no"], persona: way.persona, underShell: true)
    let cursor = TerminalModel.Position(row: 2, column: 0)
    for _ in 0..<2 {
      try await session.wait(for: " complete \(way.graphics)")
      session.press(.ctrl("z"))
      try await session.waitForStop()
      try await session.wait(until: "the screen of the shell") {
        !$0.modes.alternateScreen && $0.cursor == cursor
      }
      try session.resume()
    }
    try await session.wait(for: " complete \(way.graphics)")
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.cursor == cursor && session.screen.line(1) == "two")
  }

  @Test("An image that was announced is there when it is needed", arguments: [Way.kitty, .oldKitty])
  func announced(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    try await stroll.show(1, "picture 7 10 5 20 8", "ahead 200 20 8", "ahead 201 20 8")
    try await stroll.session.wait(until: "all images") { $0.heldImages == [7, 200, 201] }
    let mark = stroll.session.mark
    let screen = try await stroll.show(2, "picture 201 10 5 20 8")
    #expect(screen.pictures.count == 1 && screen.pictures.allSatisfy { !$0.isDamaged })
    #expect(!stroll.written(since: mark).contains("a=t"))
    try await stroll.quit()
    #expect(stroll.session.screen.heldImages == [])
  }

  @Test("A picture is seen as its draft until the terminal has its image", arguments: [Way.kitty, .oldKitty])
  func drafts(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    try await stroll.show(1, "picture 7 10 5 20 8")
    let mark = stroll.session.mark
    try await stroll.show(2, "draft 200 10 5 20 8 7")
    let last = try await stroll.session.wait(until: "the picture") { $0.pictures.map(\.id) == [200] }
    #expect(last.pictures.allSatisfy { !$0.isDamaged } && last.heldImages == [7, 200])
    try expectFrameBeforeImage(stroll.written(since: mark))
    try await stroll.quit()
    #expect(stroll.session.screen.heldImages == [])
  }

  /// Expects that the frame with the draft of image 7 came before all of image 200, and that the draft was not sent again.
  private func expectFrameBeforeImage(_ output: String) throws {
    let frame = try #require(output.firstRange(of: "frame 2") ?? output.firstRange(of: "\u{1b}[?2026l"))
    let image = try #require(output.firstRange(of: "i=200"))
    #expect(frame.lowerBound < image.lowerBound)
    #expect(output.ranges(of: "i=7,q=2").isEmpty)
  }

  @Test("A terminal that does not answer after pieces of an image is given all of it", arguments: [Way.kitty])
  func unansweredDraft(way: Way) async throws {
    // It answers the first questions only.
    var persona = way.persona
    persona.attributeResponses = 1
    let stroll = try Stroll(persona)
    try await stroll.waitForCapabilities(way.graphics)
    try await stroll.show(1, "picture 7 10 5 20 8")
    let mark = stroll.session.mark
    let screen = try await stroll.show(2, "draft 200 10 5 20 8 7")
    // The draft, or already the picture: the program waits for the answer only for a while.
    #expect([[7], [200]].contains(screen.pictures.map(\.id)))
    let last = try await stroll.session.wait(until: "the picture") { $0.pictures.map(\.id) == [200] }
    #expect(last.pictures.allSatisfy { !$0.isDamaged })
    try expectFrameBeforeImage(stroll.written(since: mark))
    try await stroll.quit()
  }

  @Test(
    "An image of which a part was sent in advance is completed if it is needed, and given up if it is not",
    arguments: [Way.kitty, .oldKitty], [8, 200])
  func partly(way: Way, next: Int) async throws {
    // It answers the first questions and not the one after the first part, so that no other follows.
    var persona = way.persona
    persona.attributeResponses = 1
    let stroll = try Stroll(persona)
    try await stroll.waitForCapabilities(way.graphics)
    let mark = stroll.session.mark
    func uploads(of number: Int) -> Int {
      stroll.written(since: mark).ranges(of: "i=\(number),q=2,m=1").count
    }
    try await stroll.show(1, "picture 7 10 5 20 8", "ahead 200 20 8")
    try await stroll.session.wait(until: "a part") { _ in uploads(of: 200) == 1 }
    #expect(stroll.session.screen.heldImages == [7])
    let screen = try await stroll.show(2, "picture \(next) 10 5 20 8", "ahead 201 20 8")
    #expect(screen.heldImages == [7, next])
    #expect(screen.pictures.count == 1 && screen.pictures.allSatisfy { !$0.isDamaged })
    #expect(uploads(of: 200) == 1 && uploads(of: 201) == 0)
    try await stroll.quit()
    #expect(stroll.session.screen.heldImages == [])
  }

  @Test("A region that scrolls alone, left by a frame for another size, does not stay")
  func region() async throws {
    let stroll = try Stroll(.xterm)
    try await stroll.waitForCapabilities("symbols")
    try await stroll.show(1, "text 0 0 hello")
    func leaveRegion() async throws {
      // As what was on its way when the window changed.
      let line = try #require(FileHandle(forWritingAtPath: "/proc/\(stroll.session.process)/fd/1"))
      line.write(Data("\u{1b}[3;8r".utf8))
      try await stroll.session.wait(until: "a region") { _ in
        stroll.session.model.leftOn.contains("scroll region")
      }
    }
    try await leaveRegion()
    stroll.session.press(.ctrl("l"))
    let screen = try await stroll.session.wait(until: "another paint") { $0.contains("paint 1") }
    #expect(screen.line(0) == "hello" && !stroll.session.model.leftOn.contains("scroll region"))
    try await leaveRegion()
    try await stroll.quit()
  }

  @Test("However it ends, no picture and no image is left", arguments: Way.withPictures)
  func ends(way: Way) async throws {
    for signal in [SIGTERM, SIGHUP, SIGINT, SIGILL] {
      let stroll = try way.stroll()
      try await stroll.waitForCapabilities(way.graphics)
      try await stroll.show(1, "picture 7 4 2 20 10", "picture 8 30 2 9 5")
      if signal == SIGILL { stroll.session.type("x") } else { try stroll.session.signal(signal) }
      #expect(try await stroll.session.exit() == .killed(signal: signal))
      #expect(try stroll.session.leftovers == [])
    }
  }

  @Test("Answers that come late and in pieces are no typing")
  func pieces() async throws {
    var stroll: Stroll
    var longest: Duration
    repeat {
      (stroll, longest) = (try Stroll(.silent), .zero)
      try await stroll.waitForCapabilities("symbols")
      for piece in [
        "j\u{1b}P>|kit", "ty(0.3", "8.1)\u{1b}", "\\k\u{1b}[?6", "2;c", "l\u{1b}_Gi=31;OK\u{1b}\\",
      ] {
        stroll.session.type(piece)
        // Longer than Esc alone is waited for.
        let elapsed = try await ContinuousClock().measure { try await Task.sleep(for: .milliseconds(40)) }
        longest = max(longest, elapsed)
      }
      // On a machine that is so busy, the program rightly gave up.
    } while longest >= .milliseconds(900)
    let screen = try await stroll.waitForCapabilities("kittyPlaceholders")
    #expect(screen.contains("typed jk"))
    try await stroll.session.wait(for: "typed jkl]")
    try await stroll.quit()
  }

  @Test("Input that is held back is handled in its order, and urgent input before it")
  func urgent() async throws {
    let stroll = try Stroll(.xterm)
    try await stroll.waitForCapabilities("symbols")
    stroll.session.type("ah")
    try await stroll.session.wait(for: "typed a]")
    stroll.session.type("bc")
    stroll.session.press(.ctrl("l"))
    try await stroll.session.wait(until: "all keys") { $0.contains("paint 1") && $0.contains("typed abc]") }
    try await stroll.quit()
  }

  @Test("A key whose rest comes while a frame is drawn is one key")
  func slowFrame() async throws {
    let stroll = try Stroll(.xterm)
    try await stroll.waitForCapabilities("symbols")
    stroll.session.type("w\u{1b}")
    try await stroll.session.wait(until: "a frame that is being drawn") { $0.title == "drawing" }
    stroll.session.type("[A")
    try await stroll.session.wait(for: "typed Up]")
    try await stroll.quit()
  }

  @Test("Who quits before the answers come does not get them typed into the shell")
  func quick() async throws {
    // What is left to read when the program has ended is shown.
    let script = "'\(try Products.executable("picturewalk"))'; stty raw -echo min 0 time 5; cat -v; echo done"
    let session = try TerminalSession("/bin/sh", arguments: ["-c", script], persona: .kitty)
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.lines.filter { !$0.isEmpty } == ["done"])
  }

  @Test("A terminal of a type that may not understand is not asked", arguments: ["vt100", "linux", "ansi"])
  func notAsked(type: String) async throws {
    let stroll = try Stroll(.xterm, environment: ["TERM": type])
    try await stroll.waitForCapabilities("symbols")
    for question in ["[>q", "_G", "[16t", "]11;?", "2026$p", "5522$p", "[c"] {
      #expect(!stroll.written(since: .start).contains("\u{1b}\(question)"))
    }
    stroll.session.type("q")
    #expect(try await stroll.session.exit() == .exited(0))
  }

  @Test("All questions are one write, and the last is DA1")
  func questions() async throws {
    let stroll = try Stroll(.kitty)
    try await stroll.waitForCapabilities()
    let text = stroll.written(since: .start)
    let start = try #require(text.firstRange(of: "\u{1b}[>q"))
    let end = try #require(text.firstRange(of: "\u{1b}[c"))
    #expect(text[start.lowerBound..<end.upperBound].utf8.count < 100)
    #expect(stroll.session.model.title == "")
    try await stroll.quit()
  }
}
