import Flickr
import Foundation
import Testing

@Suite("Text in an answer")
struct JSONStringsTests {
  private func title(_ bytes: [UInt8]) throws -> String? {
    let page = try PhotoPageDecoder.decode(
      Array(#"{"items":[{"link":"/photos/a/1/","title":""#.utf8) + bytes + Array(#""}]}"#.utf8))
    return page.records.first?.title
  }

  @Test(
    "has its escapes read",
    arguments: [
      (#"a\"b\\c\/d"#, "a\"b\\c/d"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"it\'s"#, "it's"),
      (#"\\'"#, "\\'"),
      (#"\u00e4\u20AC\u0041"#, "ä€A"), (#"\ud83d\ude00!"#, "😀!"), (#"\u0000\u001b[31m"#, "\0\u{1B}[31m"),
      ("tab\tand\nline", "tab\tand\nline"), ("", ""), ("12345678", "12345678"), (#"1234567\n"#, "1234567\n"),
    ])
  func escapes(written: String, meant: String) throws {
    #expect(try title(Array(written.utf8)) == meant)
  }

  @Test(
    "has lone surrogates repaired",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83dx"#, "\u{FFFD}x"),
      (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
      (#"\ud83d\"#, nil),
    ])
  func surrogates(written: String, meant: String?) throws {
    guard let meant else {
      #expect(throws: FlickrError.self) { try title(Array(written.utf8)) }
      return
    }
    #expect(try title(Array(written.utf8)) == meant)
  }

  @Test(
    "has invalid UTF-8 repaired",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"),
      ([0x80], "\u{FFFD}"),
      ([0x5C, 0x6E, 0xFF], "\n\u{FFFD}"),
    ] as [([UInt8], String)])
  func invalidUTF8(bytes: [UInt8], meant: String) throws {
    #expect(try title(bytes) == meant)
  }

  @Test("is what Foundation reads, for random texts")
  func oracle() throws {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SplitMix(state: seed)
    let pool = Array("a\"\\/\n'") + ["é", "漢", "😀", "\u{301}", "\u{202E}", "\u{1B}", "\u{FFFD}"]
    for _ in 0..<500 {
      let length = Int.random(in: 0...40, using: &random)
      let text = String((0..<length).map { _ in pool[Int.random(in: 0..<pool.count, using: &random)] })
      let json = try JSONEncoder().encode(text)
      #expect(try title(Array(json.dropFirst().dropLast())) == text, "seed \(seed)")
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): random numbers that a seed repeats.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
