import Flickr
import Testing

@Suite("A coordinate")
struct ShortDecimalTests {
  private func latitude(_ text: String) throws -> Double? {
    let page = #"{"photos":{"photo":[{"id":"1","latitude":"\#(text)","longitude":"1"}]}}"#
    return try PhotoPageDecoder.decode(Array(page.utf8)).records.first?.latitude
  }

  @Test("is the number nearest to its digits, as of the standard library", arguments: 0..<200)
  func nearest(seed: UInt64) throws {
    var random = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    random ^= random >> 29
    let digits = "\(random % 90)" + "." + "\(random >> 7)".prefix(1 + Int(seed % 18))
    for text in [digits, "-" + digits, "0" + digits] {
      #expect(try latitude(text) == Double(text), "\(text)")
    }
  }

  @Test(
    "in another form is read as before, or not at all",
    arguments: [
      ("5", 5), ("-0.5", -0.5), (" 12.5 ", 12.5), ("1e1", 10), ("+7.5", 7.5), ("1.2.3", nil), ("-", nil),
      (".", nil),
      ("12,5", nil), ("", nil), ("--1", nil), ("0.000000000000000000000000001", 1e-27),
    ] as [(String, Double?)])
  func forms(text: String, value: Double?) throws {
    #expect(try latitude(text) == value)
  }
}
