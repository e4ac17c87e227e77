import TestSupport
import Testing

@testable import Terminal

@Suite("Data for the clipboard of the terminal")
struct ClipboardTransferTests {
  @Test(
    "arrives whole in packets of bounded size, whatever its length",
    arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func packets(count: Int) {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 + $0 >> 8) }
    var persona = TerminalModel.Persona.kitty
    persona.clipboardStatus = "DONE"
    var model = TerminalModel(persona: persona)
    var transfer = ClipboardTransfer(data, type: "image/png", number: 3)
    var (answers, writes) = ("", 0)
    while let packets = transfer.removePackets(limit: 16 << 10) {
      #expect(packets.count < (16 << 10) + 6000 && answers.isEmpty)
      answers += String(decoding: model.feed(packets), as: UTF8.self)
      writes += 1
    }
    #expect(model.clipboardData["image/png", default: []] == data)
    #expect(answers == "\u{1b}]5522;type=write:status=DONE:id=3\u{1b}\\")
    #expect(writes >= 1 + count / (16 << 10))
  }

  @Test("is replaced by other data, whose answer counts alone")
  func replaced() {
    var copying = ClipboardCopying()
    var answers: [String] = []
    func begin(_ name: String) {
      copying.begin([1, 2, 3], type: "image/png") { answers.append("\(name) \($0)") }
    }
    begin("one")
    #expect(copying.removePackets(limit: 1) != nil)
    begin("other")
    copying.end(1)?(.refused(reason: "late"))
    #expect(answers.isEmpty && copying.removePackets(limit: 1) != nil)
    copying.end(2)?(.done)
    copying.end(2)?(.done)
    #expect(answers == ["other done"])
    begin("third")
    copying.end(nil)?(.done)
    #expect(answers == ["other done", "third done"] && copying.removePackets(limit: 1) == nil)
  }
}

@Suite("Text for the clipboard of the terminal")
struct ClipboardTextTests {
  @Test("is copied line by line, unless it is longer than terminals take")
  func lines() {
    #expect(ClipboardText.sequence(of: ["a\nb", "c"]) == "\u{1b}]52;c;YSBiCmM=\u{07}")
    let line = String(repeating: "x", count: ClipboardText.longest / 2)
    #expect(ClipboardText.sequence(of: [line, String(line.dropLast())]) != nil)
    #expect(ClipboardText.sequence(of: [line, line]) == nil)
  }
}
