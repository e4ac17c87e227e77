import ObjectGraph
import Testing

/// A document whose validation hooks restrict its changes.
final class Deed: ManagedObject {
  @Attribute("text") var text: String
  @Attribute("state") var state: String

  struct Illegible: Error { var letters: Int }

  override func validateForInsert() throws {
    if text.isEmpty { throw ValidationError.Failure(self, property: "text", reason: "say something") }
    if text == "???" { throw Illegible(letters: 3) }
  }

  override func validateForUpdate() throws {
    if state == "sealed" { throw ValidationError.Failure(self, reason: "it is sealed") }
  }

  override func validateForDelete() throws {
    if state == "sealed" { throw Illegible(letters: 0) }
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Deed.self,
        attributes: [
          .init("text", .string, default: .string("")), .init("state", .string, default: .string("draft")),
        ])
    ])
  }
}

@MainActor
@Suite("Validation hooks")
struct ValidationHookTests {
  let cabinet: Cabinet
  var context: ManagedObjectContext { cabinet.context }

  init() throws { cabinet = try Cabinet(inMemory: true, model: Deed.model()) }

  @Test("What hooks of several objects have against a save comes together, with the causes")
  func packed() throws {
    let deeds = try (0..<3).map { _ in try context.insert(Deed.self) }
    deeds[1].text = "???"
    deeds[2].setValue(.null, forKey: "text")
    let refusal = #expect(throws: ValidationError.self) { try context.save() }
    let error = try #require(refusal)
    #expect(
      error.failures.map(\.description) == [
        "Deed \(deeds[0].objectID) cannot be saved with its text: say something",
        "Deed \(deeds[1].objectID) cannot be saved: Illegible(letters: 3)",
        "Deed \(deeds[2].objectID) needs a value for text",
        "Deed \(deeds[2].objectID) cannot be saved with its text: say something",
      ])
    #expect((error.failures[1].cause as? Deed.Illegible)?.letters == 3)
    #expect(deeds.map(\.isInserted) == [true, true, true])
  }

  @Test("Inserting, changing and deleting each ask a hook of their own")
  func hooks() async throws {
    let deed = try context.insert(Deed.self)
    deed.text = "Mine"
    deed.state = "sealed"
    try context.save()
    deed.text = "Yours"
    let refused = #expect(throws: ValidationError.self) { try context.save() }
    #expect(refused?.description == "Deed \(deed.objectID) cannot be saved: it is sealed")
    context.rollback()
    context.delete(deed)
    let kept = #expect(throws: ValidationError.self) { try context.save() }
    #expect(kept?.failures.first?.cause is Deed.Illegible)
  }
}
