import Foundation
import PictureBasics
import Pictures
import Synchronization
public import Terminal
import TerminalUI

/// Makes what the terminal shows of what was decoded, beside the main actor.
nonisolated public struct PictureMaker: Hashable, Sendable {
  let style: PictureStyle

  /// Makes pictures in a form.
  public init(style: PictureStyle) { self.style = style }

  /// Counts what was made: each has a name and, where the terminal keeps it, a number of its own.
  ///
  /// It begins anywhere, for a terminal may still show what it was given by a program before; but among the numbers
  /// that make short placeholders.
  private static let count = Atomic<Int>(Int.random(in: 0..<16_000))

  /// All pixels of a file.
  @concurrent
  static func decoded(_ file: [UInt8]) async throws -> DecodedPicture {
    try Task.checkCancellation()
    return try PictureDecoder.decode(file, covering: nil)
  }

  /// A file's picture as large as fits into a box.
  ///
  /// Throws what is wrong with the file, as an error whose description is a sentence.
  @concurrent
  public func fitted(_ file: [UInt8], into box: Size) async throws -> Picture {
    try Task.checkCancellation()
    let box = style.graphics == .kittyPlaceholders ? box.within(KittyImage.placeholderLimit) : box
    let bitmap = try PictureDecoder.decode(file, fitting: style.room(in: box)).bitmap
    let viewport = PictureViewport(
      picture: bitmap.size, box: box, cell: style.cell)
    return picture(of: bitmap, size: viewport.placement?.target.size ?? box)
  }

  /// Returns the visible part of a picture.
  @concurrent
  func part(_ part: PixelRect, of bitmap: Bitmap, size: Size) async -> Picture {
    picture(of: bitmap.cropped(to: part) ?? bitmap, size: size)
  }

  /// A picture stretched over so many cells.
  func picture(of bitmap: Bitmap, size: Size) -> Picture {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let image = KittyImageID(counting: number)
    let content: Picture.Content =
      switch style.graphics {
      case .symbols: .cells(symbols(bitmap, size))
      case .sixel: .overlay(SixelEncoder.encode(bitmap, size: style.pixels(in: size)))
      case .iterm:
        .overlay(
          ITermImage.encode(
            file: JPEGEncoder.encode(sparing(bitmap, size)), columns: size.width, rows: size.height))
      case .kittyPlaceholders:
        .placeholders(placeholders(image, size), upload(image, sparing(bitmap, size), size))
      case .kittyPlacement:
        .placement(
          KittyImage.placement(image, placement: 1, columns: size.width, rows: size.height),
          removal: KittyImage.removePlacement(image, placement: 1),
          upload(image, sparing(bitmap, size), nil))
      }
    return Picture(id: String(number), size: size, content: content)
  }

  /// Returns the picture for a terminal that stretches it over the cells: unchanged, or reduced to the pixels
  /// of the cells if much invisible detail would be sent.
  private func sparing(_ bitmap: Bitmap, _ size: Size) -> Bitmap {
    let exact = style.pixels(in: size)
    return bitmap.size.area > exact.area * 5 / 4 ? bitmap.resized(to: exact) : bitmap
  }

  // MARK: Symbols

  private func symbols(_ bitmap: Bitmap, _ size: Size) -> [Cell] {
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
      imageID: image.rawValue, chunks: chunks.map(throughTmux), removal: throughTmux(KittyImage.delete(image))
    )
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

extension Size {
  /// No more than so many cells each way.
  nonisolated fileprivate func within(_ limit: Int) -> Size {
    Size(width: min(width, limit), height: min(height, limit))
  }
}

extension Picture {
  /// About how much memory it takes, in bytes.
  nonisolated var cost: Int {
    switch content {
    case .cells(let cells): cells.count * MemoryLayout<Cell>.stride
    case .placeholders(let cells, let upload): cells.count * MemoryLayout<Cell>.stride + upload.cost
    case .overlay(let bytes): bytes.count
    case .placement(_, removal: _, let upload): upload.cost
    }
  }
}

extension Picture.Upload {
  nonisolated fileprivate var cost: Int { chunks.reduce(0) { $0 + $1.count } }
}
