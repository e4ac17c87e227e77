import ObjectGraph
import TestSupport
import Testing

/// Tests of deletions of rows that another context has changed since they were read.
@MainActor
@Suite("Deletions of changed rows")
struct GivenUpDeletionTests {
  /// The remaining rows of a folder with two items, a part in each item, a cover, and two tags.
  struct Remains: Hashable, Sendable, CustomStringConvertible {
    var folders = 1
    var items = 2
    var itemsInFolder = 2
    var parts = 2
    var covers = 1
    var tagged = 2

    static let all = Remains()
    static func none(items: Int, inFolder: Int = 0, parts: Int) -> Remains {
      Remains(folders: 0, items: items, itemsInFolder: inFolder, parts: parts, covers: 0, tagged: 0)
    }

    var description: String {
      "\(folders) folders, \(items) items, \(itemsInFolder) in the folder, \(parts) parts, \(covers) covers, \(tagged) tags"
    }
  }

  private static func model(_ rule: DeleteRule, isOptional: Bool) throws -> ManagedObjectModel {
    func entity(
      _ name: String, _ relationships: RelationshipDescription...
    ) -> EntityDescription {
      EntityDescription(
        ManagedObject.self, name: name, attributes: [.init("title", .string, default: .string(""))],
        relationships: relationships)
    }
    return try ManagedObjectModel([
      entity(
        "Folder", .toMany("items", "Item", inverse: "folder", deleteRule: rule),
        .toOne("cover", "Cover", inverse: "folder", deleteRule: .cascade),
        .toMany("tags", "Tag", inverse: "folders")),
      entity(
        "Item", .toOne("folder", "Folder", inverse: "items", isOptional: isOptional),
        .toMany("parts", "Part", inverse: "item", deleteRule: .cascade)),
      entity("Part", .toOne("item", "Item", inverse: "parts")),
      entity("Cover", .toOne("folder", "Folder", inverse: "cover")),
      entity("Tag", .toMany("folders", "Folder", inverse: "tags")),
    ])
  }

  /// Returns a container with one folder, and the ID of the folder.
  private func folder(
    _ rule: DeleteRule, isOptional: Bool, _ store: StoreKind, in place: TemporaryFolder, policy: MergePolicy
  ) async throws -> (PersistentContainer, ManagedObjectID) {
    let model = try Self.model(rule, isOptional: isOptional)
    let container = try PersistentContainer(store: store.open(in: place, model: model), mergePolicy: policy)
    let context = container.viewContext
    let folder = try context.insert(entityNamed: "Folder")
    for _ in 0..<2 {
      let item = try context.insert(entityNamed: "Item")
      item.setValue(.reference(folder.objectID), forKey: "folder")
      try context.insert(entityNamed: "Part").setValue(.reference(item.objectID), forKey: "item")
      folder.mutableSetValue(forKey: "tags").insert(try context.insert(entityNamed: "Tag"))
    }
    try context.insert(entityNamed: "Cover").setValue(.reference(folder.objectID), forKey: "folder")
    try context.save()
    return (container, folder.objectID)
  }

