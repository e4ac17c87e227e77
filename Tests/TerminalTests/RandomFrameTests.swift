import TestSupport
import Testing

@Suite("Random frames with pictures")
struct RandomFrameTests {
  private static let size = TerminalSession.Size(columns: 60, rows: 18)

  @Test(
    "Random frames show the same as when they are repainted, whatever was shown before",
    arguments: Way.all + Way.withOtherWidths)
  func repaint(way: Way) async throws {
    let seed = Seeds.range(quick: 1, long: 1).lowerBound
    var random = SplitMix(state: seed)
    let stroll = try way.stroll(size: Self.size)
    try await stroll.waitForCapabilities(way.graphics)
    var paints = 0
    var lines = Array(repeating: "", count: 12)
    for number in 1...(Seeds.areMany ? 500 : 60) {
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        lines[index] = Self.line(&random, number: index)
      }
      stroll.session.press(.paste((["frame \(number)"] + lines).joined(separator: "\n")))
      let shown = try await stroll.session.wait(until: "frame \(number), seed \(seed)") {
        $0.contains(" frame \(number) ")
      }
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      paints += 1
      stroll.session.press(.ctrl("l"))
      let painted = try await stroll.session.wait(until: "paint \(paints), seed \(seed)") {
        $0.contains(" paint \(paints) ")
      }
      let differences = Self.differences(shown, painted)
      let isSame = shown.pictures == painted.pictures
      let isWhole = way.isText || shown.pictures.allSatisfy { !$0.isDamaged }
      try #require(
        differences.isEmpty && isSame && isWhole,
        "frame \(number), seed \(seed): \(lines)\n\(differences)\n\(Self.summary(shown)) \(Self.summary(painted))\n\(shown)"
      )
    }
    try await stroll.quit()
  }

  @Test(
    "keep undisputed text in its columns, whatever widths the terminal has", arguments: Way.withOtherWidths)
  func columns(way: Way) async throws {
    let stroll = try way.stroll(size: Self.size)
    try await stroll.waitForCapabilities(way.graphics)
    for (number, word) in ["नीलगिरि", "क्षत्रिय", "e\u{301}", "👍👍", "❤", "กำ"].enumerated() {
      let screen = try await stroll.show(
        number + 1, "text 0 1 |\(word)", "text 20 1 | end |", "text 53 2 \(word)")
      let row = screen.rows[1].map(\.text)
      #expect(row[0] == "|")
      #expect(row[20..<27].joined() == "| end |", "\(word)")
      #expect(screen.rows[3].allSatisfy { $0.text == " " }, "\(word) wrapped")
    }
    try await stroll.quit()
  }

  @Test(
    "Letters that join beside a picture leave nothing of what was in their columns",
    arguments: Way.withOtherWidths)
  func joinedLetters(way: Way) async throws {
    let stroll = try way.stroll(size: Self.size)
    try await stroll.waitForCapabilities(way.graphics)
    try await stroll.show(1, "text 51 14 क्षत्रिय")
    let shown = try await stroll.show(2, "text 51 14 क्षत्रिय", "picture 5 57 14 3 1")
    stroll.session.press(.ctrl("l"))
    let painted = try await stroll.session.wait(until: "paint 1") { $0.contains(" paint 1 ") }
    #expect(Self.differences(shown, painted) == [])
    #expect(painted.rows[14][51..<57].allSatisfy { $0.style.attributes == [] })
    try await stroll.quit()
  }

  /// The cells without the last row, which counts.
  private static func visible(_ screen: TerminalModel.Screen) -> [[String]] {
    screen.rows.dropLast().map { row in row.map { "\($0.text) \($0.style)" } }
  }

  private static func differences(_ one: TerminalModel.Screen, _ other: TerminalModel.Screen) -> [String] {
    let (cells, others) = (visible(one), visible(other))
    return cells.indices.flatMap { y in
      cells[y].indices.compactMap { x in
        cells[y][x] == others[y][x] ? nil : "\(x),\(y): \(cells[y][x]) instead of \(others[y][x])"
      }
    }
  }

  private static func summary(_ screen: TerminalModel.Screen) -> [String] {
    screen.pictures.map {
      "\($0.id) \($0.position.column),\($0.position.row) \($0.columns)x\($0.rows)\($0.isDamaged ? " damaged" : "")"
    }
  }

  /// Something to draw; what is drawn as picture always has this number.
  private static func line(_ random: inout SplitMix, number: Int) -> String {
    let x = Int.random(in: -3..<size.columns, using: &random)
    let y = Int.random(in: -2..<size.rows, using: &random)
    let width = Int.random(in: 1..<14, using: &random)
    let height = Int.random(in: 1..<7, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return ""
    case 1: return "fill \(x) \(y) \(width) \(height)"
    case 2: return "select \(x) \(y) \(width) \(height)"
    case 3...6:
      let words = [
        "a", "word", "山田", "a longer text", "x       y", "<" + String(repeating: " ", count: width) + ">",
        "नीलगिरि की रेल", "क्षत्रिय", "e\u{301}e\u{301}", "👍👍 ❤", "กำลัง", "मीरा 1", "a\u{301}\u{302}\u{303}\u{304}b",
      ]
      return "text \(x) \(y) \(words.randomElement(using: &random) ?? "")"
    // Images of these numbers take many chunks, but two of them are sent with one frame.
    case 7 where number < 2: return "picture \(number + 201) \(x) \(y) \(width) \(height)"
    case 8, 9: return "ahead \(number + (Bool.random(using: &random) ? 1 : 201)) \(width) \(height)"
    default: return "picture \(number + 1) \(x) \(y) \(width) \(height)"
    }
  }
}
