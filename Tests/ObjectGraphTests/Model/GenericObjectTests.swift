import ObjectGraph
import TestSupport
import Testing

/// A class that is used for several entities.
private final class Thing: ManagedObject {
  @Attribute("name") var name: String
}

@MainActor
@Suite("Entities without a class of their own")
struct GenericObjectTests {
  private let folder: TemporaryFolder
  private let context: ManagedObjectContext
  private let container: PersistentContainer

  init() throws {
    folder = try TemporaryFolder()
    let name = AttributeDescription("name", .string, default: .string(""))
    let model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Photo", attributes: [name],
        relationships: [.toOne("album", "Album", inverse: "photos")]),
      EntityDescription(
        ManagedObject.self, name: "Album", attributes: [name],
        relationships: [.toMany("photos", "Photo", inverse: "album")]),
      EntityDescription(ManagedObject.self, name: "Shared", parent: "Album"),
      EntityDescription(Thing.self, name: "Lamp", attributes: [name]),
      EntityDescription(Thing.self, name: "Flash", parent: "Lamp"),
    ])
    container = try PersistentContainer(
      store: StoreKind.sqlite.open(in: folder, model: model), mergePolicy: .error)
    context = container.viewContext
  }

  @discardableResult
  private func insert(_ entity: String, _ name: String) throws -> ManagedObject {
    let object = try context.insert(entityNamed: entity)
    object.setValue(.string(name), forKey: "name")
    return object
  }

  @Test("Objects are inserted, related, saved and fetched by the name of their entity")
  func byName() async throws {
    let album = try insert("Album", "roll")
    for name in ["b", "a"] { album.mutableSetValue(forKey: "photos").insert(try insert("Photo", name)) }
    try insert("Shared", "wall")
    try context.save()
    await container.coordinator.drain()
    let names = try await container.makeBackgroundContext().perform { context in
      let album = try FetchPredicate("album.name == 'roll'")
      let photos = try context.fetch(
        FetchRequest<ManagedObject>(entity: "Photo", where: album, order: [FetchOrder("name")]))
      #expect(photos.allSatisfy { $0.entity.name == "Photo" && type(of: $0) == ManagedObject.self })
      #expect(try context.count(FetchRequest<ManagedObject>(entity: "Album")) == 2)
      #expect(
        try context.count(FetchRequest<ManagedObject>(entity: "Album", includesSubentities: false)) == 1)
      let rows = try context.fetchDictionaries(
        DictionaryRequest<ManagedObject>([FetchedColumn("name")], entity: "Shared"))
      #expect(rows == [["name": .string("wall")]])
      return photos.map { $0.value(forKey: "name") }
    }
    #expect(names == [.string("a"), .string("b")])
  }

  @Test("Batches of an entity that is named are of that entity")
  func batches() throws {
    for name in ["a", "b", "c"] { try insert("Photo", name) }
    try insert("Album", "d")
    let request = FetchRequest<ManagedObject>(entity: "Photo", order: [FetchOrder("name")])
    let batches = try context.fetchBatches(request, size: 2, prefetching: ["album"])
    #expect(batches.map { $0.value(forKey: "name") } == ["a", "b", "c"].map { .string($0) })
  }

  @Test("Keys are reserved for the inheritance tree of an entity that is named")
  func reserving() async throws {
    let coordinator = container.coordinator
    try await coordinator.reserveIDs(forEntityNamed: "Shared", count: 500)
    let number = try #require(coordinator.model.number(ofEntity: "Album"))
    #expect(try coordinator.store.makeWriter().reserveKeys(1, entity: number).lowerBound > 500)
  }

  @Test("A class that an entity shares with its sub-entities stands for the entity above")
  func sharedClass() throws {
    let lamp = try context.insert(Thing.self)
    #expect(lamp.entity.name == "Lamp")
    let flash = try context.insert(entityNamed: "Flash")
    #expect(flash is Thing)
    #expect(try context.count(FetchRequest<Thing>()) == 2)
    #expect(try context.fetch(FetchRequest<Thing>(entity: "Flash")) == [flash])
  }

  @Test("A class of several entities does not say which one is meant")
  func ambiguous() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = try GenericObjectTests().context.insert(ManagedObject.self)
    }
    #expect(result?.said("several entities have the class ManagedObject") == true)
  }

  @Test("A name of no entity traps")
  func unknownName() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = try GenericObjectTests().context.insert(entityNamed: "Poto")
    }
    #expect(result?.said("the model has no entity Poto") == true)
  }

  @Test("An entity whose class is not the one asked for traps")
  func otherClass() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = try GenericObjectTests().context.fetch(FetchRequest<Rack>(entity: "Photo"))
    }
    #expect(result?.said("objects of Photo are ManagedObject, not Rack") == true)
  }

  @Test("A relationship that is set by name to an object of another entity traps")
  func otherDestination() async throws {
    let one = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let tests = try GenericObjectTests()
      let lamp = try tests.insert("Lamp", "spot")
      try tests.insert("Photo", "a").setValue(.reference(lamp.objectID), forKey: "album")
    }
    #expect(one?.said("cannot set Photo.album to an object of Lamp") == true)
    let many = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let tests = try GenericObjectTests()
      try tests.insert("Album", "roll").mutableSetValue(forKey: "photos").insert(tests.insert("Lamp", "spot"))
    }
    #expect(many?.said("cannot insert an object of Lamp into Album.photos") == true)
  }

  @Test("A relationship can be set by name to an object of a sub-entity of its destination")
  func subentityDestination() throws {
    let wall = try insert("Shared", "wall")
    let photo = try insert("Photo", "a")
    photo.setValue(.reference(wall.objectID), forKey: "album")
    #expect(wall.ids(forKey: "photos") == [photo.objectID])
  }
}
