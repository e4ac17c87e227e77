import Foundation
import PictureBasics
import Pictures
import TestSupport

@testable import Terminal

/// What a terminal makes of a picture.
struct PictureReading {
  /// As the terminal holds it.
  let shown: TerminalModel.Picture
  /// Its pixels.
  let bitmap: Bitmap

  /// Draws a picture in the middle of a terminal that shows pictures in that way; nil if it is none.
  init?(_ picture: Picture, _ graphics: Graphics) throws {
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
          model.feed("\u{1B}[38;5;\(cell.style.foreground.code)m\(cell.text)")
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
}

/// The mean difference of two pictures, from 0 to 255 per color; the second is scaled to the size of the first.
func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
  let other = other.resized(to: one.size)
  var sum = 0
  for index in one.pixels.indices where index % 4 != 3 {
    sum += abs(Int(one.pixels[index]) - Int(other.pixels[index]))
  }
  return Double(sum) / Double(3 * one.size.area)
}
