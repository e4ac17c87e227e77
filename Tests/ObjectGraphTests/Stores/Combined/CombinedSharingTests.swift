@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Several stores as one, beside other programs", .timeLimit(.minutes(10)))
struct CombinedSharingTests {
  /// A container of both stores.
  private func both(_ folder: TemporaryFolder, keepsHistory: Bool, catalogIsReadOnly: Bool = false) throws
    -> PersistentContainer
  {
    try PersistentContainer(
      store: CombinedStore(
        model: Guide.model(),
        stores: [
          Guide.file("Library", in: folder, keepsHistory: keepsHistory),
          Guide.file("Catalog", in: folder, isReadOnly: catalogIsReadOnly, keepsHistory: keepsHistory),
        ]), followsExternalChanges: true)
  }

  /// A container of one of the stores alone.
  private func alone(_ configuration: String, _ folder: TemporaryFolder, keepsHistory: Bool) throws
    -> PersistentContainer
  {
    let names: Set = configuration == "Library" ? ["Trip", "Stop", "Remark"] : ["Town", "Remark"]
    return try PersistentContainer(
      store: SQLiteStore(
        path: folder.path(configuration + ".sqlite"), model: Guide.model(with: names),
        options: StoreOptions(keepsHistory: keepsHistory)), followsExternalChanges: true)
  }

  @Test("A save is recorded in the histories of the stores that it changed, with author and context")
  func recorded() async throws {
    let folder = try TemporaryFolder()
    let container = try both(folder, keepsHistory: true)
    let context = container.viewContext
    (context.transactionAuthor, context.name) = ("me", "guide")
    let (trip, stop) = (try context.insert(Trip.self), try context.insert(Stop.self))
    stop.trip = trip
    let town = try context.insert(Town.self)
    try context.save()
    stop.town = "Turku"
    try context.save()
    context.delete(town)
    try context.save()
    let combined = PersistentHistoryError.combined(store: container.coordinator.store.identifier)
    await #expect(throws: combined) { try await container.coordinator.history() }
    #expect(throws: combined) { try context.history() }
    let library = try alone("Library", folder, keepsHistory: true).coordinator
    let catalog = try alone("Catalog", folder, keepsHistory: true).coordinator
    let changes = try await library.history().map { $0.changes.map(\.kind) }
    #expect(changes == [[.insertion, .insertion], [.update]])
    #expect(try await catalog.history().map { $0.changes.map(\.kind) } == [[.insertion], [.deletion]])
    for coordinator in [library, catalog] {
      let transactions = try await coordinator.history()
      #expect(transactions.allSatisfy { $0.author == "me" && $0.context == "guide" })
    }
    let ids = try await catalog.history().flatMap(\.changes).map(\.objectID.key)
    #expect(ids == [town.objectID.key, town.objectID.key])
  }

  @Test("Commits of other programs to each of the stores are followed", arguments: [false, true])
  func followed(keepsHistory: Bool) async throws {
    let folder = try TemporaryFolder()
    let container = try both(folder, keepsHistory: keepsHistory)
    let library = try alone("Library", folder, keepsHistory: keepsHistory)
    let catalog = try alone("Catalog", folder, keepsHistory: keepsHistory)
    let here = container.viewContext
    func shown() throws -> [String] {
      let trips = try here.fetch(FetchRequest<Trip>()).map { "\($0.name) \($0.stops.count)" }
      let towns = try here.fetch(FetchRequest<Town>()).map(\.name)
      let remarks = try here.fetch(FetchRequest<Remark>()).map { "\($0.text) \($0.answers.count)" }
      return (trips + towns + remarks).sorted()
    }
    var reports: [CommitReport] = []
    let commits = container.coordinator.commits
    func merge() async throws {
      for other in [library, catalog] { try other.viewContext.save() }
      try await container.coordinator.mergeExternalChanges()
    }
    let trip = try library.viewContext.insert(Trip.self)
    let stop = try library.viewContext.insert(Stop.self)
    (trip.name, stop.trip) = ("coast", trip)
    try catalog.viewContext.insert(Town.self).name = "Turku"
    // An entity of both stores, whose keys differ from those of the combined store.
    let remark = try catalog.viewContext.insert(Remark.self)
    let answer = try catalog.viewContext.insert(Remark.self)
    (remark.text, answer.text, answer.answered) = ("a", "b", remark)
    try library.viewContext.insert(Remark.self).text = "c"
    try await merge()
    let kept = try here.fetch(FetchRequest<Remark>())
    #expect(try shown() == ["Turku", "a 1", "b 0", "c 0", "coast 1"])
    answer.answered = nil
    library.viewContext.delete(stop)
    try await merge()
    #expect(kept.allSatisfy { $0.answers.isEmpty })
    #expect(try shown() == ["Turku", "a 0", "b 0", "c 0", "coast 0"])
    // Commits of its own are not reported again.
    try here.insert(Trip.self).name = "hills"
    try here.insert(Town.self).name = "Vaasa"
    try here.save()
    try await container.coordinator.mergeExternalChanges()
    catalog.viewContext.delete(remark)
    try await merge()
    #expect(try shown() == ["Turku", "Vaasa", "b 0", "c 0", "coast 0", "hills 0"])
    for await report in commits {
      reports.append(report)
      if report.isExternal, !report.deleted.isEmpty, reports.contains(where: { !$0.isExternal }) { break }
    }
    let inserted = reports.filter(\.isExternal).flatMap(\.inserted).map(\.id)
    #expect(Set(inserted).count == inserted.count && inserted.count == 6)
    // The other programs follow the combined store as well.
    for other in [library, catalog] { try await other.coordinator.mergeExternalChanges() }
    #expect(try library.viewContext.fetch(FetchRequest<Trip>()).count == 2)
    #expect(try catalog.viewContext.fetch(FetchRequest<Town>()).count == 2)
  }

