public import PictureBasics
public import Pictures
import Synchronization
public import Terminal
import TerminalUI

/// A maker of pictures for the terminal from picture files, off the main actor.
///
/// Large pictures are made on ``PictureThreads``. Thumbnails, which ``fitted(_:into:fit:turns:onDecode:)`` makes, are so
/// small that tasks hardly wait for them.
public struct PictureMaker: Hashable, Sendable {
  /// The style of the pictures.
  public let style: PictureStyle

  /// Creates a maker of pictures in a style.
  public init(style: PictureStyle) { self.style = style }

  /// The number of the last picture, which is its name and, in terminals that store pictures, its ID.
  ///
  /// It starts at random, because a terminal may still have the pictures of an earlier program, but among the
  /// numbers that make short placeholders.
  private static let count = Atomic<Int>(Int.random(in: 0..<16_000))

  /// The percentage of a box that a whole picture must take to be cropped for the rest: shapes are stretched or cropped by
  /// at most 12 %, and cells are whole.
  private static let filledShare = 78

  /// Decodes a file with all pixels, and turns it clockwise by some quarters.
  ///
  /// - Throws: A `PictureError`, whose description is a sentence, or `CancellationError`.
  public static func decoded(_ file: [UInt8], turns: Int = 0) async throws -> DecodedPicture {
    try await PictureThreads.run {
      try Task.checkCancellation()
      return try PictureDecoder.decode(file, covering: nil).turned(quarters: turns)
    }
  }

  /// Decodes a part of a file, turned clockwise by some quarters.
  ///
  /// - Parameters:
  ///   - part: The part of the whole, turned picture.
  ///   - whole: The size of the whole, turned picture.
  ///   - scale: The number of pixels for one of `whole`, at most 1; there may be more.
  ///   - file: The file.
  ///   - turns: The quarters.
  /// - Throws: A `PictureError`, whose description is a sentence, or `CancellationError`.
  public static func decodedPart(
    _ part: PixelRect, of whole: PixelSize, scale: Double, in file: [UInt8], turns: Int
  ) async throws -> Bitmap {
    try await PictureThreads.run {
      try Task.checkCancellation()
      let longerSide = Int((Double(whole.longerSide) * scale).rounded(.up))
      let needed = whole.scaled(toLongerSide: longerSide)
      let decoded = try PictureDecoder.decode(file, covering: needed.turned(quarters: turns))
      let bitmap = decoded.bitmap.turned(quarters: turns)
      return bitmap.cropped(to: part.scaled(from: whole, to: bitmap.size)) ?? bitmap
    }
  }

  /// Returns a JPEG of a picture after some quarter turns clockwise; what is transparent becomes white.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - turns: The quarters.
  ///   - longerSide: The pixels of the longer side that are enough; as a standard those of the whole picture.
  ///   - limits: The limits on decoding.
  /// - Throws: A `PictureError`, whose description is a sentence, or `CancellationError`. The picture is too large if the
  ///   limits leave it less than half of the pixels of the longer side, as where only the thumbnail in the file can be decoded.
  public static func turnedJPEG(
    _ file: [UInt8], turns: Int, longerSide: Int = .max, limits: DecodingLimits = .standard
  ) async throws -> [UInt8] {
    try await PictureThreads.run {
      try Task.checkCancellation()
      let picture = try PictureDecoder.decode(file, limits: limits)
      guard 2 * picture.bitmap.size.longerSide >= min(longerSide, picture.fullSize.longerSide) else {
        throw PictureError.tooLarge(picture.fullSize)
      }
      let jpeg = JPEGEncoder.encode(picture.bitmap.turned(quarters: turns).flattened(onto: .white))
      guard !jpeg.isEmpty else { throw PictureError.tooLarge(picture.fullSize) }
      return jpeg
    }
  }

