import ObjectGraph
import TestSupport
import Testing

/// Tests of objects that depend on each other to any depth.
@MainActor
@Suite("Deep chains", .timeLimit(.minutes(10)))
struct DeepChainTests {
  /// A link of a chain; links with the same predecessor have different names.
  private final class Link: ManagedObject {
    @Attribute("name") var name: String
    @ToOne("previous") var previous: Link?
    @ToMany("next") var next: ObjectSet<Link>
  }

  private static var length: Int { Seeds.areMany ? 100_000 : 10_000 }

  private func container(
    _ store: StoreKind, in folder: TemporaryFolder, policy: MergePolicy
  ) throws -> PersistentContainer {
    let model = try ManagedObjectModel([
      EntityDescription(
        Link.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [
          .toOne("previous", "Link", inverse: "next"),
          .toMany("next", "Link", inverse: "previous", deleteRule: .cascade),
        ],
        unique: [["previous", "name"]])
    ])
    return try PersistentContainer(store: store.open(in: folder, model: model), mergePolicy: policy)
  }

  private nonisolated static func chain(_ name: String, _ length: Int, in context: ManagedObjectContext)
    throws
  {
    var previous: Link?
    for _ in 0..<length {
      let link = try context.insert(Link.self)
      (link.name, link.previous) = (previous == nil ? name : "", previous)
      previous = link
    }
    try context.save()
  }

  /// Deletes a chain; the context has registered all objects and read their relationships.
  private nonisolated static func deleteChain(in context: ManagedObjectContext) throws {
    context.retainsRegisteredObjects = true
    let links = try context.fetch(FetchRequest<Link>())
    #expect(links.count { !$0.next.ids.isEmpty } == links.count - 1)
    context.delete(try #require(links.first { $0.previous == nil }))
    context.processPendingChanges()
  }

  @Test("A chain of unique keys in an archive is imported, the last link first")
  func archive() async throws {
    let folder = try TemporaryFolder()
    let worker = try container(.memory, in: folder, policy: .error).makeBackgroundContext()
    let length = Self.length
    let archive = ObjectArchive(
      (1...length).map { id in
        ArchivedObject(
          entity: "Link", id: id,
          values: ["name": .text("a"), "previous": id < length ? .integer(Int64(id + 1)) : .null])
      })
    let counts = try await worker.perform { context in
      let imported = try context.importObjects(from: archive)
      return (inserted: imported.inserted.count, registered: context.insertedObjects.count)
    }
    #expect(counts.inserted == length && counts.registered == length)
  }

  @Test(
    "A cascade reaches the end of a chain that another context has attached",
    arguments: [StoreKind.memory, .sqlite])
  func attachedChain(_ store: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let container = try container(store, in: folder, policy: .objectTrumps)
    let head = try container.viewContext.insert(Link.self)
    try container.viewContext.save()
    let id = head.objectID
    let deleter = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await deleter.perform { context in
      try context.setQueryGeneration(.current)
      context.delete(context.object(with: id))
      context.processPendingChanges()
    }
    let length = Self.length
    try await container.makeBackgroundContext().perform { context in
      var previous = context.object(with: id) as? Link
      for _ in 0..<length {
        let link = try context.insert(Link.self)
        link.previous = previous
        previous = link
      }
      try context.save()
    }
    try await deleter.save()
    await container.coordinator.drain()
    #expect(try await container.makeBackgroundContext().perform { try $0.count(FetchRequest<Link>()) } == 0)
    #expect(try container.viewContext.count(FetchRequest<Link>()) == 0)
  }

  @Test("A chain whose head stays because another context changed it stays as a whole")
  func keptChain() async throws {
    let folder = try TemporaryFolder()
    let container = try container(.sqlite, in: folder, policy: .storeTrumps)
    let length = Self.length
    let deleter = try container.makeBackgroundContext(mergePolicy: .storeTrumps)
    try await deleter.perform { try Self.chain("a", length, in: $0) }
    try await deleter.perform { try Self.deleteChain(in: $0) }
    try await container.makeBackgroundContext(mergePolicy: .objectTrumps).performAndSave { context in
      let head = try context.fetch(FetchRequest<Link>(where: FetchPredicate("previous == nil"))).first
      head?.name = "b"
    }
    try await deleter.save()
    #expect(
      try await container.makeBackgroundContext().perform { try $0.count(FetchRequest<Link>()) } == length)
  }

  @Test("Two chains become one when their heads become the same")
  func mergedChains() async throws {
    let folder = try TemporaryFolder()
    let container = try container(.sqlite, in: folder, policy: .objectTrumps)
    let length = Self.length
    let worker = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let root = try await worker.perform { context in
      let root = try context.insert(Link.self)
      try Self.chain("a", length, in: context)
      try Self.chain("b", length, in: context)
      return root.objectID
    }
    try await worker.performAndSave { context in
      let heads = try context.fetch(FetchRequest<Link>(where: FetchPredicate("name == 'a' OR name == 'b'")))
      for head in heads { (head.name, head.previous) = ("", context.object(with: root) as? Link) }
    }
    #expect(
      try await container.makeBackgroundContext().perform { try $0.count(FetchRequest<Link>()) } == length + 1
    )
  }

  @Test("A chain that the context knows is deleted as a whole, saved, and restored")
  func knownChain() async throws {
    let folder = try TemporaryFolder()
    let container = try container(.memory, in: folder, policy: .error)
    let context = container.viewContext
    context.undoHistory = UndoHistory()
    try Self.chain("a", Self.length, in: context)
    await container.coordinator.drain()
    try Self.deleteChain(in: context)
    try context.save()
    #expect(try context.count(FetchRequest<Link>()) == 0)
    context.undo()
    try context.save()
    #expect(try context.count(FetchRequest<Link>()) == Self.length)
  }
}
