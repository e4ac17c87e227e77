import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Values in archives")
@MainActor
struct ArchivedValueTests {
  final class Sample: ManagedObject {}

  @Test("A value of every type comes back exactly")
  func everyType() throws {
    let values: [(AttributeType, [PropertyValue])] = [
      (.integer64, [.integer(.min), .integer(.max), .integer(0)]),
      (
        .double,
        [0.1, -0.0, 3, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 0x1p60].map { .real($0) }
      ),
      (.decimal, [.decimal(Decimal(string: "3.141592653589793238462643") ?? 0), .decimal(-2)]),
      (.boolean, [.boolean(true), .boolean(false)]),
      (.string, [.string(""), .string("a\0\"\\ é 写真"), .string("2001-01-01T00:00:00Z"), .string("1")]),
      (.date, [.date(Date(timeIntervalSinceReferenceDate: 123_456.789)), .date(.distantPast)]),
      (.binary, [.data(Data()), .data(Data([0, 255, 7]))]),
      (.uuid, [.uuid(UUID())]),
      (.uri, [.url(try #require(URL(string: "https://example.com/a?b=c")))]),
    ]
    for (type, values) in values {
      let model = try ManagedObjectModel([
        EntityDescription(Sample.self, attributes: [.init("value", type, isOptional: true)])
      ])
      let context = try PersistentContainer(store: InMemoryStore(model: model)).viewContext
      for value in values + [.null] {
        let sample = try context.insert(Sample.self)
        sample.setValue(value, forKey: "value")
        let json = try context.archive([sample]).json()
        context.reset()
        let imported = try context.importObjects(from: ObjectArchive(json: json))
        let copy = context.object(with: try #require(imported.ids[1])).value(forKey: "value")
        #expect(copy == value, "\(type)")
        if case .real(let number) = value, case .real(let read) = copy {
          #expect(number.bitPattern == read.bitPattern)
        }
        context.reset()
      }
    }
  }
}
