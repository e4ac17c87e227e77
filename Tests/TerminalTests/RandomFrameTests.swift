import TestSupport
import Testing

@Suite("Random frames with pictures")
struct RandomFrameTests {
  private static let size = TerminalSession.Size(columns: 60, rows: 18)

  @Test("show the same as when they are painted anew, whatever was shown before", arguments: Way.all)
  func repaint(way: Way) async throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    let stroll = try way.stroll(size: Self.size)
    try await stroll.settle(way.graphics)
    var paints = 0
    for number in 1...120 {
      let lines = Self.lines(&random)
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
      try #require(
        Self.visible(shown) == Self.visible(painted),
        "frame \(number), seed \(seed): \(lines)\n\(shown)\n\(painted)")
      try #require(shown.pictures == painted.pictures, "frame \(number), seed \(seed): \(lines)\n\(shown)")
      let isWhole = shown.pictures.allSatisfy { !$0.isDamaged }
      try #require(way.isText || isWhole, "frame \(number), seed \(seed): \(lines)\n\(shown)")
    }
    try await stroll.quit()
  }

  /// The cells without the last row, which counts.
  private static func visible(_ screen: TerminalModel.Screen) -> [[String]] {
    screen.rows.dropLast().map { row in row.map { "\($0.text) \($0.style)" } }
  }

  private static func lines(_ random: inout SplitMix) -> [String] {
    var numbers = Array(1...6).shuffled(using: &random)
    return (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      let x = Int.random(in: -3..<size.columns, using: &random)
      let y = Int.random(in: -2..<size.rows, using: &random)
      let width = Int.random(in: 1..<14, using: &random)
      let height = Int.random(in: 1..<7, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return "fill \(x) \(y) \(width) \(height)"
      case 1: return "select \(x) \(y) \(width) \(height)"
      case 2, 3, 4: return "text \(x) \(y) \(["a", "word", "山田", "a longer text", "x       y"].randomElement(using: &random) ?? "")"
      default:
        guard let number = numbers.popLast() else { return "" }
        return "picture \(number) \(x) \(y) \(width) \(height)"
      }
    }
  }
}
