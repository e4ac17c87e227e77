import PictureBasics
import Testing

@testable import Terminal

@Suite("The picture layer")
struct PictureLayerTests {
  private static let size = Size(width: 40, height: 12)
  private var layer = PictureLayer()
  private var shown = CellGrid(size: size)

  private static func overlay(_ id: String, width: Int = 10, height: Int = 4) -> Picture {
    Picture(id: id, size: Size(width: width, height: height), content: .overlay(Array(id.utf8)))
  }

  private static func upload(_ number: UInt32, _ size: Int = 3, side: Int = 1) -> Picture.Upload {
    .init(
      imageID: number, pixels: PixelSize(width: side, height: side),
      chunks: [Array("send \(number)".utf8), Array(repeating: 0x2e, count: size)],
      removal: Array("free \(number)".utf8),
      ending: Array("give up \(number)".utf8))
  }

  private static func placement(_ id: String, _ number: UInt32) -> Picture {
    Picture(
      id: id, size: Size(width: 10, height: 4),
      content: .placement(Array("place \(id)".utf8), removal: Array("remove \(id)".utf8), upload(number)))
  }

  /// The blanks that were written for the last frame, by row.
  private var blanks: [String] = []

  /// What is sent for a frame, in words: before the cells, after them with the place, at the end.
  private mutating func sent(
    repaints: Bool = false, limit: Int = UploadPacing.ofFrames.limit, inPieces: Bool = false,
    _ draw: (Canvas) -> Void
  ) -> [String] {
    let next = CellGrid(size: Self.size)
    next.heldImages = inPieces ? layer.images : nil
    draw(next.canvas)
    layer.arrange(next, over: repaints ? nil : shown, limit: limit)
    let written = repaints ? WrittenCells.all : WrittenCells(of: next, over: shown) { $0 }
    let plan = layer.turn(to: next, written: written, repaints: repaints)
    shown = next
    blanks = plan.blanks.map { "\($0.point.y): \($0.point.x)..<\($0.point.x + $0.bytes.count)" }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return plan.before.map(text)
      + plan.after.map { "\($0.point.x),\($0.point.y): \(text($0.bytes))" } + plan.last.map(text)
  }

