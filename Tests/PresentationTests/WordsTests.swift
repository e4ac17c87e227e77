import Testing

@testable import Presentation

@Suite("Words")
struct WordsTests {
  @Test("A number has a comma between thousands")
  func numbers() {
    let texts = [0, 7, 999, 1_000, 12_345, 1_234_567, -1_000, -100].map(Words.number)
    #expect(texts == ["0", "7", "999", "1,000", "12,345", "1,234,567", "-1,000", "-100"])
  }

  @Test("A list has commas between its texts, and “and” before the last one")
  func lists() {
    #expect(
      [[], ["a"], ["a", "b"], ["a", "b", "c"]].map(Words.list) == ["", "a", "a and b", "a, b and c"])
  }
}
