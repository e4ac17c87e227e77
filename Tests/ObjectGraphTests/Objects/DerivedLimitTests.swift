import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Derived attributes at the limits of their types")
struct DerivedLimitTests {
  private static func model() throws -> ManagedObjectModel {
    let sum = Derivation.sum(relationship: "coins", attribute: "value")
    return try Drawer.model(computed: [
      .init("small", .integer16, derived: sum), .init("large", .integer64, derived: sum),
    ])
  }

  @Test(
    "A sum beyond the limits is the nearest number, and its owner is edited as before",
    arguments: [true, false],
    [
      (values: [30_000, 30_000], small: 32_767, large: 60_000),
      ([-30_000, -30_000], -32_768, -60_000), ([.max, 1], 32_767, .max), ([.min, -1], -32_768, .min),
    ] as [(values: [Int64], small: Int64, large: Int64)])
  func sum(inMemory: Bool, example: (values: [Int64], small: Int64, large: Int64)) throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Self.model())
    let drawer = try cabinet.context.insert(entityNamed: "Drawer")
    for value in example.values {
      let coin = try cabinet.context.insert(entityNamed: "Coin")
      coin.setValuesForKeys(["value": .integer(value), "drawer": .reference(drawer.objectID)])
    }
    try cabinet.context.save()
    #expect(drawer.value(forKey: "small") == .integer(example.small))
    #expect(drawer.value(forKey: "large") == .integer(example.large))
    drawer.setValue(.string("mine"), forKey: "name")
    try cabinet.context.save()
  }

  @Test("A number that does not fit, which a store has from before, does not hinder an edit")
  func stored() throws {
    let store = InMemoryStore(model: try Self.model())
    let number = try #require(store.model.number(ofEntity: "Drawer"))
    try store.makeWriter().insert([
      Row(
        id: ManagedObjectID(entity: number, key: 1), version: 0,
        values: [.string("old"), .integer(60_000), .integer(60_000)])
    ])
    let context = try PersistentContainer(store: store).viewContext
    let drawer = try #require(try context.fetch(FetchRequest<ManagedObject>(entity: "Drawer")).first)
    drawer.setValue(.string("new"), forKey: "name")
    try context.save()
    #expect(!drawer.hasChanges)
  }
}
