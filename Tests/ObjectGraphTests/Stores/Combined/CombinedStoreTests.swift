import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Several stores as one")
struct CombinedStoreTests {
  private func container(_ stores: any PersistentStore...) throws -> PersistentContainer {
    try PersistentContainer(store: CombinedStore(model: Guide.model(), stores: stores))
  }

  @Test(
    "Objects are saved into the file that has their entity, and found there by a store that is opened alone")
  func routing() async throws {
    let folder = try TemporaryFolder()
    do {
      let container = try container(
        Guide.file("Library", in: folder), Guide.file("Catalog", in: folder))
      let context = container.viewContext
      let trip = try context.insert(Trip.self)
      trip.name = "Coast"
      for (name, people) in [("Turku", 200_000), ("Vaasa", 70_000)] {
        let (stop, town) = (try context.insert(Stop.self), try context.insert(Town.self))
        (stop.town, stop.trip) = (name, trip)
        (town.name, town.people) = (name, people)
      }
      try context.save()
    }
    let library = try Guide.file("Library", in: folder)
    let catalog = try Guide.file("Catalog", in: folder)
    #expect(try library.check().counts.map { "\($0.entity) \($0.rows)" } == ["Remark 0", "Stop 2", "Trip 1"])
    #expect(try catalog.check().counts.map { "\($0.entity) \($0.rows)" } == ["Remark 0", "Town 2"])
    #expect(try library.check().isSound && catalog.check().isSound)
    let context = try container(library, catalog).viewContext
    let trip = try #require(try context.fetch(FetchRequest<Trip>()).first)
    #expect(trip.stops.map(\.town).sorted() == ["Turku", "Vaasa"])
    let large = FetchRequest<Town>(where: try FetchPredicate("people > 100000"))
    #expect(try context.fetch(large).map(\.name) == ["Turku"])
    let ofTrip = FetchRequest<Stop>(
      where: .comparison(.init("trip", .equal, .value(.reference(trip.objectID)))),
      order: [FetchOrder("town", ascending: false)])
    #expect(try context.fetch(ofTrip).map(\.town) == ["Vaasa", "Turku"])
    // A fetched property leads from one store to the other.
    let stop = try #require(try context.fetch(ofTrip).first)
    #expect(try stop.fetchedObjects(forKey: "towns").map { $0.value(forKey: "people") } == [.integer(70_000)])
  }

  @Test("Queries and reservations that are made together reach each of the stores together")
  func together() throws {
    let (library, catalog) = (AskedStore(try Guide.store("Library")), AskedStore(try Guide.store("Catalog")))
    let store = try CombinedStore(model: Guide.model(), stores: [library, catalog])
    let model = store.model
    func number(_ name: String) throws -> EntityNumber { try #require(model.number(ofEntity: name)) }
    let (trip, stop, town) = (try number("Trip"), try number("Stop"), try number("Town"))
    let writer = try store.makeWriter()
    let keys = try writer.reserveKeys([trip: 2, stop: 1, town: 3])
    #expect(keys == [trip: 1..<3, stop: 1..<2, town: 1..<4])
    try writer.insert(
      [(trip, 1), (trip, 2), (town, 1)].map { entity, key in
        Row(
          id: ManagedObjectID(entity: entity, key: key, in: StoreIdentity(store.identifier)), version: 0,
          values: model[entity].defaultValues)
      })
    let reader = try store.makeReader()
    let queries = try [trip, town, number("Remark"), trip].map { StoreQuery(entity: $0) }
    #expect(try reader.counts(queries) == [2, 1, 0, 2])
    let found = try reader.fetchEach(queries).map { $0.map(\.id.entity) }
    #expect(found == [[trip, trip], [town], [], [trip, trip]])
    #expect(library.questions == ["2 reservations", "2 counts", "2 fetches"])
    #expect(catalog.questions == ["1 reservations", "1 counts", "1 fetches"])
  }

  @Test("A read-only store is read beside one that is written, and its objects are refused by a save")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    do {
      let alone = try CombinedStore(
        model: Guide.model(),
        stores: [Guide.store("Library"), Guide.file("Catalog", in: folder)])
      let context = try PersistentContainer(store: alone).viewContext
      try context.insert(Town.self).name = "Turku"
      try context.save()
    }
    let catalog = try Guide.file("Catalog", in: folder, isReadOnly: true)
    let context = try container(Guide.store("Library"), catalog).viewContext
    try context.insert(Trip.self).name = "Coast"
    try context.save()
    let town = try #require(try context.fetch(FetchRequest<Town>()).first)
    #expect(town.name == "Turku")
    #expect(throws: CombinedStoreError.readOnly(entity: "Town")) { try context.insert(Town.self) }
    town.people = 5
    #expect(throws: CombinedStoreError.readOnly(entity: "Town")) { try context.save() }
    context.rollback()
    #expect(town.people == 0)
    // A note goes into the store that can be written.
    try context.insert(Remark.self).text = "new"
    try context.save()
    #expect(try context.count(FetchRequest<Remark>()) == 1)
  }

