import Pictures
import Testing

@Suite("Kitty's images")
struct KittyTests {
  private let id = KittyImageID(counting: 1000)

  @Test("What a terminal reads is the picture itself", arguments: [(2, 2), (96, 64), (301, 203)])
  func transmitted(width: Int, height: Int) throws {
    let card = TestPicture.card(width, height)
    #expect(try KittyCommand.image(of: KittyImage.transmit(id, card)) == card)
  }

  @Test("What is transparent stays so")
  func transparent() throws {
    let picture = try TestPicture.decode("transparent.png").bitmap
    #expect(try KittyCommand.image(of: KittyImage.transmit(id, picture)) == picture)
  }

  @Test("A large image goes in commands of at most 4096 bytes of base64, all but the last a multiple of four")
  func chunks() throws {
    let noise = TestPicture.mapped(TestPicture.card(200, 100)) {
      ($0 &* 77 ^ $1, $1 &* 91 ^ $2, $2 &* 53 ^ $0)
    }
    let commands = try KittyImage.transmit(id, noise).map(KittyCommand.init)
    #expect(commands.count > 3)
    for (index, command) in commands.enumerated() {
      #expect(command.payload.utf8.count <= 4096)
      #expect(command.payload.utf8.count % 4 == 0)
      #expect(command.keys["q"] == "2")
      #expect(command.keys["m"] == (index == commands.count - 1 ? "0" : "1"))
      #expect((command.keys["i"] != nil) == (index == 0))
    }
    let first = try #require(commands.first)
    #expect(first.keys["a"] == "t" && first.keys["f"] == "100" && first.keys["t"] == "d")
    #expect(first.keys["i"] == "\(id.rawValue)")
  }

  @Test("Placing, removing and freeing name the image and ask for no answer")
  func commands() throws {
    let number = "\(id.rawValue)"
    #expect(
      try KittyCommand(KittyImage.virtualPlacement(id, columns: 20, rows: 8)).keys
        == ["a": "p", "U": "1", "i": number, "c": "20", "r": "8", "q": "2"])
    #expect(
      try KittyCommand(KittyImage.placement(id, placement: 7, columns: 20, rows: 8)).keys
        == ["a": "p", "i": number, "p": "7", "c": "20", "r": "8", "C": "1", "q": "2"])
    #expect(
      try KittyCommand(KittyImage.removePlacement(id, placement: 7)).keys
        == ["a": "d", "d": "i", "i": number, "p": "7", "q": "2"])
    #expect(try KittyCommand(KittyImage.delete(id)).keys == ["a": "d", "d": "I", "i": number, "q": "2"])
  }

  @Test("Ids differ, and use only the bytes that a placeholder can encode")
  func ids() {
    let all = (0..<KittyImageID.count).map(KittyImageID.init(counting:))
    #expect(Set(all).count == KittyImageID.count)
    #expect(all.allSatisfy { $0.rawValue & 0x00FF_FF00 == 0 && $0.color > 0 })
    #expect(KittyImageID(counting: KittyImageID.count) == KittyImageID(counting: 0))
    #expect(KittyImageID(counting: -1) == all.last)
  }

  @Test("A placeholder encodes row, column and the highest byte of the id")
  func placeholder() {
    let text = KittyImage.placeholder(row: 1, column: 2, id: KittyImageID(counting: 255 * 3))
    #expect(text.unicodeScalars.map(\.value) == [0x10EEEE, 0x030D, 0x030E, 0x0310])
    // The color encodes the rest.
    #expect(KittyImageID(counting: 255 * 3).color == 1)
  }

  @Test(
    "The marks are those of the protocol",
    arguments: [(0, 0x0305), (4, 0x0312), (15, 0x0357), (99, 0x074A), (255, 0xA8E5), (296, 0x1D244)])
  func marks(number: Int, scalar: UInt32) {
    let text = KittyImage.placeholder(row: number, column: 0, id: id)
    #expect(Array(text.unicodeScalars)[1].value == scalar)
  }

  @Test("There are 297 marks, all different, and a row beyond them does no harm")
  func limit() {
    #expect(KittyImage.placeholderLimit == 297)
    let marks = (0..<297).map { Array(KittyImage.placeholder(row: $0, column: 0, id: id).unicodeScalars)[1] }
    #expect(Set(marks).count == 297)
    #expect(
      KittyImage.placeholder(row: 5000, column: -1, id: id)
        == KittyImage.placeholder(row: 296, column: 0, id: id))
  }
}
