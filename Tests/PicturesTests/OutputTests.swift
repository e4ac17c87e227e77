import Foundation
import Pictures
import Testing

@Suite("iTerm2's images, JPEG files and tmux")
struct OutputTests {
  @Test("A terminal gets the file itself, and where it goes")
  func inlineFile() throws {
    let file = try TestPicture.bytes("plain.jpg")
    let text = String(decoding: ITermImage.encode(file: file, columns: 20, rows: 8), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}]1337;File=") && text.hasSuffix("\u{7}"))
    let parts = text.dropFirst(12).dropLast().split(separator: ":")
    try #require(parts.count == 2)
    let keys = Set(parts[0].split(separator: ";"))
    #expect(keys.isSuperset(of: ["inline=1", "size=\(file.count)", "width=20", "height=8"]))
    let data = try #require(Data(base64Encoded: String(parts[1])))
    #expect([UInt8](data) == file)
  }

  @Test(
    "A picture written as JPEG and read again is the same to the eye",
    arguments: [(85, 37.0), (100, 38), (30, 30)])
  func jpeg(quality: Int, least: Double) throws {
    let card = TestPicture.card(97, 61)
    let file = JPEGEncoder.encode(card, quality: quality)
    let picture = try PictureDecoder.decode(file)
    #expect(!picture.isTruncated)
    #expect(likeness(picture.bitmap, card) > least)
  }

  @Test("A picture that JPEG cannot hold gives no file")
  func tooLong() {
    let long = TestPicture.bitmap(65_536, 1, [UInt8](repeating: 9, count: 4 * 65_536))
    #expect(JPEGEncoder.encode(long).isEmpty)
  }

  @Test("What goes through tmux comes out as it was")
  func passthrough() {
    let bytes = KittyImage.delete(KittyImageID(counting: 3))
    let wrapped = TmuxPassthrough.wrap(bytes)
    #expect(wrapped.starts(with: Array("\u{1B}Ptmux;".utf8)) && wrapped.suffix(2) == [0x1B, 0x5C])
    let inner = String(decoding: wrapped.dropFirst(7).dropLast(2), as: UTF8.self)
    #expect(inner.replacingOccurrences(of: "\u{1B}\u{1B}", with: "\u{1B}").utf8.elementsEqual(bytes))
    #expect(inner.components(separatedBy: "\u{1B}\\").count == 2, "the end within is doubled too")
  }
}
