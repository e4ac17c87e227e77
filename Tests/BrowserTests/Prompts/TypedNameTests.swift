import PhotoLibrary
import Testing

@testable import Browser

@MainActor
@Suite("A choice whose name is typed")
struct TypedNameTests {
  private func mark(_ text: String) throws -> MarkChange {
    try MarkChange.all.element(typedAs: text, name: \.word).change
  }

  @Test("It is found by its name, and by a beginning that no other name has")
  func found() throws {
    for (change, word) in MarkChange.all { #expect(try mark(word) == change, "\(word)") }
    #expect(try mark("pl") == .label(.none))
    #expect(try mark("rej") == .flag(.reject))
  }

  @Test("A text with which several names begin, or none, is refused with the names that there are")
  func refused() {
    let ambiguous = #expect(throws: CommandLineError.self) { try mark("p") }
    #expect(ambiguous?.description == "“p” can be pick, purple, plain")
    for text in ["pink", ""] {
      let unknown = #expect(throws: CommandLineError.self) { try mark(text) }
      let words = MarkChange.all.map(\.word).joined(separator: ", ")
      #expect(unknown?.description == "“\(text)” is none of \(words)")
    }
  }
}
