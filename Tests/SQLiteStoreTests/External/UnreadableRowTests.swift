import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Objects beside a row that cannot be read")
struct UnreadableRowTests {
  @Test("An object whose row cannot be read does not keep others from being refreshed")
  @MainActor func refreshing() throws {
    let library = try ExternalFixture()
    try library.writer.insert(
      (1...3).map { ExternalFixture.person($0, avatar: ExternalFixture.data(UInt8($0))) })
    let context = try PersistentContainer(store: library.store).viewContext
    let people = try context.fetch(FetchRequest<Person>(order: [FetchOrder("name")]))
    for (number, person) in people.enumerated() { person.setValue(.string("new \(number)"), forKey: "name") }
    try library.fixture.connection().execute(
      """
      UPDATE ZPERSON SET Z_OPT = Z_OPT + 1, ZAVATAR = NULL;
      UPDATE ZPERSON SET ZAVATAR = x'03' WHERE Z_PK = 2
      """)
    context.refreshAllObjects()
    #expect(people.map { $0.value(forKey: "avatar").isNull } == [true, false, true])
    #expect(people.map { $0.value(forKey: "name") } == (0..<3).map { PropertyValue.string("new \($0)") })
  }
}
