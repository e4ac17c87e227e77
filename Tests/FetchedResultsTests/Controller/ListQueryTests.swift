import ObjectGraph
import Testing

@testable import FetchedResults

@Suite("Keys of rows")
struct ListQueryTests {
  /// A list of a root entity and its subentities.
  private static func query(subentities: Int) throws -> ListQuery {
    let name = AttributeDescription("name", .string, isOptional: true)
    let root = EntityDescription(ManagedObject.self, name: "Root", attributes: [name])
    let others = (0..<subentities).map {
      EntityDescription(ManagedObject.self, name: "Kind\($0)", parent: "Root")
    }
    let model = try ManagedObjectModel([root] + others)
    let request = FetchRequest<ManagedObject>(entity: "Root", order: [FetchOrder("name")])
    return try ListQuery(request, sectionKeyPath: nil, model: model, store: .unbound)
  }

  @Test(
    "The key of a row contains key and entity of its object",
    arguments: [(0, 62), (1, 61), (2, 60), (3, 60), (4, 59), (1_500, 51)])
  func roundTrip(subentities: Int, bits: Int64) throws {
    let query = try Self.query(subentities: subentities)
    for key: Int64 in [1, 2, 1 << 31, 1 << bits] {
      for entity in [query.entities.lowerBound, query.entities.upperBound] {
        let id = ManagedObjectID(entity: entity, key: key, in: .unbound)
        #expect(query.id(ofKey: query.key(of: id)) == id)
      }
    }
  }

  @Test("Keys of rows are ordered like the IDs of their objects")
  func order() throws {
    let query = try Self.query(subentities: 1_500)
    let ids = (Int64(1)...3).flatMap { key in
      query.entities.map { ManagedObjectID(entity: $0, key: key, in: .unbound) }
    }
    let keys = ids.map(query.key)
    #expect(ids == ids.sorted() && keys == keys.sorted())
  }

  @Test("Sections by the beginning of a value need values whose equal beginnings are adjacent")
  func beginnings() throws {
    let types: [(AttributeType, Bool)] = [
      (.string, true), (.date, true), (.uri, true), (.uuid, true), (.integer64, false), (.double, false),
      (.boolean, false), (.decimal, false), (.binary, false),
    ]
    let attributes = types.enumerated().map {
      AttributeDescription("a\($0)", $1.0, isOptional: true)
    }
    let model = try ManagedObjectModel([
      EntityDescription(ManagedObject.self, name: "Root", attributes: attributes)
    ])
    for (index, (_, isSupported)) in types.enumerated() {
      let request = FetchRequest<ManagedObject>(entity: "Root", order: [FetchOrder("a\(index)")])
      func make(_ length: Int?) throws {
        _ = try ListQuery(
          request, sectionKeyPath: "a\(index)", sectionNameLength: length, model: model, store: .unbound)
      }
      try make(nil)
      if isSupported {
        try make(1)
      } else {
        #expect(throws: FetchedResultsError.sectionsWithoutBeginnings(sectionKeyPath: "a\(index)")) {
          try make(1)
        }
      }
    }
  }

  @Test("A negative number of characters of section names is refused")
  func negativeLength() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let name = AttributeDescription("name", .string, isOptional: true)
      let model = try ManagedObjectModel([
        EntityDescription(ManagedObject.self, name: "Root", attributes: [name])
      ])
      let request = FetchRequest<ManagedObject>(entity: "Root", order: [FetchOrder("name")])
      _ = try ListQuery(
        request, sectionKeyPath: "name", sectionNameLength: -1, model: model, store: .unbound)
    }
    #expect(result?.said("name them by at least 0") == true)
  }

  @Test("A key without room for the entity is refused")
  func tooLarge() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let query = try Self.query(subentities: 3)
      _ = query.key(of: ManagedObjectID(entity: query.entities.lowerBound, key: 1 << 61, in: .unbound))
    }
    #expect(result?.said("is too large for a list of 4 entities") == true)
  }
}
