import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Rows")
struct RowTests {
  static let everything: [(AttributeType, [PropertyValue])] = [
    (.integer16, [.integer(-32768), .integer(32767), .integer(0)]),
    (.integer32, [.integer(Int64(Int32.min)), .integer(Int64(Int32.max))]),
    (.integer64, [.integer(.min), .integer(.max), .integer(-1)]),
    (
      .double,
      [
        .real(0.1), .real(-1e308), .real(.leastNonzeroMagnitude), .real(.infinity), .real(-.infinity),
        .real(3),
      ]
    ),
    (.float, [.real(Double(Float(0.1))), .real(Double(Float.greatestFiniteMagnitude))]),
    (.decimal, [.decimal(3.14), .decimal(0), .decimal(-99999.99), .decimal(7)]),
    (.boolean, [.boolean(true), .boolean(false)]),
    (
      .string,
      [
        .string(""), .string("a\0b\0"), .string("👩‍👩‍👧‍👦 é e\u{301} مرحبا 写真"),
        .string(String(repeating: "x", count: 100_000)),
        .string("'; DROP TABLE ZPHOTO; --"), .string("12"),
      ]
    ),
    (
      .date,
      [
        .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSince1970: 0.125)),
        .date(.distantPast), .date(.distantFuture),
        .date(Date(timeIntervalSinceReferenceDate: 123456789.987654)),
      ]
    ),
    (.binary, [.data(Data()), .data(Data([0, 1, 255, 0])), .data(Data(repeating: 7, count: 300_000))]),
    (.uuid, [.uuid(UUID()), .uuid(UUID.missing)]),
    (.uri, [.url(URL.missing), .url(URL(fileURLWithPath: "/a b")), .null]),
  ]

  @Test("A value of every type comes back as it was written", arguments: everything)
  func roundTrip(type: AttributeType, values: [PropertyValue]) throws {
    let attribute = AttributeDescription("value", type, isOptional: true)
    let fixture = try StoreFixture(
      ManagedObjectModel([EntityDescription(Everything.self, attributes: [attribute])]))
    let store = try fixture.store()
    let rows = (values + [.null]).enumerated().map { offset, value in
      Row(id: ManagedObjectID(entity: 1, key: Int64(offset) + 1), version: 0, values: [value])
    }
    try store.makeWriter().insert(rows)
    let read = try store.makeReader().rows(rows.map(\.id)).sorted { $0.id < $1.id }
    #expect(read.map(\.values) == rows.map(\.values))
    #expect(read.allSatisfy { $0.version == 1 })
  }

  @Test("A NaN becomes an empty column, as SQLite has none")
  func notANumber() throws {
    let attribute = AttributeDescription("value", .double, isOptional: true)
    let fixture = try StoreFixture(
      ManagedObjectModel([EntityDescription(Everything.self, attributes: [attribute])]))
    let store = try fixture.store()
    let id = ManagedObjectID(entity: 1, key: 1)
    try store.makeWriter().insert([Row(id: id, version: 0, values: [.real(.nan)])])
    #expect(try store.makeReader().rows([id]).map(\.values) == [[.null]])
  }
}
