import ObjectGraph
import Testing

/// A note that logs its lifecycle hooks, and stores the length of its text.
final class Diary: ManagedObject {
  @Attribute("text") var text: String
  @Attribute("letters") var letters: Int
  @Attribute("saves") var saves: Int
  var log: [String] = []
  var countsSaves = false
  var countsReadings = false

  override func awakeFromInsert() { log.append("insert") }
  override func awakeFromFetch() {
    log.append("fetch")
    letters = text.count
    if countsReadings { saves += 1 }
  }
  override func awakeFromSnapshotEvents(_ events: SnapshotEvents) {
    log.append("snapshot \(events.rawValue)")
    letters = text.count
  }
  override func willSave() { log.append("willSave") }
  override func didSave() {
    log.append("didSave")
    if countsSaves { saves += 1 }
  }
  override func prepareForDeletion() { log.append("delete") }
  override func willTurnIntoFault() { log.append("will fault \(text)") }
  override func didTurnIntoFault() { log.append("did fault \(isFault)") }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Diary.self,
        attributes: [
          .init("text", .string, default: .string("")),
          .init("letters", .integer64, default: .integer(0), isTransient: true),
          .init("saves", .integer64, default: .integer(0)),
        ])
    ])
  }
}

@MainActor
@Suite("Hooks")
struct HookTests {
  let cabinet: Cabinet
  let diary: Diary
  var context: ManagedObjectContext { cabinet.context }

  init() throws {
    cabinet = try Cabinet(inMemory: true, model: Diary.model())
    diary = try cabinet.context.insert(Diary.self)
  }

  @Test("The hooks of an object's life are called in their order")
  func life() async throws {
    #expect(diary.takeLog() == ["insert"])
    diary.text = "one"
    try context.save()
    #expect(diary.takeLog() == ["willSave", "didSave"])
    context.refresh(diary)
    #expect(diary.takeLog() == ["will fault one", "did fault true"])
    #expect(diary.letters == 3)
    #expect(diary.takeLog() == ["fetch"])
    context.delete(diary)
    try context.save()
    #expect(diary.takeLog() == ["delete", "didSave"])
  }

  @Test("An object that is read without waiting may change itself when it awakes")
  func awakingWithoutWaiting() throws {
    diary.text = "one"
    try context.save()
    context.refresh(diary)
    diary.countsReadings = true
    #expect(context.withoutWaiting { diary.text } == "one")
    #expect(diary.saves == 1 && diary.isUpdated)
  }

  @Test("A second deletion of an object does not call its hook again")
  func deletedTwice() {
    context.delete(diary)
    context.delete(diary)
    #expect(diary.takeLog() == ["insert", "delete"])
  }

  @Test("A refresh leaves an object that was never saved as it is", arguments: [false, true])
  func refreshed(mergingChanges: Bool) async throws {
    diary.text = "one"
    context.refresh(diary, mergingChanges: mergingChanges)
    #expect(!diary.isFault && diary.isInserted && diary.takeLog() == ["insert"])
    try context.save()
    #expect(try await cabinet.stored(diary)?.values.first == .string("one"))
  }

  @Test("A transient attribute that is computed when values are read is no change")
  func awaking() async throws {
    diary.text = "three"
    try context.save()
    context.refresh(diary)
    #expect(diary.letters == 5 && !diary.hasChanges && !context.hasChanges)
  }

  @Test("Values set by undo, rollback, refresh and other contexts' saves call a hook with the reason")
  func snapshots() async throws {
    diary.text = "one"
    try context.save()
    diary.text = "twelve"
    _ = diary.takeLog()
    context.undo()
    #expect(diary.takeLog() == ["snapshot 4"] && diary.letters == 3)
    context.redo()
    #expect(diary.takeLog() == ["snapshot 4"] && diary.letters == 6)
    context.rollback()
    #expect(diary.takeLog() == ["snapshot 8"] && diary.letters == 3)
    context.rollback()
    _ = diary.takeLog()
    context.delete(diary)
    context.undo()
    #expect(diary.takeLog() == ["delete", "snapshot 2"])
    context.rollback()
    _ = diary.takeLog()
    let (id, worker) = (diary.objectID, try cabinet.container.makeBackgroundContext())
    try await worker.perform { context in
      let diary = try #require(try context.existingObject(with: id) as? Diary)
      diary.text = "seven"
      try context.save()
    }
    await cabinet.container.coordinator.drain()
    #expect(diary.takeLog() == ["snapshot 16"] && diary.letters == 5)
  }

  @Test("An edit in didSave is for the next save, and each save makes one")
  func didSave() async throws {
    diary.countsSaves = true
    for count in 1...3 {
      diary.text = "\(count)"
      try context.save()
      #expect(diary.saves == count && diary.isUpdated)
      #expect(try await cabinet.stored(diary)?.values[2] == .integer(Int64(count - 1)))
    }
  }

  @Test("A save that fails does not call the hook of a completed save")
  func failed() throws {
    diary.setValue(.null, forKey: "text")
    _ = diary.takeLog()
    #expect(throws: ValidationError.self) { try context.save() }
    #expect(diary.takeLog() == ["willSave"])
  }
}
