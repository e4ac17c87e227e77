import Foundation
import TestSupport
import Testing

@testable import ObjectGraph

final class Animal: ManagedObject {}
final class Dog: ManagedObject {}
final class Keeper: ManagedObject {}

@Suite("Stores of models with inheritance, links and orders")
struct InheritedRowsTests {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Animal.self, attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toMany("keepers", "Keeper", inverse: "animals"), .toOne("owner", "Keeper", inverse: "owned"),
          .toOne("friend", "Animal"),
        ], unique: [["name"]]),
      EntityDescription(
        Dog.self, parent: "Animal",
        attributes: [AttributeDescription("picture", .binary, isOptional: true, allowsExternalStorage: true)]),
      EntityDescription(
        Keeper.self, attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toMany("animals", "Animal", inverse: "keepers"), .toMany("owned", "Animal", inverse: "owner"),
        ]),
    ])
  }

  @Test(
    "Objects are compared with those of an entity from which theirs inherits", arguments: StoreKind.allCases)
  func comparisons(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let model = try Self.model()
    let store = try kind.open(in: folder, model: model)
    func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: entity, key: key)
    }
    let (first, second, third, keeper) = (id(1, 1), id(2, 2), id(2, 3), id(3, 1))
    let link = try #require(model.numbers.first(where: model.isLink))
    let ends = model[link].slots.map { slot -> PropertyValue in
      .reference(model[link].relationship(inSlot: slot)?.destination == "Keeper" ? keeper : second)
    }
    try store.makeWriter().insert([
      Row(id: keeper, version: 0, values: [.string("k")]),
      Row(id: first, version: 0, values: [.string("a"), .null, .reference(first)]),
      Row(id: second, version: 0, values: [.string("b"), .reference(keeper), .reference(first), .null]),
      Row(id: third, version: 0, values: [.string("c"), .reference(keeper), .reference(third), .null]),
      Row(id: id(link, 1), version: 0, values: ends),
    ])
    let reader = try store.makeReader()
    func dogs(_ format: String) throws -> [ManagedObjectID] {
      try reader.fetchIDs(StoreQuery(entity: 2, predicate: FetchPredicate(format)))
    }
    #expect(try dogs("friend == SELF") == [third])
    #expect(try dogs("SELF IN {friend}") == [third])
    // The plain store finds members by the inverse reference only, and these are linked.
    let linked = kind == .plain ? [] : [second]
    #expect(try dogs("SELF IN owner.animals") == linked)
    #expect(try dogs("SUBQUERY(owner.animals, $a, $a == SELF).@count == 1") == linked)
    #expect(try dogs("TERNARY(name == 'b', SELF, friend) == SELF") == [second, third])
    #expect(
      throws: FetchError.wrongType(path: "owner", expected: "an object of Keeper", found: "\"SELF\"")
    ) { try dogs("owner == SELF") }
  }

  @Test(
    "Rows of sub-entities and links go to every kind of store and come back",
    arguments: [StoreKind.memory, .binary, .xml, .sqlite], [StoreKind.memory, .binary, .xml, .sqlite])
  func copying(from: StoreKind, to: StoreKind) throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    let model = try Self.model()
    let source = try from.open(in: one, model: model)
    let (animal, dog, keeper): (EntityNumber, EntityNumber, EntityNumber) = (1, 2, 3)
    func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: entity, key: key)
    }
    let long = Data(repeating: 5, count: 150_000)
    var rows = [
      Row(
        id: id(animal, 1), version: 0,
        values: [.string("a"), .reference(id(keeper, 1)), .reference(id(dog, 2))]),
      Row(id: id(dog, 2), version: 0, values: [.string("d"), .null, .reference(id(animal, 1)), .data(long)]),
      Row(id: id(dog, 3), version: 0, values: [.string("e"), .null, .reference(id(dog, 2)), .null]),
      Row(id: id(keeper, 1), version: 0, values: [.string("k")]),
    ]
    let link = try #require(model.numbers.first(where: model.isLink))
    let ends: [PropertyValue] = [.reference(id(dog, 2)), .reference(id(keeper, 1))]
    let slots = model[link].slots.map { slot -> PropertyValue in
      let destination = model[link].relationship(inSlot: slot)?.destination
      return destination == "Keeper" ? ends[1] : ends[0]
    }
    rows.append(Row(id: id(link, 1), version: 0, values: slots))
    #expect(try source.makeWriter().insert(rows).allSatisfy { $0 == .done })
    #expect(throws: (any Error).self) {
      try source.makeWriter().insert([
        Row(id: id(dog, 1), version: 0, values: [.string("x"), .null, .null, .null])
      ])
    }
    let reopened = StoreKind.lasting.contains(from) ? try from.open(in: one, model: model) : source
    let destination = try to.open(in: other, model: model)
    #expect(try PersistentStoreCoordinator.copyStore(from: reopened, to: destination) == rows.count)
    let read = StoreKind.lasting.contains(to) ? try to.open(in: other, model: model) : destination
    let ids = rows.map(\.id)
    // The keys of join rows identify nothing.
    let objects = rows.filter { !model.isLink($0.id.entity) }
    let expected = objects.map { Row(id: $0.id, version: 1, values: $0.values) }.sorted { $0.id < $1.id }
    let reader = try read.makeReader()
    #expect(try reader.rows(ids).filter { !model.isLink($0.id.entity) }.sorted { $0.id < $1.id } == expected)
    let links = try reader.rows(reader.fetchIDs(StoreQuery(entity: link)))
    #expect(links.map(\.version) == [1])
    #expect(links.map(\.values) == [slots])
    #expect(try read.makeWriter().reserveKeys(1, entity: animal).lowerBound > 3)
  }
}
