import Foundation
public import Pictures
public import Terminal
public import TestSupport

/// A picture as a terminal shows it.
public struct PictureReading {
  /// The picture in the terminal's memory.
  public let shown: TerminalModel.Picture
  /// Its pixels.
  public let bitmap: Bitmap

  /// Draws a picture in the middle of a terminal with that method; returns nil if the terminal shows none.
  public init?(_ picture: Picture, _ graphics: Graphics) throws {
    let personas: [Graphics: TerminalModel.Persona] = [
      .kittyPlaceholders: .kitty, .kittyPlacement: .oldKitty, .iterm: .wezterm, .sixel: .sixel,
    ]
    var model = TerminalModel(columns: 120, rows: 50, persona: personas[graphics] ?? .xterm)
    func feed(_ upload: Picture.Upload) { for chunk in upload.chunks { model.feed(chunk) } }
    model.feed("\u{1B}[4;6H")
    switch picture.content {
    case .cells: return nil
    case .overlay(let bytes): model.feed(bytes)
    case .placement(let bytes, _, let upload):
      feed(upload)
      model.feed(bytes)
    case .placeholders(let cells, let upload):
      feed(upload)
      for row in 0..<picture.size.height {
        model.feed("\u{1B}[\(4 + row);6H")
        for cell in cells[row * picture.size.width..<(row + 1) * picture.size.width] {
          model.feed("\u{1B}[38;5;\(Self.number(of: cell.style.foreground))m\(cell.text)")
        }
      }
    }
    guard model.pictures.count == 1, let shown = model.pictures.first, let image = shown.image else {
      return nil
    }
    self.shown = shown
    if image.form == .file, image.pixels == nil {
      bitmap = try PictureDecoder.decode(image.bytes, covering: nil).bitmap
    } else {
      guard let pixels = image.pixels,
        let bitmap = Bitmap(
          width: image.width, height: pixels.count / 4 / max(1, image.width), pixels: pixels)
      else { return nil }
      self.bitmap = bitmap
    }
  }

  private static func number(of color: Color) -> UInt8 {
    (UInt8.min...UInt8.max).first { Color.palette($0) == color } ?? 0
  }
}