  /// Returns the animation in a file, turned clockwise by some quarters, with frames for a box; `nil` if there is none.
  public func animation(of file: [UInt8], turns: Int = 0, within box: Size) async -> PictureAnimation? {
    let room = style.room(in: box).turned(quarters: turns)
    return await PictureThreads.run { AnimationDecoder.decode(file, fitting: room)?.turned(quarters: turns) }
  }

  /// Returns the picture of a file, as large as fits into a box.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - box: The cells that the picture may take.
  ///   - fit: Whether the picture is cropped to fill the box.
  ///   - turns: The quarters by which it is turned clockwise.
  ///   - onDecode: Called off the main actor with the whole picture as it was decoded, before it is turned.
  /// - Throws: A `PictureError`, whose description is a sentence, or `CancellationError`.
  @concurrent
  public func fitted(
    _ file: [UInt8], into box: Size, fit: PictureFit = .whole, turns: Int = 0,
    onDecode: @Sendable (Bitmap) async -> Void = { _ in }
  ) async throws -> Picture {
    try Task.checkCancellation()
    let box = style.graphics == .kittyPlaceholders ? box.within(KittyImage.placeholderLimit) : box
    let room = style.room(in: box).turned(quarters: turns)
    let decoded =
      fit == .filling
      ? try PictureDecoder.decode(file, covering: room) : try PictureDecoder.decode(file, fitting: room)
    await onDecode(decoded.bitmap)
    let bitmap = decoded.bitmap.turned(quarters: turns)
    var picture = cut(bitmap, into: box, fit: fit)
    picture.meanColor = style.showsAnyColor ? Color(bitmap.meanColor) : nil
    return picture
  }

  /// Returns a picture that was decoded for a box, cropped if it shall fill it.
  private func cut(_ bitmap: Bitmap, into box: Size, fit: PictureFit) -> Picture {
    var viewport = PictureViewport(
      picture: bitmap.size, box: box, cell: style.cell)
    guard let whole = viewport.placement?.target.size else { return picture(of: bitmap, size: box) }
    let isNearly = Self.filledShare * box.width * box.height <= 100 * whole.width * whole.height
    guard fit == .filling || fit == .nearlyWhole && isNearly, whole != box else {
      return picture(of: bitmap, size: whole)
    }
    viewport.toggleFill()
    guard let part = viewport.placement, let cropped = bitmap.cropped(to: part.source) else {
      return picture(of: bitmap, size: whole)
    }
    return picture(of: cropped, size: part.target.size)
  }

  /// Returns the visible part of a picture.
  ///
  /// - Parameters:
  ///   - part: The part of the whole picture.
  ///   - bitmap: The picture, which may have fewer pixels.
  ///   - whole: The size of the whole picture.
  ///   - size: The cells that the part takes.
  ///   - detail: The detail with which it is made.
  public func part(
    _ part: PixelRect, of bitmap: Bitmap, whole: PixelSize, size: Size, detail: PictureDetail = .full
  ) async -> Picture {
    let part = whole == bitmap.size ? part : part.scaled(from: whole, to: bitmap.size)
    return await PictureThreads.run {
      picture(of: bitmap.cropped(to: part) ?? bitmap, size: size, detail: detail)
    }
  }

  /// Returns the protocol that draws a picture of a size in cells.
  ///
  /// Placeholders cannot show a picture of more than `KittyImage.placeholderLimit` columns or rows.
  private func graphics(for size: Size) -> Graphics {
    guard style.graphics == .kittyPlaceholders, size != size.within(KittyImage.placeholderLimit) else {
      return style.graphics
    }
    return .placement(isInsideTmux: style.isInsideTmux)
  }

