internal import Foundation

/// Writes what kitty's graphics protocol asks for.
///
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/. All commands ask for no answer (`q=2`): nothing would read it.
public enum KittyImage {
  /// Bytes of base64 that a command may carry.
  static let chunkLength = 4096

  /// The most rows or columns that placeholders can count.
  public static let placeholderLimit = KittyDiacritics.all.count

  /// Gives the terminal an image without showing it: commands to be written in their order, with no other between them.
  ///
  /// Each is whole by itself, so that each can be wrapped for tmux. The pixels go as a PNG, compressed for speed.
  ///
  /// O(pixels).
  public static func transmit(_ id: KittyImageID, _ bitmap: Bitmap) -> [[UInt8]] {
    let payload = Data(PNGEncoder.encode(bitmap)).base64EncodedData()
    let starts = stride(from: 0, to: max(1, payload.count), by: chunkLength)
    return starts.map { start in
      let end = min(payload.count, start + chunkLength)
      let more = end < payload.count ? 1 : 0
      let first = "a=t,t=d,f=100,i=\(id.rawValue),s=\(bitmap.width),v=\(bitmap.height),q=2,m=\(more)"
      return command(start == 0 ? first : "m=\(more),q=2", payload[start..<end])
    }
  }

  /// Ends a transmission after some of its commands: the terminal fails to read the image, silently, and is ready for another.
  public static let transmissionEnd = command("m=0,q=2", Data())

  /// Lets placeholders show an image that was transmitted, scaled to fit into so many cells.
  public static func virtualPlacement(_ id: KittyImageID, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(id.rawValue),c=\(columns),r=\(rows),q=2")
  }

  /// Shows an image that was transmitted, stretched over so many cells from the cursor on, which stays where it is.
  ///
  /// It lies over the text until it is removed; the same placement again moves it.
  public static func placement(_ id: KittyImageID, placement: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,i=\(id.rawValue),p=\(placement),c=\(columns),r=\(rows),C=1,q=2")
  }

  /// Takes one placement of an image from the screen; the terminal keeps the image.
  public static func removePlacement(_ id: KittyImageID, placement: UInt32) -> [UInt8] {
    command("a=d,d=i,i=\(id.rawValue),p=\(placement),q=2")
  }

  /// Takes an image from the screen wherever it is, and frees it.
  public static func delete(_ id: KittyImageID) -> [UInt8] {
    command("a=d,d=I,i=\(id.rawValue),q=2")
  }

  /// Returns the text of one cell that shows its part of an image; it must be drawn in the color `id.color`.
  ///
  /// Rows and columns beyond `placeholderLimit` show the last one that can be encoded.
  public static func placeholder(row: Int, column: Int, id: KittyImageID) -> String {
    var text = String.UnicodeScalarView()
    text.append("\u{10EEEE}")
    for number in [row, column, id.highByte] {
      text.append(KittyDiacritics.all[min(max(0, number), placeholderLimit - 1)])
    }
    return String(text)
  }

  private static func command(_ keys: String, _ payload: Data? = nil) -> [UInt8] {
    var bytes = Array("\u{1B}_G\(keys)".utf8)
    if let payload {
      bytes.append(UInt8(ascii: ";"))
      bytes += payload
    }
    return bytes + Array("\u{1B}\\".utf8)
  }
}
