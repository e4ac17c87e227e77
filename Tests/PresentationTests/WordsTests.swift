import Testing

@testable import Presentation

@Suite("Words")
struct WordsTests {
  @Test("A number has a comma between thousands")
  func numbers() {
    let texts = [0, 7, 999, 1_000, 12_345, 1_234_567, -1_000, -100].map(Words.number)
    #expect(texts == ["0", "7", "999", "1,000", "12,345", "1,234,567", "-1,000", "-100"])
  }
}
