extension PlainTerminal {
  /// Returns the bytes that show a picture from the start of a line and leave the cursor at the start of the
  /// line below, in pieces to be written one after the other: a picture may have megabytes.
  ///
  /// Images that the terminal is given stay there: they belong to what it has shown. A picture that is drawn over
  /// cells must be lower than the terminal, or its top is lost.
  public func bytes(showing picture: Picture) -> [[UInt8]] {
    let given = picture.upload?.chunks ?? []
    switch picture.content {
    case .cells(let cells), .placeholders(let cells, _):
      return given + [lines(of: cells, width: picture.size.width)]
    case .overlay(let bytes): return isDrawnAsText(bytes) ? [bytes, [0x0a]] : over(picture.size, bytes)
    case .placement(let bytes, removal: _, _): return given + over(picture.size, bytes)
    }
  }

  /// Returns a Boolean value that indicates whether the bytes are better not surrounded by movements of the
  /// cursor: sixels in a pipe, which move it by
  /// themselves, and of which a pager may be the reader.
  private func isDrawnAsText(_ bytes: [UInt8]) -> Bool { size == nil && bytes.starts(with: "\u{1b}P".utf8) }

  /// Makes room first, so that nothing scrolls while the picture is drawn: terminals disagree on where the cursor is
  /// after that, and some draw nothing below the last line.
  private func over(_ size: Size, _ bytes: [UInt8]) -> [[UInt8]] {
    let room = String(repeating: "\n", count: size.height) + "\u{1b}[\(size.height)A\r\u{1b}7"
    return [Array(room.utf8), bytes, Array("\u{1b}8\u{1b}[\(size.height)B\r".utf8)]
  }

  private func lines(of cells: [Cell], width: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: cells.count, by: max(1, width)) {
      var style = Style.plain
      for cell in cells[start..<min(start + width, cells.count)] {
        if cell.style != style { cell.style.write(to: &bytes, after: style) }
        style = cell.style
        bytes += (capabilities.showsUnicode ? cell.text : String(Transliteration.ascii(cell.text))).utf8
      }
      // Before the line ends: a terminal that scrolls fills the new line with the color that is set.
      bytes += (style == .plain ? "\n" : "\u{1b}[m\n").utf8
    }
    return bytes
  }
}
