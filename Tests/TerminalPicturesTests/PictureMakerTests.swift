import Dispatch
import Foundation
import PictureBasics
import Pictures
import TerminalPicturesSupport
import TestSupport
import Testing

@testable import TerminalPictures
@testable import Terminal
@testable import TerminalUI

@Suite("Pictures for a terminal")
struct PictureMakerTests {
  private static let file = LoopbackPictures.bytes(of: "11", "l")
  private static let images: [Graphics] = [.kittyPlaceholders, .kittyPlacement, .iterm, .sixel]

  private func maker(_ graphics: Graphics) throws -> PictureMaker {
    PictureMaker(style: try #require(PictureStyle.of(graphics)))
  }

  @Test("are the photo, as large as fits into the box, in whichever way they are shown", arguments: images)
  func fitted(graphics: Graphics) async throws {
    let maker = try maker(graphics)
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    for (box, size) in [
      (Size(width: 18, height: 7), Size(width: 18, height: 6)),
      (Size(width: 18, height: 3), Size(width: 9, height: 3)),
      (Size(width: 1, height: 1), Size(width: 1, height: 1)),
      (Size(width: 60, height: 40), Size(width: 60, height: 20)),
    ] {
      let picture = try await maker.fitted(Self.file, into: box)
      #expect(picture.size == size)
      let read = try #require(try PictureReading(picture, graphics))
      #expect(read.shown.columns == size.width && read.shown.rows == size.height && !read.shown.isDamaged)
      #expect(read.shown.position == .init(row: 3, column: 5))
      // A sixel picture is cut to whole bands of six.
      #expect(read.bitmap.width == 10 * size.width && abs(read.bitmap.height - 20 * size.height) < 6)
      if size.width > 1 { #expect(difference(read.bitmap, source) < 8) }
    }
  }

  @Test(
    "A part of a smaller picture is that of the whole one, and a turned picture lies on its side",
    arguments: images)
  func previewsAndTurns(graphics: Graphics) async throws {
    let maker = try maker(graphics)
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let small = source.resized(to: PixelSize(width: source.width / 4, height: source.height / 4))
    let part = PixelRect(x: source.width / 2, y: 0, width: source.width / 2, height: source.height / 2)
    let box = Size(width: 30, height: 10)
    let sharp = try #require(
      try PictureReading(await maker.part(part, of: source, whole: source.size, size: box), graphics))
    let preview = try #require(
      try PictureReading(await maker.part(part, of: small, whole: source.size, size: box), graphics))
    #expect(difference(sharp.bitmap, preview.bitmap.resized(to: sharp.bitmap.size)) < 12)
    let turned = try await maker.fitted(Self.file, into: Size(width: 60, height: 15), turns: 1)
    let read = try #require(try PictureReading(turned, graphics))
    #expect(turned.size.width < 2 * turned.size.height)
    #expect(difference(read.bitmap, source.turned(quarters: 1).resized(to: read.bitmap.size)) < 12)
    #expect(source.turned(quarters: -1) == source.turned(quarters: 3))
    #expect(source.turned(quarters: 1).turned(quarters: 3) == source)
  }

  @Test(
    "A picture fills a box of nearly its shape, or of any if it is to fill it", arguments: images)
  func fits(graphics: Graphics) async throws {
    let maker = try maker(graphics)
    let whole = try await maker.fitted(Self.file, into: Size(width: 200, height: 20)).size
    let near = Size(width: whole.width + 2, height: whole.height)
    #expect(try await maker.fitted(Self.file, into: near).size != near)
    #expect(try await maker.fitted(Self.file, into: near, fit: .nearlyWhole).size == near)
    let square = Size(width: 20, height: 10)
    #expect(try await maker.fitted(Self.file, into: square, fit: .nearlyWhole).size != square)
    #expect(try await maker.fitted(Self.file, into: square, fit: .filling).size == square)
  }

  @Test("stay as they are for a terminal that stretches them, if hardly more is sent", arguments: images)
  func unstretched(graphics: Graphics) async throws {
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let picture = try await maker(graphics).fitted(Self.file, into: Size(width: 100, height: 40))
    let read = try #require(try PictureReading(picture, graphics))
    #expect(read.shown.columns == 100 && read.bitmap.width == (graphics == .sixel ? 1000 : source.width))
    #expect(difference(read.bitmap, source) < 8)
  }

