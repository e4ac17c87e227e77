import Foundation
import ObjectGraph
import ObjectModel
import Testing

@Suite("Conversions of attribute values")
struct AttributeConversionTests {
  /// A value, its type, another type, and the value there; `nil` if there is none.
  struct Example: Sendable, CustomTestStringConvertible {
    let value: PropertyValue
    let source: AttributeType
    let destination: AttributeType
    let expected: PropertyValue?

    init(
      _ value: PropertyValue, _ source: AttributeType, _ destination: AttributeType,
      _ expected: PropertyValue?
    ) {
      (self.value, self.source, self.destination, self.expected) = (value, source, destination, expected)
    }

    var testDescription: String { "\(source) \(value) as \(destination)" }
  }

  static let identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  static let examples: [Example] = [
    Example(.integer(7), .integer16, .integer64, .integer(7)),
    Example(.integer(40_000), .integer64, .integer16, nil),
    Example(.integer(7), .integer64, .double, .real(7)),
    Example(.integer(.max), .integer64, .double, nil),
    Example(.integer(.max), .integer64, .decimal, .decimal(Decimal(Int64.max))),
    Example(.integer(-3), .integer32, .string, .string("-3")),
    Example(.integer(1), .integer32, .boolean, .boolean(true)),
    Example(.integer(2), .integer32, .boolean, nil),
    Example(.integer(60), .integer32, .date, .date(Date(timeIntervalSinceReferenceDate: 60))),
    Example(.real(2), .double, .integer64, .integer(2)),
    Example(.real(2.5), .double, .integer64, nil),
    Example(.real(1e30), .double, .integer64, nil),
    Example(.real(0.1), .double, .float, .real(Double(Float(0.1)))),
    Example(.real(1e300), .double, .float, nil),
    Example(.real(0.1), .double, .decimal, .decimal(Decimal(string: "0.1") ?? 0)),
    Example(.real(0.1), .double, .string, .string("0.1")),
    Example(.decimal(Decimal(string: "12.50") ?? 0), .decimal, .string, .string("12.5")),
    Example(.decimal(12), .decimal, .integer16, .integer(12)),
    Example(.decimal(Decimal(string: "0.5") ?? 0), .decimal, .double, .real(0.5)),
    Example(.string("12"), .string, .integer16, .integer(12)),
    Example(.string("12 "), .string, .integer16, nil),
    Example(.string("nan"), .string, .double, nil),
    Example(.string("1.25"), .string, .double, .real(1.25)),
    Example(.string("1e400"), .string, .double, nil),
    Example(.string("-1e400"), .string, .float, nil),
    Example(.string("-inf"), .string, .double, .real(-.infinity)),
    Example(.string("1.25"), .string, .decimal, .decimal(Decimal(string: "1.25") ?? 0)),
    Example(.string("true"), .string, .boolean, .boolean(true)),
    Example(.string("maybe"), .string, .boolean, nil),
    Example(
      .string("2001-01-01T00:01:00Z"), .string, .date, .date(Date(timeIntervalSinceReferenceDate: 60))),
    Example(.string("60"), .string, .date, .date(Date(timeIntervalSinceReferenceDate: 60))),
    Example(.string("nan"), .string, .date, nil),
    Example(.string("1e999"), .string, .date, nil),
    Example(
      .date(Date(timeIntervalSinceReferenceDate: 60)), .date, .string, .string("2001-01-01T00:01:00Z")),
    Example(.date(Date(timeIntervalSinceReferenceDate: 60)), .date, .integer64, .integer(60)),
    Example(.date(Date(timeIntervalSinceReferenceDate: 0.5)), .date, .integer64, nil),
    Example(.uuid(identifier), .uuid, .string, .string("01020304-0506-0708-090A-0B0C0D0E0F10")),
    Example(.string("01020304-0506-0708-090a-0b0c0d0e0f10"), .string, .uuid, .uuid(identifier)),
    Example(.string("x"), .string, .uuid, nil),
    Example(.data(Data(1...16)), .binary, .uuid, .uuid(identifier)),
    Example(.data(Data(1...15)), .binary, .uuid, nil),
    Example(.data(Data([0xC3, 0xA9])), .binary, .string, .string("é")),
    Example(.data(Data([0xFF])), .binary, .string, nil),
    Example(.string("a b"), .string, .uri, nil),
    Example(.boolean(true), .boolean, .integer16, .integer(1)),
    Example(.boolean(false), .boolean, .string, .string("false")),
    Example(.null, .string, .uuid, .null),
  ]

  @Test("A value becomes its counterpart in another type, or is refused", arguments: examples)
  func check(_ example: Example) throws {
    let conversion = try #require(AttributeConversion(from: example.source, to: example.destination))
    #expect(conversion.value(example.value) == example.expected)
  }

  @Test("A conversion that is defined is defined in both directions")
  func pairs() {
    var oneWay: Set<String> = []
    for source in AttributeType.allCases {
      for destination in AttributeType.allCases
      where AttributeConversion(from: source, to: destination) != nil {
        #expect(source != destination || AttributeConversion(from: source, to: source) != nil)
        if AttributeConversion(from: destination, to: source) == nil {
          oneWay.insert("\(source) \(destination)")
        }
      }
    }
    #expect(oneWay == [])
    #expect(AttributeConversion(from: .binary, to: .integer64) == nil)
    #expect(AttributeConversion(from: .boolean, to: .double) == nil)
  }
}