  @Test("writes a picture once, and not again while nothing touches it")
  mutating func still() {
    let picture = Self.overlay("a")
    #expect(sent { $0.draw(picture, at: Point(x: 5, y: 2)) } == ["5,2: a"])
    #expect(sent { $0.draw(picture, at: Point(x: 5, y: 2)) } == [])
    #expect(
      sent {
        $0.draw(picture, at: Point(x: 5, y: 2))
        $0.draw("beside", at: Point(x: 20, y: 3))
      } == [])
  }

  @Test("sends an image in advance in pieces, and resolves that before anything else about images")
  mutating func ahead() {
    let (one, other) = (Self.placement("p", 7), Self.placement("q", 8))
    func pieces(_ pictures: Picture..., limit: Int = 1) -> [String] {
      layer.sendAhead(pictures, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(pieces(one) == ["send 7"])
    #expect(layer.removals.map { String(decoding: $0, as: UTF8.self) } == ["give up 7", "free 7"])
    // Text is no matter.
    #expect(sent { $0.draw("text", at: Point(x: 20, y: 3)) } == [])
    #expect(pieces(other, one) == ["..."])
    #expect(pieces(one, other) == ["send 8"])
    // What is needed is completed.
    #expect(sent { $0.draw(other, at: .zero) } == ["...", "0,0: place q"])
    #expect(pieces(one, other) == [])
    let next = Self.placement("r", 9)
    #expect(pieces(next) == ["send 9"])
    // What is not is given up, and sent again when it is needed.
    #expect(sent { $0.draw(one, at: .zero) } == ["give up 9", "free 9", "remove q", "0,0: place p"])
    #expect(pieces(next) == ["send 9"])
    #expect(sent { _ in } == ["give up 9", "free 9", "remove p"])
    #expect(sent { $0.draw(next, at: .zero) } == ["send 9", "...", "0,0: place r"])
    // The number of an image that is on its way can come to mean another one.
    #expect(pieces(Self.placement("s", 10)) == ["send 10"])
    let changed = sent { $0.draw(Self.placement("t", 10), at: .zero) }
    #expect(changed == ["give up 10", "free 10", "remove r", "send 10", "...", "0,0: place t"])
    #expect(sent { $0.draw(Self.placement("t", 10), at: .zero) } == [])
    #expect(pieces(Self.placement("u", 11), limit: 100) == ["send 11", "..."])
    #expect(layer.removals.map { String(decoding: $0, as: UTF8.self) }.first == "remove t")
  }

  @Test("draws a picture as its draft until the terminal was sent its own image")
  mutating func drafts() {
    var (draft, picture) = (Self.placement("d", 7), Self.placement("p", 8))
    picture.draft = draft
    func draw(_ canvas: Canvas) { canvas.draw(picture, at: .zero) }
    #expect(sent { $0.draw(draft, at: .zero) } == ["send 7", "...", "0,0: place d"])
    #expect(sent(inPieces: true, draw) == [] && shown.awaited.map(\.id) == ["p"])
    #expect(layer.sendAhead(shown.awaited, limit: 1).count == 1)
    #expect(sent(inPieces: true, draw) == [] && shown.awaited.map(\.id) == ["p"])
    #expect(layer.sendAhead(shown.awaited, limit: 1).count == 1)
    #expect(sent(inPieces: true, draw) == ["remove d", "0,0: place p"] && shown.awaited.isEmpty)
    // One that is not there is sent if it is smaller, and where nothing is sent in pieces it is not used.
    draft = Self.placement("e", 9)
    picture = Self.placement("q", 10)
    picture.draft = draft
    #expect(sent(inPieces: true, draw) == ["remove p", "send 9", "...", "0,0: place e"])
    #expect(shown.awaited.map(\.id) == ["q"])
    #expect(sent(draw) == ["remove e", "send 10", "...", "0,0: place q"])
    // A part that was sent counts.
    picture = Self.placement("r", 11)
    picture.draft = Self.placement("f", 12)
    #expect(layer.sendAhead([picture], limit: 1).count == 1)
    #expect(sent(inPieces: true, draw) == ["...", "remove q", "0,0: place r"])
    #expect(shown.awaited.isEmpty)
  }

  @Test("sends an image in pieces whose number another one has that is not shown")
  mutating func renumberedAhead() {
    var picture = Self.placement("p", 7)
    picture.draft = Self.placement("d", 8)
    func pieces(_ pictures: [Picture]) -> [String] {
      layer.sendAhead(pictures, limit: 100).map { String(decoding: $0, as: UTF8.self) }
    }
    _ = sent { $0.draw(Self.placement("q", 7), at: .zero) }
    #expect(pieces([picture]) == [])
    _ = sent { $0.draw(Self.placement("d", 8), at: .zero) }
    #expect(sent(inPieces: true) { $0.draw(picture, at: .zero) } == [] && shown.awaited.map(\.id) == ["p"])
    #expect(pieces(shown.awaited) == ["free 7", "send 7", "..."])
    #expect(sent(inPieces: true) { $0.draw(picture, at: .zero) } == ["remove d", "0,0: place p"])
  }

  @Test("sends no more with a frame than a slow line takes quickly, and the rest with the next ones")
  mutating func rations() {
    let pictures = ["a", "b", "c"].map { id in
      Picture(
        id: id, size: Size(width: 10, height: 4),
        content: .overlay(Array(repeating: UInt8(ascii: "-"), count: 20_000)))
    }
    func draw(_ canvas: Canvas) {
      for (index, picture) in pictures.enumerated() { canvas.draw(picture, at: Point(x: 12 * index, y: 2)) }
    }
    func places(_ sent: [String]) -> [String] { sent.map { String($0.prefix { $0 != ":" }) } }
    #expect(places(sent(limit: 0, draw)) == [] && shown.pictures.isEmpty)
    #expect(places(sent(draw)) == ["0,2", "12,2"])
    #expect(places(sent(limit: 0, draw)) == [] && shown.pictures.count == 2)
    #expect(shown.pictures.count == 2 && shown[Point(x: 24, y: 2)] == .blank)
    #expect(places(sent(draw)) == ["24,2"])
    #expect(sent(draw) == [])
    #expect(places(sent(repaints: true, draw)) == ["0,2", "12,2"])
    #expect(places(sent(draw)) == ["24,2"])
  }

  @Test("keeps the cells of images blank until their images are sent, and sends each once")
  mutating func rationedImages() {
    let pictures: [Picture] = (1...3).map { number in
      let cells = (0..<8).map { Cell("\($0 % 4)", style: Style(foreground: .palette(UInt8(number)))) }
      return Picture(
        id: "\(number)", size: Size(width: 4, height: 2),
        content: .placeholders(cells, Self.upload(UInt32(number), 20_000)))
    }
    func draw(_ canvas: Canvas) {
      for (index, picture) in pictures.enumerated() { canvas.draw(picture, at: Point(x: 5 * index, y: 0)) }
      canvas.draw("x", at: Point(x: 11, y: 1))
    }
    func images(_ sent: [String]) -> [String] { sent.filter { $0.hasPrefix("send") } }
    #expect(images(sent(draw)) == ["send 1", "send 2"])
    #expect(shown.rows.prefix(2) == ["0123 0123", "0123 0123  x"])
    #expect(images(sent(draw)) == ["send 3"])
    #expect(shown.rows.prefix(2) == ["0123 0123 0123", "0123 0123 0x23"])
    #expect(images(sent(draw)) == [])
    #expect(images(sent(repaints: true, draw)) == [])
  }

  @Test("(a) writes it again when ncurses may write into its cells")
  mutating func written() {
    let picture = Self.overlay("a", width: 3)
    _ = sent { $0.draw(picture, at: Point(x: 5, y: 2)) }
    #expect(
      sent {
        $0.draw(picture, at: Point(x: 5, y: 2))
        $0.draw("left", at: Point(x: 0, y: 3))
        $0.draw("right", at: Point(x: 9, y: 3))
      } == ["5,2: a"])
  }

  @Test("(b) has the cells of one that goes, moves or changes written by ncurses")
  mutating func erased() {
    _ = sent { $0.draw(Self.overlay("a"), at: Point(x: 5, y: 2)) }
    let before = shown
    #expect(sent { $0.draw(Self.overlay("b"), at: Point(x: 5, y: 2)) } == ["5,2: b"])
    let isDifferent = (2..<6).allSatisfy { y in
      (5..<15).allSatisfy { before[Point(x: $0, y: y)] != shown[Point(x: $0, y: y)] }
    }
    #expect(isDifferent)
    #expect(sent { _ in } == [])
    #expect(shown[Point(x: 5, y: 2)] == .blank)
    #expect(before[Point(x: 5, y: 2)] != .blank)
  }

  @Test("(b) writes blanks where a picture was, but for where another one comes")
  mutating func blanked() {
    _ = sent { $0.draw(Self.overlay("a"), at: Point(x: 5, y: 2)) }
    #expect(blanks == [])
    _ = sent { $0.draw(Self.overlay("b", width: 4, height: 2), at: Point(x: 6, y: 3)) }
    #expect(blanks == ["2: 5..<15", "3: 5..<6", "3: 10..<15", "4: 5..<6", "4: 10..<15", "5: 5..<15"])
    _ = sent { $0.draw(Self.overlay("b", width: 4, height: 2), at: Point(x: 6, y: 3)) }
    #expect(blanks == [])
    _ = sent(repaints: true) { _ in }
    #expect(blanks == [])
  }

  @Test("(c) gives ncurses no blanks under a picture, which it would clear or move")
  mutating func marked() {
    _ = sent { $0.draw(Self.overlay("a"), at: Point(x: 5, y: 2)) }
    let cell = shown[Point(x: 6, y: 3)]
    #expect(cell?.isUnderPicture == true && cell?.text != " ")
  }

  @Test("(d), (e) A full repaint writes everything again, and removes placements first")
  mutating func repaint() {
    let draw: (Canvas) -> Void = {
      $0.draw(Self.overlay("a"), at: Point(x: 0, y: 0))
      $0.draw(Self.placement("p", 7), at: Point(x: 20, y: 0))
    }
    #expect(sent(draw) == ["send 7", "...", "0,0: a", "20,0: place p"])
    #expect(sent(repaints: true, draw) == ["remove p", "0,0: a", "20,0: place p"])
  }

  @Test("(f) hides what is covered, in part or by another picture, as long as it is covered")
  mutating func covered() {
    let (below, above) = (Self.overlay("a"), Self.overlay("b", width: 4, height: 2))
    _ = sent { $0.draw(below, at: Point(x: 5, y: 2)) }
    #expect(
      sent {
        $0.draw(below, at: Point(x: 5, y: 2))
        $0.window(Rect(x: 12, y: 3, width: 9, height: 2)).drawBorder()
      } == [])
    #expect(layer.shown.isEmpty)
    #expect(shown[Point(x: 5, y: 2)] == .blank)
    #expect(sent { $0.draw(below, at: Point(x: 5, y: 2)) } == ["5,2: a"])
    #expect(
      sent {
        $0.draw(below, at: Point(x: 5, y: 2))
        $0.draw(above, at: Point(x: 6, y: 3))
      } == ["6,3: b"])
  }

  @Test("(g) sends images before the cells, pictures after them, and what is freed at the end")
  mutating func order() {
    #expect(sent { $0.draw(Self.placement("p", 7), at: .zero) } == ["send 7", "...", "0,0: place p"])
    #expect(
      sent {
        $0.draw(Self.placement("q", 8), at: .zero)
        $0.draw(Self.overlay("a"), at: Point(x: 20, y: 2))
      } == ["remove p", "send 8", "...", "0,0: place q", "20,2: a"])
    #expect(sent { $0.draw(Self.placement("p", 7), at: .zero) } == ["remove q", "0,0: place p"])
    #expect(layer.removals.map { String(decoding: $0, as: UTF8.self) } == ["remove p", "free 7", "free 8"])
    #expect(!layer.removeAll().isEmpty && layer.isEmpty)
  }

  @Test("(h) draws nothing that the edge cuts, nor what would scroll the screen")
  mutating func edges() {
    let (overlay, placement) = (Self.overlay("a"), Self.placement("p", 7))
    #expect(sent { $0.draw(overlay, at: Point(x: 31, y: 2)) } == [])
    #expect(sent { $0.draw(overlay, at: Point(x: -1, y: 2)) } == [])
    #expect(sent { $0.draw(overlay, at: Point(x: 0, y: 8)) } == [])
    #expect(sent { $0.draw(overlay, at: Point(x: 0, y: 7)) } == ["0,7: a"])
    // A placement does not move the cursor.
    #expect(sent { $0.draw(placement, at: Point(x: 0, y: 8)) } == ["send 7", "...", "0,8: place p"])
    #expect(
      sent { $0.window(Rect(x: 0, y: 0, width: 9, height: 9)).draw(overlay, at: .zero) } == ["remove p"])
  }

  @Test("sends an image again under a number that another had")
  mutating func renumbered() {
    _ = sent { $0.draw(Self.placement("p", 7), at: .zero) }
    #expect(
      sent { $0.draw(Self.placement("q", 7), at: .zero) } == [
        "remove p", "free 7", "send 7", "...", "0,0: place q",
      ])
  }

  @Test(
    "frees images that were not used for longest, and none that are shown, when there is no room for their pixels"
  )
  func room() {
    var images = HeldImages(limit: 1_000)
    func use(_ numbers: UInt32...) -> [String] {
      var bytes: [[UInt8]] = []
      _ = images.use(numbers.map { ("\($0)", Self.upload($0, 4, side: 10)) }, sending: &bytes)
      images.freeUnused(sending: &bytes)
      return bytes.map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "...." }
    }
    #expect(use(1, 2) == ["send 1", "send 2"])
    #expect(use(1) == [])
    #expect(use(3) == ["send 3", "free 2"])
    #expect(use(4, 5, 6) == ["send 4", "send 5", "send 6", "free 1", "free 3"])
    #expect(images.ids == [4, 5, 6])
  }
}