  @Test("show the part that is seen of an enlarged photo", arguments: images)
  func part(graphics: Graphics) async throws {
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let part = PixelRect(x: 512, y: 100, width: 300, height: 200)
    let picture = try await maker(graphics).part(
      part, of: source, whole: source.size, size: Size(width: 30, height: 10))
    let read = try #require(try PictureReading(picture, graphics))
    let ideal = try #require(source.cropped(to: PixelRect(x: 512, y: 100, width: 300, height: 200)))
    #expect(difference(read.bitmap, ideal) < 8)
    #expect(difference(read.bitmap, source) > 16)
  }

  @Test("are drafts of fewer bytes if that is wanted", arguments: images)
  func drafts(graphics: Graphics) async throws {
    let maker = try maker(graphics)
    #expect(maker.style.hasDrafts)
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
    func picture(_ detail: PictureDetail) async -> Picture {
      await maker.part(
        whole, of: source, whole: source.size, size: Size(width: 30, height: 12), detail: detail)
    }
    let (draft, full) = (await picture(.draft), await picture(.full))
    #expect(draft.size == full.size)
    #expect(draft.cost * 4 < full.cost * 3, "\(draft.cost) \(full.cost)")
    let read = try [draft, full].map { try #require(try PictureReading($0, graphics)).bitmap }
    #expect(difference(read[0], read[1].resized(to: read[0].size)) < 16)
  }

  @Test("have names of their own, and numbers where the terminal keeps them", arguments: images)
  func ids(graphics: Graphics) async throws {
    let maker = try maker(graphics)
    var pictures: [Picture] = []
    for _ in 1...5 { pictures.append(try await maker.fitted(Self.file, into: Size(width: 6, height: 2))) }
    #expect(Set(pictures.map(\.id)).count == 5)
    let uploads = pictures.compactMap(\.upload?.imageID)
    #expect(Set(uploads).count == uploads.count)
    #expect(uploads.count == (graphics == .iterm || graphics == .sixel ? 0 : 5))
  }

  @Test("of a transparent file show the background of the terminal", arguments: images)
  func transparent(graphics: Graphics) async throws {
    let pixels = [[UInt8]](repeating: [255, 0, 0, 0], count: 40 * 40).flatMap(\.self)
    let clear = try #require(Bitmap(width: 40, height: 40, pixels: pixels))
    let picture = try await maker(graphics).fitted(PNGEncoder.encode(clear), into: Size(width: 4, height: 2))
    let read = try #require(try PictureReading(picture, graphics)).bitmap
    // What a terminal draws with its own background may stay transparent.
    let seen = read.flattened(onto: RGB(red: 16, green: 16, blue: 16))
    let background = seen.pixels.enumerated().allSatisfy {
      $0.offset % 4 == 3 || abs(Int($0.element) - 16) <= 3
    }
    #expect(background)
  }

  @Test("A turned file has white in place of what is transparent")
  func turnedTransparency() async throws {
    let pixels = [[UInt8]](repeating: [255, 0, 0, 0], count: 40 * 20).flatMap(\.self)
    let clear = try #require(Bitmap(width: 40, height: 20, pixels: pixels))
    let turned = try PictureDecoder.decode(
      await PictureMaker.turnedJPEG(PNGEncoder.encode(clear), turns: 1), covering: nil)
    #expect(turned.fullSize == PixelSize(width: 20, height: 40))
    let isWhite = turned.bitmap.pixels.allSatisfy { $0 > 250 }
    #expect(isWhite)
  }

  @Test("A picture of which only a thumbnail can be decoded is not written as a file in its place")
  func turnedThumbnail() async throws {
    let url = Repository.url("Tests/PicturesTests/Pictures/thumbnail.heic")
    let file = [UInt8](try Data(contentsOf: url))
    var limits = DecodingLimits.standard
    limits.memory = 10 * 960 * 640
    await #expect(throws: PictureError.tooLarge(PixelSize(width: 960, height: 640))) {
      try await PictureMaker.turnedJPEG(file, turns: 0, limits: limits)
    }
    let small = try await PictureMaker.turnedJPEG(file, turns: 0, longerSide: 192, limits: limits)
    #expect(try PictureDecoder.decode(small).fullSize == PixelSize(width: 96, height: 64))
    limits.memory += 4 * 480 * 320
    let half = try await PictureMaker.turnedJPEG(file, turns: 0, limits: limits)
    #expect(try PictureDecoder.decode(half).fullSize == PixelSize(width: 480, height: 320))
  }

  @Test("A picture that is too long for JPEG is not written as an empty file")
  func turnedLong() async throws {
    let size = PixelSize(width: 65_536, height: 1)
    let pixels = [UInt8](repeating: 255, count: 4 * size.area)
    let file = PNGEncoder.encode(
      try #require(Bitmap(width: size.width, height: size.height, pixels: pixels)))
    await #expect(throws: PictureError.tooLarge(size)) {
      try await PictureMaker.turnedJPEG(file, turns: 0)
    }
  }

