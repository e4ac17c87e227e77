import TestSupport
import Testing

@testable import Terminal

@Suite("Text from strangers")
struct SafeTextTests {
  @Test("knows characters of ambiguous width as UAX #11 lists them")
  func ambiguousWidth() {
    for scalar in "¡éüßαЯ“”…①─█▽★".unicodeScalars { #expect(AmbiguousWidth.contains(scalar), "\(scalar)") }
    for scalar in "~ öÄ‹›日ｶ\u{301}⠿".unicodeScalars { #expect(!AmbiguousWidth.contains(scalar), "\(scalar)") }
  }

  @Test(
    "is shown without anything that could act on a terminal",
    arguments: [
      ("plain", "plain"),
      ("", ""),
      ("\u{1b}[31mred\u{1b}]0;title\u{07}", "[31mred]0;title"),
      ("a\u{0}b\u{8}c\u{7f}d", "abcd"),
      ("c1\u{9b}31m\u{90}x\u{9c}", "c131mx"),
      ("one\r\n\n\ttwo\u{2028}three\u{85}four", "one two three four"),
      ("\u{202E}desrever\u{202C} \u{2066}x\u{2069}\u{200E}\u{200F}\u{061C}", "desrever x"),
      ("zero\u{200B}width\u{FEFF}soft\u{AD}hyphen", "zerowidthsofthyphen"),
      ("❤️ ☎︎", "❤ ☎"),
      ("👩‍👩‍👧‍👦 family", "👩 family"),
      ("👍🏽 thumbs", "👍 thumbs"),
      ("🏳️‍🌈 pride", "🏳 pride"),
      ("🇩🇪 flag", "DE flag"),
      ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴"),
      ("1️⃣ keycap", "1 keycap"),
      ("e\u{301}", "e\u{301}"),
      ("\u{301}alone", " \u{301}alone"),
      ("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}b", "a\u{300}\u{301}\u{302}\u{303}b"),
      ("क्ष\u{200D}", "क्ष"),
      ("山田 太郎", "山田 太郎"),
      ("مرحبا", "مرحبا"),
      ("unassigned \u{0378}", "unassigned \u{FFFD}"),
    ])
  func safe(text: String, expected: String) {
    let shown = SafeText.fitted(text)
    #expect(Array(shown.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "is kept as it is on one line, but for controls",
    arguments: [
      "plain", "", "👩‍👩‍👧‍👦 family", "👍🏽 🏳️‍🌈 ❤️ 1️⃣", "🇩🇪 flag", "می‌خواهم", "क्ष\u{200D}", "soft\u{AD}hyphen",
      "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}b",
    ])
  func kept(text: String) {
    #expect(Array(SafeText.singleLine(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "is kept on one line without controls",
    arguments: [
      ("\u{1b}[31mred\u{1b}]0;title\u{07}", "[31mred]0;title"), ("a\u{0}b\u{8}c\u{7f}d", "abcd"),
      ("c1\u{9b}31m\u{90}x\u{9c}", "c131mx"),
      ("one\r\n\n\ttwo\u{2028}three\u{85}four", "one two three four"),
      ("\u{202E}desrever\u{202C} \u{2066}x\u{2069}\u{200E}\u{200F}\u{061C}", "desrever x"),
    ])
  func singleLine(text: String, expected: String) {
    #expect(Array(SafeText.singleLine(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "takes the columns that ncurses counts",
    arguments: [
      ("abc", 3), ("山田", 4), ("👩‍👩‍👧‍👦", 2), ("❤️", 1), ("🇩🇪", 2), ("e\u{301}", 1), ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("…", 1), ("\u{1b}", 0), ("\u{301}", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(SafeText.width(of: text) == columns)
  }

  @Test("takes the same columns as a string and as a part of another, counted up to any limit")
  func parts() {
    for text in ["", "abc", "a b", "山田", "ab山", "山ab", "e\u{301}x", "\u{301}", "\n\n", "👩‍👩‍👧‍👦", "a\u{7f}"] {
      let all = "é\n" + text + "yz"
      let part = all.dropFirst(2).dropLast(2)
      for limit in [0, 1, 2, 3, 4, 9, Int.max] {
        let width = SafeText.clusters(of: text).reduce(0) { $0 + $1.width }
        #expect(SafeText.width(of: text, upTo: limit) == min(width, limit), "\(text) up to \(limit)")
        #expect(SafeText.width(of: part, upTo: limit) == min(width, limit), "\(text) up to \(limit)")
      }
    }
  }

  @Test(
    "that does not fit ends in an ellipsis of one column, and is never cut inside a character",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("山田太郎", 8, "山田太郎"), ("山田太郎", 7, "山田太…"), ("山田太郎", 6, "山田…"), ("山田", 1, "…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩…"), ("", 3, ""),
    ])
  func fitted(text: String, width: Int, expected: String) {
    let shown = SafeText.fitted(text, to: width)
    #expect(shown == expected)
    #expect(SafeText.width(of: shown) <= width)
  }

  @Test("costs what is visible, not what the text is long")
  func cost() {
    var asked = 0
    for _ in SafeText.clusters(of: String(repeating: "x", count: 10_000)).prefix(40) { asked += 1 }
    #expect(asked == 40)
    func work(_ length: Int) -> Double {
      let text = String(repeating: "ab ", count: length / 3)
      let runs = (0..<21).map { _ in
        let start = ThreadWork.seconds
        for _ in 0..<20 { _ = SafeText.fitted(text, to: 40) }
        return ThreadWork.seconds - start
      }
      return runs.sorted()[10]
    }
    let (short, long) = (work(120), work(3_000_000))
    #expect(
      long < short * 20, "40 columns of 3,000,000 characters took \(long) s, of 120 characters \(short) s")
  }

  @Test("of random scalars never holds a control, and its width is the sum of its clusters'")
  func random() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<30, using: &random)
      let text = String(String.UnicodeScalarView((0..<count).map { _ in SafeTextTests.scalar(&random) }))
      let width = Int.random(in: 0..<30, using: &random)
      let shown = SafeText.fitted(text, to: width)
      #expect(SafeText.width(of: shown) <= width, "seed \(seed)")
      #expect(SafeText.fitted(shown) == shown, "seed \(seed)")
      let bad = shown.unicodeScalars.filter {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
      #expect(bad.isEmpty, "seed \(seed)")
    }
  }

  private static func scalar(_ random: inout SplitMix) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0...0xff, 0x300...0x36f, 0x200b...0x2069, 0x4e00...0x4eff, 0x1f1e6...0x1f64f, 0xe0000...0xe007f,
      0xfe00...0xfe0f, 0...0xd7ff, 0xe000...0x10ffff,
    ]
    let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
    return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "x"
  }
}

/// SplitMix64, so that a printed seed repeats a run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
