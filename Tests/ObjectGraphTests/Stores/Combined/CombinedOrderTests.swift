import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("The order of objects in several stores")
struct CombinedOrderTests {
  @Test("Objects after another one are found, whichever store has it", arguments: [true, false])
  func insertedAfter(inMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let stores = try ["Library", "Catalog"].map { name -> any PersistentStore in
      if inMemory { return try Guide.store(name) }
      return try Guide.file(name, in: folder)
    }
    let container = try PersistentContainer(store: CombinedStore(model: Guide.model(), stores: stores))
    let context = container.viewContext
    let remarks = try [0, 0, 0, 1, 1].map { try context.insert(Remark.self, into: stores[$0]) }
    try context.save()
    let ids = remarks.map(\.objectID)
    #expect(ids == ids.sorted())
    func fetched(_ operation: FetchPredicate.Operation, _ id: ManagedObjectID) throws -> [ManagedObjectID] {
      let predicate = FetchPredicate.comparison(.init("SELF", operation, .value(.reference(id))))
      return try context.fetch(FetchRequest<Remark>(where: predicate)).map(\.objectID).sorted()
    }
    for (index, id) in ids.enumerated() {
      #expect(try fetched(.greater, id) == Array(ids[(index + 1)...]))
      #expect(try fetched(.lessOrEqual, id) == Array(ids[...index]))
      #expect(try fetched(.equal, id) == [id])
    }
  }
}
