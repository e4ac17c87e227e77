import ObjectGraph
import Testing

@Suite("Duplicates that the main context merges before they are saved")
@MainActor
struct DuplicateTests {
  /// A person with two numbers, each of which is unique.
  private final class Citizen: ManagedObject {
    @Attribute("passport") var passport: Int?
    @Attribute("license") var license: Int?
  }

  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel([
      EntityDescription(
        Citizen.self,
        attributes: [
          .init("passport", .integer64, isOptional: true), .init("license", .integer64, isOptional: true),
        ],
        unique: [["passport"], ["license"]])
    ])
    context = try PersistentContainer(store: InMemoryStore(model: model), mergePolicy: .objectTrumps)
      .viewContext
  }

  @discardableResult
  private func insert(_ passport: Int?, _ license: Int?) throws -> Citizen {
    let citizen = try context.insert(Citizen.self)
    (citizen.passport, citizen.license) = (passport, license)
    return citizen
  }

  @Test("What an object gets by a merge counts for those that are compared after it")
  func chain() async throws {
    let other = try insert(3, 4)
    let first = try insert(1, nil)
    try insert(1, 2)
    try insert(nil, 2)
    let saving = try context.publish()
    #expect(try context.fetch(FetchRequest<Citizen>()) == [other, first])
    #expect(first.passport == 1 && first.license == 2)
    try await saving.committed()
    #expect(try context.count(FetchRequest<Citizen>()) == 2)
  }

  @Test("A row that has other values here than in the store is compared by those")
  func changedHere() async throws {
    let first = try insert(1, nil)
    try context.save()
    first.passport = 9
    let second = try insert(1, nil)
    let third = try insert(9, 5)
    try context.save()
    #expect(try context.fetch(FetchRequest<Citizen>()) == [first, second])
    #expect(first.license == 5 && !third.isInserted)
  }
}