@Suite("The cells that ncurses writes")
struct WrittenCellsTests {
  @Test(
    "are those that differ, and those it may send with them",
    arguments: [
      ("abc", "abc", ""), ("abc       ", "abd       ", "  *"),
      ("a         b", "c         d", "***********"),
      (
        "x\(String(repeating: "-", count: 30))y", "1\(String(repeating: "-", count: 30))2",
        "*------------------------------*"
      ),
      ("a          b", "c          d", "************"), ("a           b", "c           d", "*-----------*"),
      // The first cell after blanks that were cleared.
      ("xxx  -----", "     -----", "******"), ("abc  -----", "abx  -----", "  *"),
      // All up to the last cell before blanks that are cleared, if that is not far.
      ("a----              z", "b----               ", "*****--------------*"),
      ("a----------              z", "b----------               ", "*------------------------*"),
      ("a----       z            |", "b----                    |", "*-----------*-------------"),
      ("山----------山", "山----------川", "------------**"), ("山|", "川|", "**"),
    ])
  func rows(old: String, new: String, expected: String) {
    let width = SafeText.width(of: old)
    func grid(_ text: String) -> CellGrid {
      let grid = CellGrid(size: Size(width: width, height: 1))
      grid.canvas.draw(text, at: .zero, ellipsis: false)
      return grid
    }
    let written = WrittenCells(of: grid(new), over: grid(old)) { $0 }
    let marks = (0..<width).map { written.contains(x: $0, y: 0) ? "*" : " " }.joined()
    let plain = expected.replacing("-", with: " ")
    #expect(marks == plain + String(repeating: " ", count: width - plain.count))
    #expect(written.touch(Rect(x: 0, y: 0, width: width, height: 1)) == expected.contains("*"))
  }
}
