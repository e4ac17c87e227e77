import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Every store, finding unique numbers")
struct UniqueNumberTests {
  private static let entity: EntityNumber = 1

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Ware",
        attributes: [
          AttributeDescription("price", .double), AttributeDescription("cost", .decimal),
          AttributeDescription("number", .integer64),
        ], unique: [["price"], ["cost"], ["number"]])
    ])
  }

  private static func row(_ key: Int64) -> Row {
    Row(
      id: ManagedObjectID(entity: entity, key: key), version: 0,
      values: [.real(Double(key)), .decimal(Decimal(key)), .integer(key)])
  }

  @Test(
    "A number finds the row with an equal one, whether it is whole or real", arguments: StoreKind.allCases,
    ["price", "cost", "number"])
  func find(kind: StoreKind, name: String) throws {
    let folder = try TemporaryFolder()
    let store = try kind.open(in: folder, model: Self.model())
    try store.makeWriter().insert((1...6).map(Self.row))
    let reader = try store.makeReader()
    func keys(_ operation: FetchPredicate.Operation, _ right: FetchExpression) throws -> [Int64] {
      try reader.fetchIDs(
        StoreQuery(
          entity: Self.entity, predicate: .comparison(.init(.path(name), operation, right)))
      ).map(\.key)
    }
    #expect(try keys(.equal, .value(.integer(5))) == [5])
    #expect(try keys(.equal, .value(.real(5))) == [5])
    #expect(try keys(.equal, .value(.real(5.5))) == [])
    #expect(try keys(.equal, .value(.integer(.max))) == [])
    #expect(try keys(.in, .values([.integer(2), .real(3), .real(0.5), .integer(9)])) == [2, 3])
  }
}
