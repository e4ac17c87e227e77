import Testing

@testable import Browser

@MainActor @Suite("Matches in titles")
struct TextMatcherTests {
  @Test(
    "are found as the library finds them, in columns",
    arguments: [
      ("harbor", "The harbor, Harbor again", [4..<10, 12..<18]),
      ("Harbor", "The harbor, Harbor again", [12..<18]),
      ("ete", "L’été", [2..<5]), ("港", "夕焼けの港です", [8..<10]), ("tag:sea red", "A red house", [2..<5]),
      ("x", "none", []),
    ] as [(String, String, [Range<Int>])])
  func columns(text: String, title: String, columns: [Range<Int>]) {
    #expect(TextMatcher([text])?.columns(in: title) == columns)
  }

  @Test("There are none of facets alone, nor without a search")
  func none() {
    #expect(TextMatcher(["tag:sea", ""]) == nil)
    #expect(TextMatcher(["a", "b"])?.columns(in: "abba").count == 4)
  }
}