  private func remains(of container: PersistentContainer) async throws -> Remains {
    await container.coordinator.drain()
    let model = container.coordinator.model
    return try await container.coordinator.read { reader in
      func rows(_ name: String) throws -> [Row] {
        try reader.fetch(StoreQuery(entity: try #require(model.number(ofEntity: name))))
      }
      let slot = try #require(model.entity(named: "Item")?.slot(of: "folder"))
      let items = try rows("Item")
      let tagged = try FetchPredicate("folders.@count > 0")
      return Remains(
        folders: try rows("Folder").count, items: items.count,
        itemsInFolder: items.count { !$0.values[slot].isNull }, parts: try rows("Part").count,
        covers: try rows("Cover").count,
        tagged: try reader.count(
          StoreQuery(entity: try #require(model.number(ofEntity: "Tag")), predicate: tagged)))
    }
  }

  private nonisolated static func rule(_ resolution: MergeConflict.Resolution) -> MergePolicy {
    .custom(ConflictRule("\(resolution)") { _ in resolution })
  }

  nonisolated static let givingUp: [MergePolicy] = [
    .storeTrumps, .rollback, rule(.store), rule(.values(["title": .string("ours")])),
  ]
  nonisolated static let deleting: [MergePolicy] = [.objectTrumps, .overwrite, rule(.object)]
  /// The remains for each delete rule of the items, if the folder is deleted and if it stays.
  ///
  /// If the rule is deny, the test also deletes the items.
  nonisolated static let rules: [(rule: DeleteRule, gone: Remains, kept: Remains)] = [
    (.cascade, .none(items: 0, parts: 0), .all),
    (.nullify, .none(items: 2, parts: 2), .all),
    (.noAction, .none(items: 2, inFolder: 2, parts: 2), .all),
    (.deny, .none(items: 0, parts: 0), Remains(items: 0, itemsInFolder: 0, parts: 0)),
  ]

  /// Deletes the folder in a context that does not see the changes of another one.
  private func delete(
    _ folder: ManagedObjectID, _ rule: DeleteRule, in container: PersistentContainer, policy: MergePolicy,
    isMain: Bool, others: @escaping @Sendable (ManagedObjectContext) throws -> Void
  ) async throws {
    let edit: @Sendable (ManagedObjectContext) throws -> Void = { context in
      let object = context.object(with: folder)
      if rule == .deny { for item in object.objects(forKey: "items") { context.delete(item) } }
      context.delete(object)
      context.processPendingChanges()
    }
    let other = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    if isMain {
      try container.viewContext.setQueryGeneration(.current)
      try edit(container.viewContext)
      try await other.performAndSave(others)
      try container.viewContext.save()
      try container.viewContext.setQueryGeneration(.unpinned)
    } else {
      let worker = try container.makeBackgroundContext(mergePolicy: policy)
      try await worker.perform { context in
        try context.setQueryGeneration(.current)
        try edit(context)
      }
      try await other.performAndSave(others)
      try await worker.save()
    }
  }

  @Test(
    "Take nothing from a row that stays, and everything from one that goes",
    arguments: [true, false], [StoreKind.memory, .sqlite])
  func everyRule(_ isMain: Bool, _ store: StoreKind) async throws {
    for (rule, gone, kept) in Self.rules {
      for (policies, remains) in [(Self.givingUp, kept), (Self.deleting, gone)] {
        for policy in policies {
          let place = try TemporaryFolder()
          let (container, id) = try await folder(rule, isOptional: true, store, in: place, policy: policy)
          try await delete(id, rule, in: container, policy: policy, isMain: isMain) {
            $0.object(with: id).setValue(.string("theirs"), forKey: "title")
          }
          #expect(try await self.remains(of: container) == remains, "\(rule), \(policy)")
          try await checkShown(container, "\(rule), \(policy)")
        }
      }
    }
  }

  /// Checks that the main context shows the rows of the store.
  private func checkShown(_ container: PersistentContainer, _ comment: Comment) async throws {
    for name in ["Folder", "Item", "Part", "Cover", "Tag"] {
      let request = FetchRequest<ManagedObject>(entity: name)
      let context = container.viewContext
      let stored = try await container.makeBackgroundContext().perform { context in
        try context.fetchIDs(FetchRequest<ManagedObject>(entity: name)).reduce(into: [:]) {
          $0[$1] = try context.row(for: $1)?.values
        }
      }
      let ids = try context.fetchIDs(request)
      let shown = try ids.reduce(into: [:]) { $0[$1] = try context.row(for: $1)?.values }
      #expect(shown == stored, comment)
    }
    for folder in try container.viewContext.fetch(FetchRequest<ManagedObject>(entity: "Folder")) {
      #expect(folder.objects(forKey: "tags").count == 2, comment)
    }
  }

  @Test(
    "An undo before the store has refused a deletion restores the row that stays",
    arguments: [StoreKind.memory, .binary, .sqlite], givingUp + deleting)
  func undone(_ store: StoreKind, _ policy: MergePolicy) async throws {
    let place = try TemporaryFolder()
    let (container, id) = try await folder(.nullify, isOptional: true, store, in: place, policy: policy)
    let (context, other) = (
      container.viewContext, try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    )
    context.undoHistory = UndoHistory()
    try context.setQueryGeneration(.current)
    let folder = context.object(with: id)
    folder.setValue(.string("ours"), forKey: "title")
    try context.save()
    context.undoHistory?.removeAll()
    try await other.performAndSave { $0.object(with: id).setValue(.string("theirs"), forKey: "title") }
    context.delete(folder)
    try context.publish()
    #expect(context.undoHistory?.canUndo == true)
    _ = context.undo()
    try context.save()
    try context.setQueryGeneration(.unpinned)
    #expect(try await remains(of: container).folders == 1)
    try await checkShown(container, "\(policy)")
    let title = try #require(try context.row(for: id)).values
    let isTheirs = title.contains(.string("theirs"))
    #expect(isTheirs == [.storeTrumps, .rollback, Self.givingUp[2]].contains(policy), "\(policy)")
  }

  @Test("Under the policy error fail, and nothing is deleted", arguments: rules)
  func error(_ rule: DeleteRule, _: Remains, _: Remains) async throws {
    let place = try TemporaryFolder()
    let (container, id) = try await folder(rule, isOptional: true, .sqlite, in: place, policy: .error)
    await #expect(throws: ConflictError.self) {
      try await delete(id, rule, in: container, policy: .error, isMain: false) {
        $0.object(with: id).setValue(.string("theirs"), forKey: "title")
      }
    }
    #expect(try await remains(of: container) == .all)
  }

  nonisolated static let changedItems: [(isOptional: Bool, Remains)] = [
    (true, .none(items: 1, parts: 1)), (false, .all),
  ]

  @Test(
    "An item that another context changed leaves the folder, or keeps it if it cannot be without",
    arguments: changedItems, [true, false])
  func changedItem(_ item: (isOptional: Bool, remains: Remains), _ isMain: Bool) async throws {
    let place = try TemporaryFolder()
    let (container, id) = try await folder(
      .cascade, isOptional: item.isOptional, .sqlite, in: place, policy: .storeTrumps)
    try await delete(id, .cascade, in: container, policy: .storeTrumps, isMain: isMain) { context in
      let items = try context.fetch(FetchRequest<ManagedObject>(entity: "Item"))
      items[0].setValue(.string("theirs"), forKey: "title")
    }
    #expect(try await remains(of: container) == item.remains)
  }

  @Test(
    "An item that another context has put into a folder goes with it, or stays with it",
    arguments: [true, false])
  func addedItem(_ stays: Bool) async throws {
    let place = try TemporaryFolder()
    let policy: MergePolicy = stays ? .storeTrumps : .objectTrumps
    let (container, id) = try await folder(.cascade, isOptional: false, .sqlite, in: place, policy: policy)
    try await delete(id, .cascade, in: container, policy: policy, isMain: false) { context in
      context.object(with: id).setValue(.string("theirs"), forKey: "title")
      try context.insert(entityNamed: "Item").setValue(.reference(id), forKey: "folder")
    }
    #expect(
      try await remains(of: container)
        == (stays ? Remains(items: 3, itemsInFolder: 3) : .none(items: 0, parts: 0)))
  }

  @Test("A row that stays refers to the row that the destination of its reference became")
  func replacedTarget() async throws {
    let replacing = MergePolicy.custom(
      ConflictRule("replace") { if case .notUnique = $0.kind { .object } else { .store } })
    let library = try Library(policy: replacing)
    let remaining = try library.author("remaining", key: "1")
    let replaced = try library.author("replaced", key: "2")
    let book = try library.book("kept", by: remaining).objectID
    try library.context.save()
    let (remainingID, replacedID) = (remaining.objectID, replaced.objectID)

    let worker = try library.container.makeBackgroundContext(mergePolicy: replacing)
    try await worker.perform { context in
      try context.setQueryGeneration(.current)
      context.delete(context.object(with: book))
      (context.object(with: remainingID) as? Author)?.key = "2"
      context.processPendingChanges()
    }
    let other = try library.container.makeBackgroundContext()
    try await other.performAndSave { context in
      (context.object(with: book) as? Book)?.author = context.object(with: replacedID) as? Author
    }
    try await worker.save()

    #expect(try await library.stored(Author.self, "key") == [.string("2")])
    #expect(try await library.stored(Book.self, "author") == [.reference(remainingID)])
    await library.container.coordinator.drain()
    #expect(remaining.books.map(\.objectID) == [book])
    #expect(remaining.books.allSatisfy { $0.author === remaining })
  }
}
