internal import Foundation

extension TerminalModel {
  /// Executes a command of kitty's graphics protocol, the text between `ESC _ G` and its terminator.
  mutating func takeKitty(_ body: Substring) {
    let keys = Self.keys(body.prefix { $0 != ";" }, separator: ",")
    // Without a semicolon, there is no payload.
    let payload = body.firstIndex(of: ";").map { body[body.index(after: $0)...] } ?? ""
    let action = keys["a"] ?? "t"
    if action == "q" {
      if persona.answersKitty { replyKitty(keys, "OK") }
      return
    }
    guard persona.showsKitty else { return }
    if artwork.unfinished != nil || action == "t" || action == "T" {
      transmit(keys, Data(base64Encoded: String(payload)).map { [UInt8]($0) } ?? [])
    } else if action == "p" {
      place(keys)
    } else if action == "d" {
      delete(keys)
    }
  }

  private mutating func replyKitty(_ keys: [String: String], _ text: String) {
    let quiet = Int(keys["q"] ?? "") ?? 0
    guard let id = keys["i"], quiet == 0 || quiet == 1 && text != "OK" else { return }
    reply("\u{1B}_Gi=\(id);\(text)\u{1B}\\")
  }

  private mutating func transmit(_ keys: [String: String], _ bytes: [UInt8]) {
    let first = artwork.unfinished?.keys ?? keys
    let payload = (artwork.unfinished?.payload ?? []) + bytes
    if keys["m"] == "1" {
      artwork.unfinished = (first, payload)
      return
    }
    artwork.unfinished = nil
    guard let id = Int(first["i"] ?? ""), let image = Self.image(first, payload) else {
      return replyKitty(first, "EINVAL")
    }
    artwork.placements.removeAll { $0.image == id }
    artwork.images[id] = .init(image: image)
    replyKitty(first, "OK")
    if first["a"] == "T" { place(first) }
  }

  private static func image(_ keys: [String: String], _ payload: [UInt8]) -> Image? {
    guard keys["t"] ?? "d" == "d", let bytes = keys["o"] == "z" ? Inflate.zlib(payload) : payload else {
      return nil
    }
    let format = keys["f"] ?? "32"
    if format == "100" {
      guard let (width, height) = PNG.size(bytes) else { return nil }
      return Image(form: .file, width: width, height: height, bytes: bytes)
    }
    guard let width = Int(keys["s"] ?? ""), let height = Int(keys["v"] ?? ""),
      bytes.count == width * height * (format == "24" ? 3 : 4)
    else { return nil }
    return Image(form: format == "24" ? .rgb : .rgba, width: width, height: height, bytes: bytes)
  }

  private mutating func place(_ keys: [String: String]) {
    guard let id = Int(keys["i"] ?? ""), let image = artwork.images[id]?.image else {
      return replyKitty(keys, "ENOENT")
    }
    let columns = Int(keys["c"] ?? "") ?? (image.width + persona.cellWidth - 1) / persona.cellWidth
    let count = Int(keys["r"] ?? "") ?? (image.height + persona.cellHeight - 1) / persona.cellHeight
    if keys["U"] == "1" {
      // A terminal without virtual placements shows no picture, and the placeholders as text.
      if persona.showsPlaceholders { artwork.images[id]?.virtual = (columns, count) }
      return
    }
    let placement = Int(keys["p"] ?? "") ?? 0
    if placement != 0 { artwork.placements.removeAll { $0.image == id && $0.id == placement } }
    artwork.placements.append(
      .init(
        image: id, id: placement, row: cursor.row, column: cursor.column, columns: columns, rows: count))
    if keys["C"] != "1" {
      for _ in 1..<max(1, count) { lineFeed() }
      moveBy(columns: columns)
    }
  }

  /// Deletes placements by the letter of `d`; uppercase letters also delete the image data.
  private mutating func delete(_ keys: [String: String]) {
    let how = keys["d"] ?? "a"
    let frees = how.uppercased() == how
    switch how.lowercased() {
    case "a":
      // Virtual placements are not on the screen.
      let gone = Set(artwork.placements.map(\.image))
      artwork.placements = []
      if frees { for id in gone { artwork.images[id] = nil } }
    case "i": deleteImages(frees: frees, placement: Int(keys["p"] ?? "")) { $0 == Int(keys["i"] ?? "") }
    case "r":
      let (first, last) = (Int(keys["x"] ?? "") ?? 0, Int(keys["y"] ?? "") ?? 0)
      deleteImages(frees: frees, placement: nil) { first <= $0 && $0 <= last }
    default: break
    }
  }

  private mutating func deleteImages(frees: Bool, placement: Int?, _ matches: (Int) -> Bool) {
    artwork.placements.removeAll { matches($0.image) && (placement == nil || $0.id == placement) }
    for id in artwork.images.keys where matches(id) && placement == nil {
      artwork.images[id]?.virtual = nil
      if frees { artwork.images[id] = nil }
    }
  }
}