  /// Returns a picture stretched over `size` cells.
  func picture(of bitmap: Bitmap, size: Size, detail: PictureDetail = .full) -> Picture {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let image = KittyImageID(counting: number)
    let content: Picture.Content =
      switch graphics(for: size) {
      case .symbols: .cells(symbols(bitmap, size, detail))
      case .sixel:
        .overlay(sixels(bitmap, style.pixels(in: size), detail))
      case .iterm:
        .overlay(
          ITermImage.encode(
            file: JPEGEncoder.encode(sparing(bitmap, size, detail).flattened(onto: style.background)),
            columns: size.width, rows: size.height))
      case .kittyPlaceholders:
        .placeholders(placeholders(image, size), upload(image, sparing(bitmap, size, detail), size))
      case .kittyPlacement:
        .placement(
          KittyImage.placement(image, placement: 1, columns: size.width, rows: size.height),
          removal: KittyImage.removePlacement(image, placement: 1),
          upload(image, sparing(bitmap, size, detail), nil))
      }
    return Picture(id: String(number), size: size, content: content)
  }

  /// Returns the picture for a terminal that stretches it over the cells: unchanged, or reduced to the pixels
  /// of the cells if much invisible detail would be sent; a draft to a third of the columns and rows.
  private func sparing(_ bitmap: Bitmap, _ size: Size, _ detail: PictureDetail) -> Bitmap {
    let exact = style.pixels(in: size)
    let enough = detail == .full ? exact : exact.scaled(toLongerSide: exact.longerSide / 3)
    return bitmap.size.area > enough.area * 5 / 4 ? bitmap.resized(to: enough) : bitmap
  }

  private func sixels(_ bitmap: Bitmap, _ size: PixelSize, _ detail: PictureDetail) -> [UInt8] {
    switch detail {
    case .draft: SixelEncoder.encodeDraft(bitmap, size: size)
    case .full: SixelEncoder.encode(bitmap, size: size)
    }
  }

  // MARK: Symbols

  private func symbols(_ bitmap: Bitmap, _ size: Size, _ detail: PictureDetail) -> [Cell] {
    if detail == .draft, style.hasDrafts {
      return SymbolDraft.cells(
        of: bitmap, size: size, background: style.background, isDirect: style.colors == .trueColor)
    }
    let renderer = SymbolRenderer(
      colors: style.colors, characters: style.characters, background: style.background)
    return renderer.render(bitmap, columns: size.width, rows: size.height).cells.map { cell in
      Cell(
        String(cell.character),
        style: Style(foreground: color(cell.foreground), background: color(cell.background)))
    }
  }

  private func color(_ color: SymbolColor) -> Color {
    switch color {
    case .standard: .standard
    case .palette(let number): .palette(number)
    case .rgb(let red, let green, let blue): .rgb(red, green, blue)
    }
  }

  // MARK: Kitty

  private func upload(_ image: KittyImageID, _ bitmap: Bitmap, _ cells: Size?) -> Picture.Upload {
    var chunks = KittyImage.transmit(image, bitmap)
    if let cells {
      chunks.append(KittyImage.virtualPlacement(image, columns: cells.width, rows: cells.height))
    }
    return Picture.Upload(
      imageID: image.rawValue, pixels: bitmap.size, chunks: chunks.map(throughTmux),
      removal: throughTmux(KittyImage.delete(image)),
      ending: throughTmux(KittyImage.transmissionEnd))
  }

  private func throughTmux(_ bytes: [UInt8]) -> [UInt8] {
    style.isInsideTmux ? TmuxPassthrough.wrap(bytes) : bytes
  }

  private func placeholders(_ image: KittyImageID, _ size: Size) -> [Cell] {
    let style = Style(foreground: .palette(image.color))
    return (0..<size.height).flatMap { row in
      (0..<size.width).map { column in
        Cell(KittyImage.placeholder(row: row, column: column, id: image), style: style)
      }
    }
  }
}

extension Color {
  fileprivate init(_ color: RGB) { self = .rgb(color.red, color.green, color.blue) }
}

extension Size {
  /// Returns the size with at most `limit` cells each way.
  fileprivate func within(_ limit: Int) -> Size {
    Size(width: min(width, limit), height: min(height, limit))
  }
}