  @Test("A read-only store is followed as well, beside one that is written", arguments: [false, true])
  func readOnly(keepsHistory: Bool) async throws {
    let folder = try TemporaryFolder()
    _ = try Guide.file("Catalog", in: folder, keepsHistory: keepsHistory)
    let container = try both(folder, keepsHistory: keepsHistory, catalogIsReadOnly: true)
    let catalog = try alone("Catalog", folder, keepsHistory: keepsHistory)
    let town = try catalog.viewContext.insert(Town.self)
    town.name = "Turku"
    try catalog.viewContext.save()
    try await container.coordinator.mergeExternalChanges()
    let shown = try #require(try container.viewContext.fetch(FetchRequest<Town>()).first)
    #expect(shown.name == "Turku")
    for name in ["Vaasa", "Oulu"] {
      town.name = name
      try catalog.viewContext.save()
      try await container.coordinator.mergeExternalChanges()
      #expect(shown.name == name)
    }
  }

  @Test(
    "The rows of an own batch beyond the limit are not announced as changes of another program",
    arguments: [false, true])
  func ownBatch(keepsHistory: Bool) async throws {
    let folder = try TemporaryFolder()
    let container = try both(folder, keepsHistory: keepsHistory)
    for name in ["Turku", "Vaasa", "Oulu"] { try container.viewContext.insert(Town.self).name = name }
    try container.viewContext.save()
    await container.coordinator.drain()
    let catalog = try alone("Catalog", folder, keepsHistory: keepsHistory)
    let town = try #require(try catalog.viewContext.fetch(FetchRequest<Town>()).first)
    let commits = container.coordinator.commits
    var update = BatchUpdateRequest<Town>(set: [.set("people", to: .value(.integer(5)))])
    update.rowLimit = 0
    try await container.coordinator.execute(update)
    // Otherwise, its save would conflict with the batch.
    try await catalog.coordinator.mergeExternalChanges()
    town.name = "Tampere"
    try catalog.viewContext.save()
    try await container.coordinator.mergeExternalChanges()
    for await report in commits where report.isExternal {
      // Without a history, the rows cannot be distinguished.
      #expect(report.isReload == !keepsHistory && report.updated.count == (keepsHistory ? 1 : 0))
      break
    }
  }

  @Test("Commits beside a read-only store are noticed without being asked for")
  func besideReadOnly() async throws {
    let folder = try TemporaryFolder()
    _ = try Guide.file("Catalog", in: folder)
    let container = try both(folder, keepsHistory: false, catalogIsReadOnly: true)
    let library = try alone("Library", folder, keepsHistory: false)
    let (changes, continuation) = AsyncStream<ContextChanges>.makeStream()
    let observation = container.viewContext.observe { continuation.yield($0) }
    let trip = try library.viewContext.insert(Trip.self)
    try library.viewContext.save()
    for await change in changes where change.inserted.map(\.key) == [trip.objectID.key] { break }
    withExtendedLifetime(observation) {}
  }
}
