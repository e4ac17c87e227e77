import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// A task with transient attributes, which the store does not contain.
final class Chore: ManagedObject {
  @Attribute("progress") var progress: Int
  @Attribute("title") var title: String
  @Attribute("mood") var mood: String?

  static func model(unique: [[String]] = [], indexes: [[IndexElement]] = []) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Chore.self,
        attributes: [
          .init(
            "progress", .integer16, default: .integer(5), isTransient: true, rules: .range(Int16(0)...100)),
          .init("title", .string, default: .string("")),
          .init("mood", .string, isOptional: true, isTransient: true),
        ], unique: unique, indexes: indexes)
    ])
  }
}

@MainActor
@Suite("Transient attributes")
struct TransientTests {
  @Test(
    "A transient value survives saves and what others commit, and is never in the store",
    arguments: [true, false])
  func survives(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Chore.model())
    let chore = try cabinet.context.insert(Chore.self)
    (chore.title, chore.progress, chore.mood) = ("Dust", 40, "bored")
    try cabinet.context.save()
    #expect(chore.progress == 40 && chore.mood == "bored" && !chore.hasChanges)
    #expect(try await cabinet.stored(chore)?.values == [.integer(5), .string("Dust"), .null])
    let (id, worker) = (chore.objectID, try cabinet.container.makeBackgroundContext())
    try await worker.perform { context in
      let chore = try #require(try context.existingObject(with: id) as? Chore)
      #expect(chore.progress == 5 && chore.mood == nil)
      chore.progress = 99
      chore.title = "Sweep"
      try context.save()
      #expect(chore.progress == 99)
    }
    await cabinet.container.coordinator.drain()
    #expect(chore.title == "Sweep" && chore.progress == 40 && chore.mood == "bored")
    cabinet.context.refresh(chore)
    #expect(chore.progress == 5 && chore.mood == nil && chore.title == "Sweep")
  }

  @Test(
    "A transient change is tracked, undone and validated, and saving it writes nothing",
    arguments: [true, false])
  func tracked(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Chore.model())
    let chore = try cabinet.context.insert(Chore.self)
    try cabinet.context.save()
    chore.progress = 41
    #expect(chore.isUpdated && !chore.hasPersistentChangedValues)
    #expect(chore.changedValues() == ["progress": .integer(41)])
    cabinet.context.undo()
    #expect(chore.progress == 5)
    cabinet.context.redo()
    #expect(chore.progress == 41)
    try cabinet.context.save()
    #expect(!chore.hasChanges && chore.changedValues().isEmpty)
    #expect(try await cabinet.stored(chore)?.version == 1)
    chore.progress = 101
    #expect(throws: ValidationError.self) { try cabinet.context.save() }
  }

  @Test("A refresh that merges keeps a transient value on an object with changes", arguments: [true, false])
  func refresh(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Chore.model())
    let chore = try cabinet.context.insert(Chore.self)
    chore.progress = 7
    try cabinet.context.save()
    chore.title = "changed"
    cabinet.context.refresh(chore)
    #expect(chore.progress == 7 && chore.title == "changed")
    cabinet.context.refresh(chore, mergingChanges: false)
    #expect(chore.progress == 5 && chore.title == "")
  }

  @Test("Fetching or sorting by a transient attribute is refused with a sentence", arguments: [true, false])
  func refused(inMemory: Bool) throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Chore.model())
    let sentence =
      "the key path \"mood\" leads to Chore.mood, which is transient: filter and sort what was fetched"
    let predicate = #expect(throws: FetchError.self) {
      let good = FetchPredicate.comparison(.init("mood", .equal, .value(.string("good"))))
      _ = try cabinet.context.fetch(FetchRequest<Chore>(where: good))
    }
    let order = #expect(throws: FetchError.self) {
      _ = try cabinet.context.fetch(FetchRequest<Chore>(order: [FetchOrder("mood")]))
    }
    #expect(predicate?.description == sentence && order?.description == sentence)
  }

  @Test("What has no column can be neither unique nor indexed")
  func model() {
    let unique = #expect(throws: ModelError.self) { try Chore.model(unique: [["mood"]]) }
    #expect(unique?.description == "Chore.mood is transient, so that it can be neither unique nor indexed")
    #expect(throws: ModelError.self) { try Chore.model(indexes: [["title", "mood"]]) }
    #expect(throws: ModelError.self) { try Chore.model(indexes: [["title", .descending("mood")]]) }
  }

  @Test("A file has nothing of a transient attribute, and opens with more or fewer of them")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("chores.store")
    let without = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Chore", attributes: [.init("title", .string, default: .string(""))])
    ])
    _ = try SQLiteStore(path: path, model: without)
    _ = try SQLiteStore(path: path, model: Chore.model())
    _ = try SQLiteStore(path: path, model: without)
  }

  @Test(
    "An object whose change was taken back is saved along with others without a conflict",
    arguments: [true, false])
  func takenBack(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Chore.model())
    let chores = try (0..<2).map { _ in try cabinet.context.insert(Chore.self) }
    try cabinet.context.save()
    chores[0].title = "x"
    chores[0].title = ""
    chores[1].title = "y"
    try cabinet.context.save()
    chores[0].title = "z"
    try cabinet.context.save()
    #expect(try await cabinet.stored(chores[0])?.version == 2)
  }
}