  @Test("Objects of an entity in two stores are in the store that was chosen, and are fetched in one order")
  func choosing() async throws {
    let (library, catalog) = (try Guide.store("Library"), try Guide.store("Catalog"))
    let container = try container(library, catalog)
    let context = container.viewContext
    let combined = try #require(container.coordinator.store as? CombinedStore)
    for (number, text) in ["d", "a", "c", "b", "e"].enumerated() {
      let note =
        number == 0
        ? try context.insert(Remark.self)
        : try context.insert(Remark.self, into: number.isMultiple(of: 2) ? library : catalog)
      note.text = text
    }
    try context.save()
    let byText = [FetchOrder("text")]
    let notes = try context.fetch(FetchRequest<Remark>(order: byText))
    #expect(notes.map(\.text) == ["a", "b", "c", "d", "e"])
    let places = notes.map { combined.store(of: $0.objectID)?.identifier == catalog.identifier }
    #expect(places == [true, true, false, false, false])
    #expect(try catalog.makeReader().count(StoreQuery(entity: 1)) == 2)
    #expect(
      try context.fetch(FetchRequest<Remark>(order: byText, limit: 2, offset: 1)).map(\.text) == ["b", "c"])
    let some = try FetchPredicate("text IN %@", ["a", "c", "z"])
    #expect(try context.count(FetchRequest<Remark>(where: some)) == 2)
    // An update and a deletion reach the store of their objects.
    notes[0].text = "z"
    context.delete(notes[1])
    context.delete(notes[3])
    try context.save()
    let worker = try container.makeBackgroundContext()
    let texts = try await worker.perform { try $0.fetch(FetchRequest<Remark>(order: byText)).map(\.text) }
    #expect(texts == ["c", "e", "z"])
    #expect(try catalog.makeReader().count(StoreQuery(entity: 1)) == 1)
    #expect(throws: CombinedStoreError.cannotHold(entity: "Trip", store: catalog.identifier.uuidString)) {
      try context.insert(Trip.self, into: catalog)
    }
  }

  @Test(
    "A relationship within a store is kept, and one between two stores is refused before anything is written")
  func crossing() throws {
    let (library, catalog) = (try Guide.store("Library"), try Guide.store("Catalog"))
    let context = try container(library, catalog).viewContext
    let question = try context.insert(Remark.self, into: catalog)
    let answer = try context.insert(Remark.self, into: catalog)
    answer.answered = question
    try context.save()
    #expect(question.answers.map(\.objectID) == [answer.objectID])
    let other = try context.insert(Remark.self, into: library)
    other.answered = question
    try context.insert(Trip.self).name = "Coast"
    let error = CombinedStoreError.crossesStores(entity: "Remark", relationship: "answered")
    #expect(throws: error) { try context.save() }
    #expect(error.description.contains("Remark.answered") && error.description.contains("fetched property"))
    #expect(try library.makeReader().count(StoreQuery(entity: 1)) == 0)
    other.answered = nil
    try context.save()
    #expect(try context.count(FetchRequest<Remark>()) == 3)
  }

  @Test("Unique values may be in two stores, and those that are twice in one are resolved within it")
  func uniqueness() async throws {
    let town = EntityDescription(
      Town.self,
      attributes: [
        .init("name", .string, default: .string("")), .init("people", .integer64, default: .integer(0)),
      ], unique: [["name"]])
    let model = try ManagedObjectModel([town])
    let stores = [InMemoryStore(model: model), InMemoryStore(model: model)]
    let container = try PersistentContainer(store: CombinedStore(model: model, stores: stores))
    let context = container.viewContext
    let people = {
      try stores.map { try $0.makeReader().fetch(StoreQuery(entity: 1)).map { $0.values[1] } }
    }
    // A commit of a background context meets the duplicates.
    try context.insert(Town.self, into: stores[0]).name = "Rome"
    try context.save()
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      try context.insert(Town.self, into: stores[1]).name = "Rome"
      try context.save()
    }
    #expect(try people() == [[.integer(0)], [.integer(0)]])
    try await worker.perform { context in
      context.mergePolicy = .objectTrumps
      let town = try context.insert(Town.self, into: stores[1])
      (town.name, town.people) = ("Rome", 7)
      try context.save()
    }
    #expect(try people() == [[.integer(0)], [.integer(7)]])
    // The main context compares new objects with stored rows itself.
    for store in stores {
      try context.insert(Town.self, into: store).name = "Oslo"
      try context.save()
    }
    #expect(try people().map(\.count) == [2, 2])
    try context.insert(Town.self, into: stores[1]).name = "Oslo"
    #expect(throws: ConflictError.self) { try context.save() }
  }

  @Test("If the second store fails when it commits, the first has its part, and the error names both")
  func partlySaved() throws {
    let (library, catalog) = (try Guide.store("Library"), FailingStore(try Guide.store("Catalog")))
    let context = try container(library, catalog).viewContext
    try context.insert(Trip.self).name = "Coast"
    try context.insert(Town.self).name = "Turku"
    catalog.isFailing = true
    let error = CombinedStoreError.partlySaved(
      committed: [library.identifier.uuidString], failed: catalog.identifier.uuidString,
      reason: StoreError.diskFull(path: "catalog").description)
    #expect(throws: error) { try context.save() }
    catalog.isFailing = false
    context.reset()
    #expect(try context.fetch(FetchRequest<Trip>()).map(\.name) == ["Coast"])
    #expect(try context.count(FetchRequest<Town>()) == 0)
    try context.insert(Town.self).name = "Turku"
    try context.save()
    #expect(try context.count(FetchRequest<Town>()) == 1)
  }

  @Test("Other contexts show what some of the stores have committed of a save or of a batch that failed")
  func partlySavedElsewhere() async throws {
    let (library, catalog) = (try Guide.store("Library"), FailingStore(try Guide.store("Catalog")))
    let container = try container(library, catalog)
    let context = container.viewContext
    let trip = try context.insert(Trip.self)
    trip.name = "Coast"
    let remarks = try [
      context.insert(Remark.self, into: library), context.insert(Remark.self, into: catalog),
    ]
    try context.save()
    let id = trip.objectID
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      try #require(context.object(with: id) as? Trip).name = "Hills"
      try context.insert(Town.self).name = "Turku"
    }
    catalog.isFailing = true
    await #expect(throws: CombinedStoreError.self) { try await worker.save() }
    await container.coordinator.drain()
    #expect(trip.name == "Hills")
    let rain = PropertyAssignment<Remark>("text", to: .value(.string("rain")))
    await #expect(throws: CombinedStoreError.self) {
      try await context.execute(BatchUpdateRequest(FetchRequest<Remark>(), set: [rain]))
    }
    catalog.isFailing = false
    await container.coordinator.drain()
    #expect(remarks.map(\.text) == ["rain", ""])
  }

  @Test("If the first store fails when it commits, or the failing one has no changes, no store is written")
  func notSaved() throws {
    let (library, catalog) = (FailingStore(try Guide.store("Library")), try Guide.store("Catalog"))
    let context = try container(library, catalog).viewContext
    try context.insert(Trip.self).name = "Coast"
    try context.insert(Town.self).name = "Turku"
    library.isFailing = true
    #expect(throws: StoreError.diskFull(path: "catalog")) { try context.save() }
    #expect(try catalog.makeReader().count(StoreQuery(entity: 2)) == 0)
    library.isFailing = false
    try context.save()
    #expect(try context.count(FetchRequest<Town>()) == 1)
  }

  @Test("A store that had nothing to write any more is not named as committed")
  func nothingWritten() throws {
    let (library, catalog) = (try Guide.store("Library"), FailingStore(try Guide.store("Catalog")))
    let context = try container(library, catalog).viewContext
    let trip = try context.insert(Trip.self)
    try context.save()
    // Another program deletes the only object that the context deletes.
    try library.makeWriter().transaction(.full) { transaction in
      for row in try library.makeReader().all(1) + library.makeReader().all(2) + library.makeReader().all(3) {
        _ = try transaction.delete(row.id, version: nil)
      }
    }
    context.delete(trip)
    try context.insert(Town.self).name = "Turku"
    catalog.isFailing = true
    #expect(throws: StoreError.diskFull(path: "catalog")) { try context.save() }
    catalog.isFailing = false
    try context.save()
    #expect(try context.count(FetchRequest<Town>()) == 1 && context.count(FetchRequest<Trip>()) == 0)
  }

  @Test("If a store that is combined itself fails, all stores that have committed are named")
  func nested() throws {
    let library = InMemoryStore(model: try Guide.model(with: ["Trip", "Stop"]))
    let remarks = InMemoryStore(model: try Guide.model(with: ["Remark"]))
    let towns = FailingStore(InMemoryStore(model: try Guide.model(with: ["Town"])))
    let inner = try CombinedStore(model: Guide.model(with: ["Remark", "Town"]), stores: [remarks, towns])
    let model = try Guide.model(with: ["Trip", "Stop", "Remark", "Town"])
    let context = try PersistentContainer(store: CombinedStore(model: model, stores: [library, inner]))
      .viewContext
    try context.insert(Trip.self).name = "Coast"
    try context.insert(Remark.self).text = "rain"
    try context.insert(Town.self).name = "Turku"
    towns.isFailing = true
    let error = CombinedStoreError.partlySaved(
      committed: [library, remarks].map(\.identifier.uuidString), failed: towns.identifier.uuidString,
      reason: StoreError.diskFull(path: "catalog").description)
    #expect(throws: error) { try context.save() }
  }

  @Test("URIs of objects stay valid when the stores are opened again")
  func addresses() throws {
    let folder = try TemporaryFolder()
    let uri: URL
    do {
      let catalog = try Guide.file("Catalog", in: folder)
      let container = try container(Guide.file("Library", in: folder), catalog)
      let note = try container.viewContext.insert(Remark.self, into: catalog)
      note.text = "kept"
      try container.viewContext.save()
      uri = container.coordinator.uriRepresentation(of: note.objectID)
    }
    let container = try container(Guide.file("Library", in: folder), Guide.file("Catalog", in: folder))
    let id = try #require(container.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(try container.viewContext.existingObject(with: id)?.value(forKey: "text") == .string("kept"))
  }

  @Test("Stores that do not fit the model, or each other, are refused with a sentence")
  func refusals() throws {
    let model = try Guide.model()
    let library = try Guide.store("Library")
    #expect(throws: CombinedStoreError.missingEntity("Town")) {
      try CombinedStore(model: model, stores: [library])
    }
    #expect(throws: CombinedStoreError.wrongCount(0)) { try CombinedStore(model: model, stores: []) }
    #expect(throws: CombinedStoreError.sameStore(identifier: library.identifier.uuidString)) {
      try CombinedStore(model: model, stores: [library, library])
    }
    let shelf = InMemoryStore(model: try Shelf.model())
    #expect(throws: CombinedStoreError.otherEntity("Author", store: shelf.identifier.uuidString)) {
      try CombinedStore(model: model, stores: [library, shelf])
    }
    #expect(throws: ModelError.self) { try model.model(ofConfiguration: "Other") }
  }

  @Test("The model of a configuration lays rows out as the whole model")
  func partModel() throws {
    let (whole, part) = (try Guide.model(), try Guide.model().model(ofConfiguration: "Library"))
    #expect(part.entities.map(\.name) == ["Remark", "Stop", "Trip"])
    for entity in part.entities {
      #expect(part.versionHashes[entity.name] == whole.versionHashes[entity.name])
      #expect(entity.fetchedProperties.isEmpty && entity.objectClass == nil)
    }
  }
}
