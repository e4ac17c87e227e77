import ObjectGraph
import TestSupport
import Testing

/// A bough that counts all boughs when it is deleted, and its own saves.
final class Bough: ManagedObject {
  @ToOne("trunk") var trunk: Bough?
  @ToMany("boughs") var boughs: ObjectSet<Bough>
  @ToMany("birds") var birds: ObjectSet<Bird>
  /// The number of boughs that the hook of the deletion has found.
  var found: Int?
  var saves = 0
  /// A change that the hook of the deletion makes.
  var willFall: (() -> Void)?

  override func prepareForDeletion() {
    found = try? managedObjectContext?.count(FetchRequest<Bough>())
    willFall?()
  }

  override func willSave() { saves += 1 }
}

/// A bird on a bough that counts its saves.
final class Bird: ManagedObject {
  @ToOne("perch") var perch: Bough?
  var saves = 0
  /// The bough that the hook of a save deletes.
  var felled: Bough?

  override func willSave() {
    saves += 1
    if let felled { managedObjectContext?.delete(felled) }
  }
}

/// Tests of hooks of deletions, and of saves that delete.
@MainActor
@Suite("Hooks of deletions")
struct DeletionHookTests {
  enum Kind: CaseIterable {
    case main
    case worker
    case child
  }

  let cabinet: Cabinet

  init() throws {
    cabinet = try Cabinet(
      inMemory: true,
      model: ManagedObjectModel([
        EntityDescription(
          Bough.self, attributes: [],
          relationships: [
            .toOne("trunk", "Bough", inverse: "boughs"),
            .toMany("boughs", "Bough", inverse: "trunk", deleteRule: .cascade),
            .toMany("birds", "Bird", inverse: "perch"),
          ]),
        EntityDescription(
          Bird.self, attributes: [], relationships: [.toOne("perch", "Bough", inverse: "birds")]),
      ]))
  }

  /// Inserts a bough with two boughs, which have two boughs with a bird each.
  private nonisolated func grow(in context: ManagedObjectContext) throws -> Bough {
    let trunk = try context.insert(Bough.self)
    for _ in 0..<2 {
      let bough = try context.insert(Bough.self)
      bough.trunk = trunk
      for _ in 0..<2 {
        let twig = try context.insert(Bough.self)
        twig.trunk = bough
        try context.insert(Bird.self).perch = twig
      }
    }
    return trunk
  }

  /// Returns the numbers of boughs, of birds, and of birds on boughs.
  private nonisolated func counts(in context: ManagedObjectContext) throws -> [Int] {
    let birds = try context.fetch(FetchRequest<Bird>())
    return [
      try context.count(FetchRequest<Bough>()), birds.count, birds.count { $0.perch != nil },
    ]
  }

  private nonisolated func deleteAll(in context: ManagedObjectContext) throws {
    let trunk = try grow(in: context)
    try context.save()
    #expect(try counts(in: context) == [7, 4, 4])
    let history = UndoHistory()
    context.undoHistory = history
    var notified: [Int] = []
    let observation = context.observe { notified.append($0.deleted.count) }
    context.delete(trunk)
    #expect(trunk.found == 6)
    context.processPendingChanges()
    #expect(notified == [7] && history.undoNames.count == 1)
    #expect(try counts(in: context) == [0, 4, 0])
    context.undo()
    #expect(try counts(in: context) == [7, 4, 4])
    context.redo()
    try context.save()
    #expect(try counts(in: context) == [0, 4, 0])
    withExtendedLifetime(observation) {}
  }

  @Test("Hooks that fetch leave a deletion one event with all of its effects", arguments: Kind.allCases)
  func fetching(_ kind: Kind) async throws {
    switch kind {
    case .main: try deleteAll(in: cabinet.context)
    case .worker:
      try await cabinet.container.makeBackgroundContext().perform { try self.deleteAll(in: $0) }
    case .child:
      try deleteAll(in: ManagedObjectContext(parent: cabinet.context))
      try cabinet.context.save()
    }
    #expect(try await storedCounts() == [0, 4, 0])
  }

