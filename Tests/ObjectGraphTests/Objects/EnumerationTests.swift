import ObjectGraph
import TestSupport
import Testing

private enum Flag: Int16, CaseIterable, AttributeConvertible, FetchArgument {
  case undecided, picked, rejected
}

private enum Source: String, AttributeConvertible {
  case camera, scan

  static let missing = Source.camera
}

private final class Negative: ManagedObject {
  static let number = Property<Negative, Int>("number")
  static let flag = Property<Negative, Flag>("flag", type: .integer16, default: .undecided)
  static let source = Property<Negative, Source?>("source")

  @Attribute(Negative.number) var number: Int
  @Attribute(Negative.flag) var flag: Flag
  @Attribute(Negative.source) var source: Source?
}

@MainActor
@Suite("Attributes of enumerations with raw values")
struct EnumerationTests {
  private let folder: TemporaryFolder
  private let context: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let model = try ManagedObjectModel([
      EntityDescription(Negative.self, properties: [Negative.number, Negative.flag, Negative.source])
    ])
    let store = try StoreKind.sqlite.open(in: folder, model: model)
    context = try PersistentContainer(store: store).viewContext
  }

  /// Inserts negatives, numbered from 1, and saves them.
  @discardableResult
  private func insert(_ contents: (Flag, Source?)...) throws -> [Negative] {
    let negatives = try contents.enumerated().map { index, content -> Negative in
      let negative = try context.insert(Negative.self)
      (negative.number, negative.flag, negative.source) = (index + 1, content.0, content.1)
      return negative
    }
    try context.save()
    return negatives
  }

  private func numbers(matching predicate: FetchPredicate) throws -> [Int] {
    try context.fetch(FetchRequest<Negative>(where: predicate, order: [FetchOrder("number")])).map(\.number)
  }

  private func numbers(where predicate: TypedPredicate<Negative>) throws -> [Int] {
    try numbers(matching: predicate.predicate)
  }

  @Test("The model holds the raw values, which are read back as cases")
  func values() throws {
    let entity = try #require(context.model.entity(named: "Negative"))
    #expect(entity.attributes.map(\.type) == [.integer64, .integer16, .string])
    #expect(entity.attributes.map(\.isOptional) == [false, false, true])
    let new = try context.insert(Negative.self)
    #expect(new.flag == .undecided && new.source == nil)
    context.delete(new)
    let negatives = try insert((.picked, .scan), (.rejected, nil))
    #expect(negatives.map { $0.value(forKey: "flag") } == [.integer(1), .integer(2)])
    #expect(negatives.map { $0.value(forKey: "source") } == [.string("scan"), .null])
    context.reset()
    let found = try context.fetch(FetchRequest<Negative>(order: [FetchOrder("flag")]))
    #expect(found.map(\.flag) == [.picked, .rejected] && found.map(\.source) == [.scan, nil])
    let values = try context.fetchValues(FetchRequest<Negative>(order: [FetchOrder("flag")]))
    #expect(values.map { $0[Negative.flag] } == [.picked, .rejected])
  }

  @Test("Predicates compare with cases, as typed properties and in the format language")
  func predicates() throws {
    try insert((.picked, .scan), (.rejected, nil), (.undecided, .camera))
    #expect(try numbers(where: \.flag == Flag.picked) == [1])
    #expect(try numbers(where: \.flag != Flag.picked) == [2, 3])
    #expect(try numbers(where: .isIn(\.flag, [Flag.picked, .rejected])) == [1, 2])
    #expect(try numbers(where: \.source == Source.scan) == [1])
    #expect(try numbers(where: \.source == nil) == [2])
    #expect(try numbers(matching: FetchPredicate("flag == %@", Flag.rejected)) == [2])
    #expect(try numbers(matching: FetchPredicate("flag IN %@", [Flag.rejected, .undecided])) == [2, 3])
  }

  @Test("A raw value that the enumeration does not have reads as the missing case, and stays in the row")
  func unknownValues() throws {
    let negative = try insert((.picked, .scan))[0]
    negative.setValue(.integer(9), forKey: "flag")
    negative.setValue(.string("drawing"), forKey: "source")
    try context.save()
    context.reset()
    let found = try #require(try context.fetch(FetchRequest<Negative>()).first)
    #expect(found.flag == .undecided && found.source == nil)
    found.number = 7
    try context.save()
    #expect(found.value(forKey: "flag") == .integer(9) && found.value(forKey: "source") == .string("drawing"))
  }

  @Test("A batch sets cases")
  func batch() async throws {
    let negatives = try insert((.picked, .scan), (.undecided, nil))
    let request = BatchUpdateRequest<Negative>(
      where: \.flag == Flag.undecided, set: [.set(\.flag, to: Flag.rejected)])
    try await context.execute(request)
    #expect(negatives.map(\.flag) == [.picked, .rejected])
  }
}
