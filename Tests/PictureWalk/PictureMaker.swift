import PictureBasics
import Terminal

/// Makes pictures of one color for each way of showing them: small, and different for each number.
struct PictureMaker {
  let graphics: Graphics?
  let cell: PixelSize
  let isInsideTmux: Bool

  func picture(_ number: Int, size: Size) -> Picture? {
    guard let graphics else { return nil }
    let id = "\(number) \(graphics) \(size.width)x\(size.height) \(cell.width)x\(cell.height)"
    return Picture(id: id, size: size, content: content(number, size, graphics))
  }

  private func content(_ number: Int, _ size: Size, _ graphics: Graphics) -> Picture.Content {
    switch graphics {
    case .symbols: .cells(symbols(number, size))
    case .kittyPlaceholders: .placeholders(placeholders(number, size), upload(number, size))
    case .kittyPlacement:
      .placement(
        command("a=p,i=\(number),p=1,c=\(size.width),r=\(size.height),C=1,q=2"),
        removal: command("a=d,d=i,i=\(number),p=1,q=2"), upload(number, nil))
    case .sixel: .overlay(sixel(number, size))
    case .iterm: .overlay(file(number, size))
    }
  }

  private func color(_ number: Int) -> (UInt8, UInt8, UInt8) {
    (UInt8(number * 37 & 255), UInt8(number * 101 & 255), UInt8(number * 53 & 255))
  }

  private func symbols(_ number: Int, _ size: Size) -> [Cell] {
    let (red, green, blue) = color(number)
    return (0..<size.width * size.height).map { index in
      Cell(
        index % 3 == 0 ? "▀" : "▌",
        style: Style(foreground: .rgb(red, green, UInt8(index & 255)), background: .rgb(red, blue, green)))
    }
  }

  private func placeholders(_ number: Int, _ size: Size) -> [Cell] {
    (0..<size.height).flatMap { row in
      (0..<size.width).map { column in
        Cell(
          "\u{10EEEE}\(Self.marks[row])\(Self.marks[column])",
          style: Style(foreground: .palette(UInt8(number))))
      }
    }
  }

  private static let marks: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}",
    "\u{34A}",
    "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}",
    "\u{365}",
    "\u{366}", "\u{367}", "\u{368}", "\u{369}", "\u{36A}", "\u{36B}", "\u{36C}", "\u{36D}", "\u{36E}",
    "\u{36F}",
  ]

  /// Two by two pixels in two chunks, or for numbers from 200 on 60 rows of 60 pixels, a chunk a row.
  private func upload(_ number: Int, _ virtual: Size?) -> Picture.Upload {
    let (red, green, blue) = color(number)
    let side = number < 200 ? 2 : 60
    let row = base64((0..<side).flatMap { _ in [red, green, blue] })
    var chunks = (0..<side).map { index in
      let keys = index == 0 ? "a=t,f=24,s=\(side),v=\(side),i=\(number)," : ""
      return command("\(keys)q=2,m=\(index < side - 1 ? 1 : 0);\(row)")
    }
    if let virtual {
      chunks.append(command("a=p,U=1,i=\(number),c=\(virtual.width),r=\(virtual.height),q=2"))
    }
    return Picture.Upload(
      imageID: UInt32(number), pixels: PixelSize(width: side, height: side), chunks: chunks,
      removal: command("a=d,d=I,i=\(number),q=2"),
      ending: command("m=0,q=2;"))
  }

  private func command(_ text: String) -> [UInt8] {
    let command = "\u{1b}_G\(text)\u{1b}\\"
    guard isInsideTmux else { return Array(command.utf8) }
    return Array("\u{1b}Ptmux;\(command.replacing("\u{1b}", with: "\u{1b}\u{1b}"))\u{1b}\\".utf8)
  }

  /// A few pixels short of its cells, so that something of what was there before would be seen.
  private func sixel(_ number: Int, _ size: Size) -> [UInt8] {
    let (width, height) = (size.width * cell.width - 3, size.height * cell.height - 5)
    let (red, green, blue) = color(number)
    let parts = [red, green, blue].map { String(Int($0) * 100 / 255) }.joined(separator: ";")
    var text = "\u{1b}P0;1;0q\"1;1;\(width);\(height)#1;2;\(parts)"
    for _ in 0..<(height + 5) / 6 { text += "#1!\(width)~-" }
    return Array((text + "\u{1b}\\").utf8)
  }

  /// The head of a PNG file, with as many pixels as its number.
  private func file(_ number: Int, _ size: Size) -> [UInt8] {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0]
    let bytes = head + [UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 1, 8, 2, 0, 0]
    let keys = "inline=1;width=\(size.width);height=\(size.height);preserveAspectRatio=1"
    return Array("\u{1b}]1337;File=\(keys):\(base64(bytes))\u{07}".utf8)
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let word = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[word >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