  /// Inserts and saves the boughs, and returns the lowest one, one of the highest, and all birds.
  private func saved() throws -> (trunk: Bough, twig: Bough, birds: [Bird]) {
    let trunk = try grow(in: cabinet.context)
    try cabinet.context.save()
    let birds = try cabinet.context.fetch(FetchRequest<Bird>())
    let twig = try #require(birds.first?.perch)
    for bird in birds { bird.saves = 0 }
    (trunk.saves, twig.saves) = (0, 0)
    return (trunk, twig, birds)
  }

  /// Returns the counts in the store.
  private func storedCounts() async throws -> [Int] {
    try await cabinet.container.makeBackgroundContext().perform { try self.counts(in: $0) }
  }

  @Test("A save calls the hooks of objects that delete rules change, and not of those that they delete")
  func saving() async throws {
    let (trunk, twig, birds) = try saved()
    twig.trunk = trunk
    cabinet.context.delete(trunk)
    try cabinet.context.save()
    #expect(birds.map(\.saves) == [1, 1, 1, 1] && trunk.saves == 0 && twig.saves == 0)
    #expect(try await storedCounts() == [0, 4, 0])
  }

  @Test("What the hook of a save deletes changes others before their hooks are called")
  func deletingInHook() async throws {
    let (trunk, _, birds) = try saved()
    birds[0].felled = trunk
    birds[0].perch = nil
    try cabinet.context.save()
    #expect(birds.map(\.saves) == [1, 1, 1, 1])
    #expect(try await storedCounts() == [0, 4, 0])
  }

  @Test("The hook of a save is not called for an object that another hook has deleted before")
  func deletedInRound() async throws {
    let context = cabinet.context
    let bird = try context.insert(Bird.self)
    let twig = try context.insert(Bough.self)
    let bough = try context.insert(Bough.self)
    try context.save()
    (bough.saves, bird.saves) = (0, 0)
    // Both belong to the first round, in which the bird comes first.
    bird.perch = twig
    bough.trunk = twig
    bird.felled = bough
    #expect(bird.objectID < bough.objectID)
    try context.save()
    #expect(bird.saves == 1 && bough.saves == 0)
    #expect(try await storedCounts() == [1, 1, 1])
  }

  @Test("A hook's undo group belongs to the deletion, which keeps its name")
  func nameOfDeletion() throws {
    let (_, twig, birds) = try saved()
    let context = cabinet.context
    let history = UndoHistory()
    context.undoHistory = history
    twig.willFall = { context.withUndoGroup(named: "Log") { birds[3].perch = nil } }
    let perch = birds[3].perch
    birds[2].perch = nil
    context.setUndoName("Fell")
    context.delete(twig)
    context.processPendingChanges()
    #expect(history.undoNames == ["Fell"])
    context.undo()
    #expect(!twig.isDeleted && birds[3].perch === perch)
    context.withUndoGroup(named: "Again") { context.delete(twig) }
    #expect(history.undoNames == ["Again"])
  }

  @Test("An undo in the hook of a deletion is a mistake that says what to do")
  func undoInDeletion() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let cabinet = try DeletionHookTests().cabinet
      let context = cabinet.context
      context.undoHistory = UndoHistory()
      let bough = try context.insert(Bough.self)
      context.processPendingChanges()
      bough.willFall = { context.undo() }
      cabinet.context.delete(bough)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("undo() within a deletion, which is not complete"))
  }

  @Test("The hook of a save is called again for an object that a later hook has changed")
  func calledAgain() throws {
    let (trunk, _, birds) = try saved()
    let perches = birds.map(\.perch)
    birds[0].perch = perches[2]
    birds[2].perch = nil
    perches[2]?.trunk = trunk
    (birds[0].felled, birds[1].felled) = (perches[1], perches[2])
    try cabinet.context.save()
    #expect(birds.map(\.saves) == [2, 1, 1, 0])
  }

  @Test("Delete rules apply to what an observer deletes during a save", arguments: [true, false])
  func deletingInObserver(_ propagates: Bool) async throws {
    let (trunk, _, birds) = try saved()
    let context = cabinet.context
    context.propagatesDeletesAtEndOfEvent = propagates
    let observation = context.observe { _ in context.delete(trunk) }
    birds[0].perch = nil
    try context.save()
    #expect(try await storedCounts() == [0, 4, 0])
    withExtendedLifetime(observation) {}
  }
}
