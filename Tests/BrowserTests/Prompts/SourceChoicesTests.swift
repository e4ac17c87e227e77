import PhotoLibrary
import Testing

@testable import Browser

@MainActor @Suite("The sources to choose from")
struct SourceChoicesTests {
  @Test("Two folders whose names are equal as strings are two choices")
  func exactNames() {
    let names = ["folder:/caf\u{E9}", "folder:/cafe\u{301}"]
    let used = names.indices.map { ImportedSource(name: names[$0], photoCount: $0 + 1, fetchedAt: nil) }
    let choices = SourceChoices.make(named: [], used: used).prefix(2)
    #expect(choices.map { Array($0.text.utf8) } == names.map { Array($0.utf8) })
    #expect(choices.map(\.meaning) == ["1 photo", "2 photos"])
    #expect(PhotoScope.group("source:\(names[0])") != .group("source:\(names[1])"))
    #expect(PhotoScope.collection(.source(names[0])) != .collection(.source(names[1])))
  }

  @Test("A source that is always offered has its photos in place of its description")
  func used() {
    let used = [ImportedSource(name: "feed", photoCount: 3, fetchedAt: nil)]
    let choices = SourceChoices.make(named: [], used: used)
    #expect(choices.first == Choice(text: "feed", meaning: "3 photos"))
    #expect(choices.count { $0.text == "feed" } == 1)
  }
}