  @Test("Pictures are characters in the terminal's colors where it shows nothing else")
  func symbols() async throws {
    for colors in [ColorDepth.none, .palette8, .palette16, .palette256, .direct] {
      let maker = PictureMaker(style: try #require(PictureStyle.of(.symbols, colors: colors)))
      let picture = try await maker.fitted(Self.file, into: Size(width: 18, height: 7))
      guard case .cells(let cells) = picture.content else { return #expect(Bool(false)) }
      #expect(picture.size == Size(width: 18, height: 6) && cells.count == 18 * 6)
      #expect(cells.allSatisfy { $0.text.count == 1 })
      let styles = cells.flatMap { [$0.style.foreground, $0.style.background] }.filter { $0 != .standard }
      #expect(styles.isEmpty == (colors == .none))
      #expect(styles.allSatisfy { ($0.parts != nil) == (colors == .direct) })
      let most: UInt32 = [.palette8: 8, .palette16: 16][colors] ?? 256
      #expect(styles.allSatisfy { colors == .direct || (0..<most).contains($0.code) })
    }
  }

  @Test("made of symbols are drafts of two pixels a cell where many colors are shown, and else in full")
  func symbolDrafts() async throws {
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
    let ideal = source.resized(to: PixelSize(width: 30, height: 24))
    for colors in [ColorDepth.none, .palette16, .palette256, .direct] {
      let maker = PictureMaker(style: try #require(PictureStyle.of(.symbols, colors: colors)))
      func cells(_ detail: PictureDetail) async -> [Cell] {
        let picture = await maker.part(
          whole, of: source, whole: source.size, size: Size(width: 30, height: 12), detail: detail)
        guard case .cells(let cells) = picture.content else { return [] }
        return cells
      }
      let draft = await cells(.draft)
      guard maker.style.hasDrafts else {
        #expect(colors < .palette256)
        #expect(await draft == cells(.full))
        continue
      }
      #expect(draft.count == 30 * 12 && Set(draft.map(\.text)) == [" ", "▀"])
      for (index, cell) in draft.enumerated() {
        let lower = 2 * (index / 30) + 1
        for (color, row) in [(cell.style.foreground, lower - 1), (cell.style.background, lower)] {
          let pixel = ideal[index % 30, row]
          let nearest = Color.rgb(pixel.red, pixel.green, pixel.blue)
          #expect(color.distance(to: nearest) <= (colors == .direct ? 8 : 48))
          #expect((color.parts != nil) == (colors == .direct))
        }
      }
    }
  }

  @Test("are ASCII where nothing else can be shown")
  func ascii() async throws {
    var terminal = Capabilities.showing(.symbols, colors: .none)
    terminal.showsUnicode = false
    let style = try #require(PictureStyle(for: terminal, choice: .automatic, environment: [:]))
    let picture = try await PictureMaker(style: style).fitted(Self.file, into: Size(width: 18, height: 7))
    guard case .cells(let cells) = picture.content else { return #expect(Bool(false)) }
    #expect(cells.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isASCII) })
    #expect(Set(cells.map(\.text)).count > 3)
  }

  @Test("for a terminal around tmux are wrapped in pieces that tmux passes on, and shown by it")
  func tmux() async throws {
    let picture = try await makerInsideTmux().fitted(Self.file, into: Size(width: 18, height: 7))
    let upload = try #require(picture.upload)
    var model = TerminalModel(columns: 80, rows: 24, persona: .tmux(passesThrough: true))
    for chunk in upload.chunks {
      #expect(chunk.starts(with: Array("\u{1B}Ptmux;".utf8)))
      model.feed(chunk)
    }
    #expect(model.screen.heldImages == [Int(upload.imageID)])
    model.feed(upload.removal)
    #expect(model.screen.heldImages == [])
  }

  private func makerInsideTmux() throws -> PictureMaker {
    var terminal = Capabilities.showing(.kittyPlaceholders)
    terminal.isInsideTmux = true
    terminal.acceptsKittyPictures = true
    (terminal.outerProduct, terminal.product) = (terminal.product, .init(name: "tmux", version: [3, 4]))
    return PictureMaker(
      style: try #require(PictureStyle(for: terminal, choice: .automatic, environment: [:])))
  }

  @Test(
    "with more columns or rows than placeholders can count have all of them, without placeholders",
    arguments: [Size(width: 298, height: 2), Size(width: 2, height: 298)])
  func large(size: Size) async throws {
    let source = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    func content(_ maker: PictureMaker, _ size: Size) async -> Picture.Content {
      let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
      return await maker.part(whole, of: source, whole: source.size, size: size).content
    }
    guard case .placement(let bytes, _, _) = await content(try maker(.kittyPlaceholders), size) else {
      return #expect(Bool(false))
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("c=\(size.width),r=\(size.height),"))
    guard case .cells(let cells) = await content(try makerInsideTmux(), size) else {
      return #expect(Bool(false))
    }
    #expect(cells.count == size.width * size.height)
    let countable = Size(width: size.width - size.width / 298, height: size.height - size.height / 298)
    guard case .placeholders = await content(try maker(.kittyPlaceholders), countable) else {
      return #expect(Bool(false))
    }
  }

  @Test("are made beside the main actor")
  @MainActor
  func besideTheMainActor() async throws {
    let maker = try maker(.sixel)
    let bitmap = try await PictureMaker.decoded(Self.file).bitmap
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let works: [@MainActor () async throws -> Void] = [
      { _ = try await PictureMaker.decoded(Self.file) },
      { _ = try await maker.fitted(Self.file, into: Size(width: 18, height: 7)) },
      { _ = await maker.part(whole, of: bitmap, whole: bitmap.size, size: Size(width: 18, height: 6)) },
    ]
    for work in works {
      var isDone = false
      let task = Task.immediate { @MainActor in
        try await work()
        isDone = true
      }
      // What the main actor did itself would be done by now.
      #expect(!isDone)
      try await task.value
      #expect(isDone)
    }
  }

  @Test("leave tasks their threads, however many are made at once")
  func threads() async {
    let gate = DispatchSemaphore(value: 0)
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    await withTaskGroup { group in
      for _ in 0..<count { group.addTask { await PictureThreads.run { gate.wait() } } }
      // This task needs a thread of all tasks while those of pictures are in use.
      await Task.detached {}.value
      for _ in 0..<count { gate.signal() }
    }
  }

  @Test("see that their task was canceled")
  func canceled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await PictureThreads.run { Task.isCancelled }
    }
    #expect(await task.value)
  }

  @Test("are not made of what is no picture")
  func damaged() async throws {
    let maker = try maker(.sixel)
    await #expect(throws: PictureError.self) {
      try await maker.fitted(Array("no picture".utf8), into: Size(width: 9, height: 3))
    }
  }

  @Test("A part of a file has its own pixels, also of a picture that is turned", arguments: 0..<4)
  func part(turns: Int) async throws {
    let size = PixelSize(width: 320, height: 200)
    let pixels = (0..<size.area).flatMap { place -> [UInt8] in
      let (x, y) = (place % size.width, place / size.width)
      return [
        UInt8(x * 255 / size.width), UInt8(y * 255 / size.height), (x + y).isMultiple(of: 2) ? 255 : 0, 255,
      ]
    }
    let upright = try #require(Bitmap(width: size.width, height: size.height, pixels: pixels))
    let whole = upright.turned(quarters: turns)
    let file = PNGEncoder.encode(upright)
    let part = PixelRect(x: 31, y: 17, width: 50, height: 40)
    let read = try await PictureMaker.decodedPart(part, of: whole.size, scale: 1, in: file, turns: turns)
    #expect(read == whole.cropped(to: part))
  }

  @Test("A part of a file that is seen smaller is decoded with fewer pixels, but with enough")
  func smallPart() async throws {
    let whole = try PictureDecoder.decode(Self.file, covering: nil).bitmap
    let part = PixelRect(x: whole.width / 2, y: 0, width: whole.width / 2, height: whole.height)
    let read = try await PictureMaker.decodedPart(
      part, of: whole.size, scale: 0.25, in: Self.file, turns: 0)
    #expect(read.width == whole.width / 8 && read.height == (whole.height + 3) / 4)
    #expect(difference(read, try #require(whole.cropped(to: part)).resized(to: read.size)) < 6)
  }
}

extension Color {
  /// The largest difference of a part.
  fileprivate func distance(to other: Color) -> Int {
    guard let one = parts ?? cube, let other = other.parts else { return 255 }
    return max(
      abs(Int(one.red) - Int(other.red)), abs(Int(one.green) - Int(other.green)),
      abs(Int(one.blue) - Int(other.blue)))
  }

  /// The parts of a color of the palette besides the first 16 (xterm's 256colres.h).
  private var cube: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard code >= 16, code < 256 else { return nil }
    if code >= 232 {
      let gray = UInt8(8 + 10 * (code - 232))
      return (gray, gray, gray)
    }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let number = Int(code) - 16
    return (levels[number / 36], levels[number / 6 % 6], levels[number % 6])
  }
}
