import ObjectGraph
import Testing

@Suite("The declaration of a full-text index")
struct FullTextIndexTests {
  private func model(
    _ attributes: [AttributeDescription], _ fullTextIndex: [String], child: [String] = []
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Note", attributes: attributes, fullTextIndex: fullTextIndex),
      EntityDescription(
        ManagedObject.self, name: "Letter", parent: "Note", attributes: [.init("sender", .string)],
        fullTextIndex: child),
    ])
  }

  private let title = AttributeDescription("title", .string)

  @Test("A sub-entity indexes what its parent indexes, and more")
  func inheritance() throws {
    let model = try model([title], ["title"], child: ["sender"])
    #expect(model.entity(named: "Note")?.fullTextIndex == ["title"])
    #expect(model.entity(named: "Letter")?.fullTextIndex == ["title", "sender"])
  }

  @Test("A full-text index does not change the version of an entity")
  func hash() throws {
    #expect(try model([title], ["title"]).versionHashes == model([title], []).versionHashes)
  }

  @Test("An index of anything but stored texts, each once, is refused by name")
  func refusals() throws {
    let refused: [(AttributeDescription, [String], [String], String)] = [
      (title, ["name"], [], "Note has no stored string attribute name that a full-text index could hold"),
      (
        .init("size", .integer64), ["size"], [],
        "Note has no stored string attribute size that a full-text index could hold"
      ),
      (
        .init("mood", .string, isTransient: true), ["mood"], [],
        "Note has no stored string attribute mood that a full-text index could hold"
      ),
      (title, ["title", "title"], [], "Note.title is twice in the full-text index"),
      (title, ["title"], ["title"], "Letter.title is twice in the full-text index"),
    ]
    for (attribute, index, child, sentence) in refused {
      let error = #expect(throws: ModelError.self) { try model([attribute], index, child: child) }
      #expect(error?.description == sentence)
    }
  }
}
