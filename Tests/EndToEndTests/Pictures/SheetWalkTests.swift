import Glibc
import TestSupport
import Testing

@Suite("The sheet, in terminals of every kind", .fewAtOnce)
struct SheetWalkTests {
  /// A sheet of all photos of the sample roll in tiles of one size, in a window of 120 by 40, which has room for sixteen.
  private func open(
    _ viewer: Viewer, environment: [String: String] = [:], underShell: Bool = false
  ) async throws -> (home: Home, session: TerminalSession, screen: TerminalModel.Screen) {
    let home = try await Home.withSamples()
    let session = try home.browse(
      size: .init(columns: 120, rows: 40), environment: environment, persona: viewer.persona,
      underShell: underShell)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avL-g")
    try await session.wait(until: "all photos") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    return (home, session, try await session.wait(forPictures: 16, of: viewer))
  }

  @Test(
    "Moving in four directions sends little, leaves the pictures and is quick", arguments: Viewer.allCases,
    ["256color", "truecolor"])
  func moving(viewer: Viewer, colors: String) async throws {
    let (home, session, before) = try await open(viewer, environment: ["COLORTERM": colors])
    #expect(before.pictures.allSatisfy { $0.position.row > 0 && $0.position.row + $0.rows < 39 })
    let border = before.panes[0].top.count
    #expect(
      before.pictures.allSatisfy { $0.position.column > border && $0.position.column + $0.columns < 119 })
    var times: [Duration] = []
    var sizes: [Int] = []
    let moves: [(TerminalSession.Key, Int)] = [
      (.right, 2), (.right, 3), (.down, 7), (.left, 6), (.up, 2), (.left, 1),
    ]
    for (key, number) in moves + moves {
      let (mark, start) = (session.mark, ContinuousClock.now)
      session.press(key)
      let screen = try await session.wait(until: "photo \(number)") { $0.isAt(number, of: 110) }
      times.append(start.duration(to: .now))
      sizes.append(session.outputCount(since: mark))
      #expect(screen.pictures == before.pictures)
    }
    // A frame of something else, such as a message that goes, can fall among them.
    #expect(sizes.sorted()[sizes.count / 2] <= 2_048, "\(sizes)")
    // The goal is 16 ms, for a release on a machine with nothing else to do.
    #expect(times.sorted()[times.count / 2] < .seconds(2))
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test(
    "Pictures come in pieces, each when the terminal has processed the one before, and keys are seen between",
    arguments: [Viewer.kitty, .oldKitty, .sixel, .wezterm])
  func spreading(viewer: Viewer) async throws {
    let home = try await Home.withSamples()
    let session = try home.browse(size: .init(columns: 120, rows: 40), persona: viewer.persona)
    try await session.wait(until: "the list with a picture") { $0.pictures.count == 1 }
    session.type("ag")
    try await session.wait(until: "all photos") { $0.isAt(1, of: 110) }
    // Without answers, pieces stay small.
    session.holdAnswers()
    session.type("vL--")
    let before = try await session.wait(forPictures: 25, of: viewer)
    session.releaseAnswers()
    // A key comes after the answers.
    session.press(.right)
    try await session.wait(until: "photo 2") { $0.isAt(2, of: 110) }
    session.press(.left)
    try await session.wait(until: "photo 1") { $0.isAt(1, of: 110) }
    session.holdAnswers()
    let (mark, start) = (session.mark, ContinuousClock.now)
    session.press(.ctrl("l"))
    var frames: [Int] {
      let output = String(decoding: session.output(since: mark), as: UTF8.self)
      let parts = output.split(separator: "\u{1b}[?2026h", omittingEmptySubsequences: false)
      return parts.dropFirst().map(\.utf8.count)
    }
    try await session.wait(until: "the first piece") { screen in
      frames.contains { $0 > 10_000 } && 1..<25 ~= screen.pictures.count
    }
    for (key, number) in [(TerminalSession.Key.right, 2), (.right, 3), (.left, 2), (.left, 1)] {
      session.press(key)
      try await session.wait(until: "photo \(number)") { $0.isAt(number, of: 110) }
    }
    // A frame takes as many pictures as there is room for, and one more.
    let pieces = frames.filter { $0 > 10_000 }
    #expect(pieces.allSatisfy { $0 <= 96 << 10 }, "\(frames)")
    // Five seconds without an answer are too long for one.
    #expect(pieces.count == 1 || ContinuousClock.now - start > .seconds(5), "\(frames)")
    session.releaseAnswers()
    try await session.wait(until: "all again") { $0.look == before.look }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("The next piece follows the answer at once", arguments: [Viewer.kitty, .sixel])
  func promptness(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    var times: [Duration] = []
    for _ in 0..<5 {
      let (mark, start) = (session.mark, ContinuousClock.now)
      session.press(.ctrl("l"))
      try await session.wait(until: "all again") { screen in
        session.outputCount(since: mark) > 200_000 && screen.look == before.look
      }
      times.append(start.duration(to: .now))
    }
    // A piece that did not follow the answer would wait for five seconds each time.
    #expect(times.contains { $0 < .seconds(5) }, "\(times)")
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("Pictures come also when the terminal has ceased to answer", arguments: [Viewer.kitty, .sixel])
  func unanswered(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    session.holdAnswers()
    let mark = session.mark
    session.press(.ctrl("l"))
    // A slow test may see only the end of it.
    try await session.wait(until: "all again") { screen in
      session.outputCount(since: mark) > 200_000 && screen.look == before.look
    }
    session.releaseAnswers()
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("The picture under the cursor is sent first")
  func nearestFirst() async throws {
    let (home, session, before) = try await open(.sixel)
    session.type("10g")
    try await session.wait(until: "the tenth") { $0.isAt(10, of: 110) }
    let mark = session.mark
    session.press(.ctrl("l"))
    var places: [[String]] {
      let output = String(decoding: session.output(since: mark), as: UTF8.self)
      return output.matches(of: /\u{1b}\[(\d+);(\d+)H\u{1b}P/).map { [String($0.1), String($0.2)] }
    }
    try await session.wait(until: "all again") { places.count >= 16 && $0.look == before.look }
    let tenth = before.pictures[9].position
    #expect(places.first == ["\(tenth.row + 1)", "\(tenth.column + 1)"], "\(places)")
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("+ and - make thumbnails larger and smaller, whole rows of them", arguments: Viewer.allCases)
  func sizes(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    session.type("+")
    try await session.wait(forPictures: 9, of: viewer)
    session.type("-")
    let again = try await session.wait(until: "sixteen as before") { $0.look == before.look }
    #expect(again.face == before.face)
    session.type("5-")
    try await session.wait(forPictures: 25, of: viewer)
    session.type("30+")
    try await session.wait(forPictures: 1, of: viewer)
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("Thumbnails move when photos go and come back", arguments: Viewer.allCases)
  func deleting(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    session.press(.right)
    session.type("  ")
    let marked = try await session.wait(until: "two selected") {
      $0.foot.contains("2 selected") && $0.isAt(4, of: 110)
    }
    #expect(marked.rows.joined().filter { $0.text == "●" }.count == 2)
    #expect(marked.pictures == before.pictures)
    try await session.type("d", andWaitForFoot: "Deleted 2 photos")
    let after = try await session.wait(until: "the rest") { $0.isAt(2, of: 108) && $0.shows(16, of: viewer) }
    if viewer.kind != nil {
      #expect(Array(after.images.prefix(14)) == [before.images[0]] + before.images[3...15])
    }
    session.type("u")
    // The cursor goes to one of those that came back.
    let undone = try await session.wait(until: "all as before") {
      ($0.isAt(2, of: 110) || $0.isAt(3, of: 110)) && $0.shows(16, of: viewer)
    }
    #expect(undone.pictures == before.pictures)
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("What comes over pictures hides them, and they come back without a ghost", arguments: Viewer.allCases)
  func covering(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    for (key, text) in [("?", "Move down"), ("i", "Esc close")] {
      session.type(key)
      let covered = try await session.wait(for: text)
      if viewer.kind != .placeholders { #expect(covered.pictures.allSatisfy { !$0.isDamaged }) }
      #expect(covered.look != before.look)
      session.press(.escape)
      let after = try await session.wait(until: "the pictures again") {
        !$0.contains(text) && $0.look == before.look
      }
      #expect(after.face == before.face)
    }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("A window made small and large again shows what it showed", arguments: Viewer.allCases)
  func resizing(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    for (columns, rows) in [(20, 5), (40, 12), (19, 4), (200, 60)] {
      try session.resize(.init(columns: columns, rows: rows))
      try await session.wait(until: "\(columns) by \(rows)") { screen in
        columns == 19
          ? screen.contains("Too small")
          : screen.panes.count > 0 && screen.crookedRows == []
            && screen.waiting == 0 && screen.pictures.count <= 30
            && !screen.pictures.contains(where: \.isDamaged)
      }
    }
    try session.resize(.init(columns: 120, rows: 40))
    try await session.wait(until: "all as before") { $0.look == before.look && $0.face == before.face }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("The first frame of another size is as all that follow", arguments: ["ag", "avg"])
  func sizing(keys: String) async throws {
    let home = try await Home.withSamples()
    let session = try home.browse("--graphics", "none", size: .init(columns: 80, rows: 24))
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type(keys)
    try await session.wait(until: "all photos") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    // The left cursor follows when the keys rest, and in the sheet when it is needed.
    if keys == "ag" { try await session.wait(forCursor: "grain_of_salt_77", inPane: 0) }
    for (columns, rows) in [(80, 50), (120, 20), (90, 30)] {
      try session.resize(.init(columns: columns, rows: rows))
      // No picture comes, so nothing calls for a second frame.
      let first = try await session.wait(until: "\(columns) by \(rows)") {
        $0.statusLine.contains("sample") && $0.panes.count >= 2 && $0.crookedRows == []
      }
      session.press(.ctrl("l"))
      session.type("?")
      try await session.wait(for: "Help")
      session.press(.escape)
      try await session.wait(until: "the same repainted") { $0.face == first.face }
    }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("Ctrl-Z removes all pictures, and fg restores them", arguments: Viewer.allCases)
  func suspending(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer, underShell: true)
    for _ in 0..<2 {
      session.press(.ctrl("z"))
      try await session.waitForStop()
      try await session.wait(until: "the terminal as it was") { _ in try session.leftovers == [] }
      try session.resume()
      try await session.wait(until: "all as before") {
        $0.modes.alternateScreen && $0.look == before.look && $0.face == before.face
      }
    }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("A signal takes all pictures away", arguments: Viewer.allCases)
  func signals(viewer: Viewer) async throws {
    for signal in [SIGTERM, SIGSEGV] {
      let (home, session, _) = try await open(viewer)
      try session.signal(signal)
      #expect(try await session.exit() == .killed(signal: signal))
      #expect(try session.leftovers == [])
      withExtendedLifetime(home) {}
    }
  }

  @Test("A click goes to a thumbnail, a double click opens its photo", arguments: Viewer.allCases)
  func clicking(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    let border = before.panes[0].top.count
    // The second tile of the second row.
    let place = TerminalModel.Position(row: 14, column: border + 32)
    session.press(TerminalSession.Key.click(place))
    try await session.wait(until: "the sixth photo") { $0.isAt(6, of: 110) }
    session.press(TerminalSession.Key.click(place) + TerminalSession.Key.click(place))
    try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: viewer) }
    session.type("q")
    let after = try await session.wait(until: "the sheet") { $0.isAt(6, of: 110) && $0.shows(16, of: viewer) }
    #expect(after.pictures == before.pictures)
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test(
    "Far away in the list, the pictures of there come, and those of here come back",
    arguments: Viewer.allCases)
  func paging(viewer: Viewer) async throws {
    let (home, session, before) = try await open(viewer)
    session.press(.end)
    try await session.wait(until: "the end") {
      $0.isAt(110, of: 110) && $0.waiting == 0 && $0.look != before.look
    }
    for _ in 1...8 { session.press(.pageUp) }
    session.press(.home)
    let after = try await session.wait(until: "the beginning") {
      $0.isAt(1, of: 110) && $0.shows(16, of: viewer)
    }
    #expect(after.pictures == before.pictures)
    try await session.leave()
    withExtendedLifetime(home) {}
  }
}
