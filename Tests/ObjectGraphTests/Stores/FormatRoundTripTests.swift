import Foundation
import TestSupport
import Testing

@testable import ObjectGraph
@testable import ObjectModel

@Suite("The formats of stores in one file")
struct FormatRoundTripTests {
  static let formats: [any AtomicStoreFormat] = [.binary, .xml]

  /// Returns contents with all difficult values, and with names and texts that need escaping in a format.
  static func contents() -> AtomicStoreContents {
    let kinds = AttributeType.allCases.map {
      AtomicStoreContents.Property(name: "a \($0.rawValue) \"<&\n'é", kind: .attribute($0))
    }
    var rows: [Row] = []
    for (type, values) in Samples.values {
      for value in values {
        rows.append(Samples.row(Int64(rows.count) * 7 + 1, type, value, in: -5).moved(to: .unbound))
      }
    }
    return AtomicStoreContents(
      identifier: UUID(), metadata: ["": "", "a\0<": "b\r\n\"\u{1}"],
      entities: [
        AtomicStoreContents.Entity(name: "Group", versionHash: Data(), nextKey: .max),
        AtomicStoreContents.Entity(
          name: "S<&>\"", versionHash: Data([0, 255, 16]), nextKey: .min,
          properties: kinds + [.init(name: "group", kind: .reference(entity: "Group"))], rows: rows),
      ])
  }

  @Test("What is decoded is what was encoded, to the last bit", arguments: formats.indices)
  func roundTrip(index: Int) throws {
    let format = Self.formats[index]
    let contents = Self.contents()
    let data = try format.encode(contents)
    let decoded = try format.decode(data)
    #expect(decoded == contents)
    let values = (decoded.entities[1].rows, contents.entities[1].rows)
    for (read, written) in zip(values.0, values.1) {
      #expect(read.values.map(\.bits) == written.values.map(\.bits))
    }
    #expect(try format.encode(decoded) == data)
  }

  @Test("What is not a number stays so", arguments: formats.indices)
  func notNumbers(index: Int) throws {
    let format = Self.formats[index]
    let values: [(AttributeType, PropertyValue)] = [
      (.double, .real(.nan)), (.date, .date(Date(timeIntervalSinceReferenceDate: .nan))),
      (.decimal, .decimal(.nan)),
    ]
    for (type, value) in values {
      let entity = AtomicStoreContents.Entity(
        name: "N", versionHash: Data(), nextKey: 2, properties: [.init(name: "n", kind: .attribute(type))],
        rows: [Row(id: ManagedObjectID(entity: 1, key: 1, in: .unbound), version: 1, values: [value])])
      let contents = AtomicStoreContents(identifier: UUID(), entities: [entity])
      let read = try format.decode(format.encode(contents)).entities[0].rows[0].values[0]
      #expect("\(read)".lowercased().hasPrefix("nan"))
    }
  }

  @Test("Random numbers, dates and decimals come back as they were", arguments: formats.indices)
  func randomValues(index: Int) throws {
    let format = Self.formats[index]
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    let rows = (1...3_000).map { (key: Int64) in
      let bits = Double(bitPattern: random.next())
      let number = bits.isNaN ? 0 : bits
      let seconds = Double.random(in: -7e10...3e11, using: &random)
      let milliseconds = (Double.random(in: -1e9...1e9, using: &random) * 1000).rounded() / 1000
      let digits = Decimal(Int64.random(in: .min ... .max, using: &random))
      let decimal = Decimal(
        sign: .plus, exponent: Int.random(in: -100...100, using: &random), significand: digits)
      return Row(
        id: ManagedObjectID(entity: 1, key: key, in: .unbound), version: key,
        values: [
          .real(number), .date(Date(timeIntervalSinceReferenceDate: seconds)),
          .date(Date(timeIntervalSinceReferenceDate: milliseconds)), .decimal(decimal),
          .date(Date(timeIntervalSinceReferenceDate: number)),
        ])
    }
    let types: [AttributeType] = [.double, .date, .date, .decimal, .date]
    let entity = AtomicStoreContents.Entity(
      name: "N", versionHash: Data(), nextKey: 9_999,
      properties: types.enumerated().map { .init(name: "p\($0)", kind: .attribute($1)) }, rows: rows)
    let contents = AtomicStoreContents(identifier: UUID(), entities: [entity])
    let read = try format.decode(format.encode(contents)).entities[0].rows
    for (read, written) in zip(read, rows) {
      try #require(read == written && read.values.map(\.bits) == written.values.map(\.bits), "seed \(seed)")
    }
  }

  @Test("A date is text by the calendar where no bit is lost, and seconds otherwise")
  func dates() {
    let examples: [(Double, String)] = [
      (0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.25Z"), (-0.5, "2000-12-31T23:59:59.5Z"),
      (730_902_605.125, "2024-02-29T12:30:05.125Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
      (123_456_789.987654, "2004-11-29T21:33:09.987654Z"), (1e300, "1e+300"), (1e-20, "1e-20"),
    ]
    for (seconds, text) in examples {
      #expect(DateText.text(Date(timeIntervalSinceReferenceDate: seconds)) == text)
      #expect(DateText.date(text)?.timeIntervalSinceReferenceDate == seconds)
    }
    for text in [
      "", "Z", "2023-02-29T00:00:00Z", "2001-01-01T24:00:00Z", "2001-13-01T00:00:00Z", "2001-01-01Z", "x",
    ] {
      #expect(DateText.date(text) == nil)
    }
  }
}
