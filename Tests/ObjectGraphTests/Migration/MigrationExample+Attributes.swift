import Foundation
import ObjectGraph

extension MigrationExample {
  private static func value(
    _ type: AttributeType, isOptional: Bool = false, default value: PropertyValue = .null,
    isExternal: Bool = false
  ) -> AttributeDescription {
    AttributeDescription(
      "value", type, isOptional: isOptional, default: value, allowsExternalStorage: isExternal)
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 90)

  static let attributes: [MigrationExample] = [
    MigrationExample(
      testDescription: "A required attribute with a default is added, a property removed",
      old: [entity("Photo", [.init("old", .integer16, isOptional: true)])],
      new: [entity("Photo", [value(.integer64, default: .integer(7))])],
      objects: [SampleObject("Photo", "a", ["old": .integer(1)])], lines: ["Photo a value=7"]),
    MigrationExample(
      testDescription: "A required attribute without a default is refused if there are objects",
      old: [entity("Photo")], new: [entity("Photo", [value(.integer64)])],
      objects: [SampleObject("Photo", "a"), SampleObject("Photo", "b")],
      problems: [MigrationProblem(entity: "Photo", property: "value", .missingValue(count: 2))]),
    MigrationExample(
      testDescription: "A required attribute without a default is added if there are no objects",
      old: [entity("Photo")], new: [entity("Photo", [value(.integer64)])], objects: []),
    MigrationExample(
      testDescription: "An attribute is renamed, another gets its name",
      old: [entity("Photo", [.init("title", .string, isOptional: true)])],
      new: [
        entity(
          "Photo",
          [
            .init("caption", .string, isOptional: true, renamingIdentifier: "title"),
            .init("other", .string, isOptional: true),
          ])
      ],
      objects: [SampleObject("Photo", "a", ["title": .string("x")])], lines: ["Photo a caption=\"x\""]),
    attribute(
      "Empty values of an attribute that becomes required get the default", value(.string, isOptional: true),
      value(.string, default: .string("it's new")), [.string("x"), .null],
      [.string("x"), .string("it's new")]),
    refused(
      "Empty values of an attribute that becomes required are refused without a default",
      value(.string, isOptional: true), value(.string), [.string("x"), .null, .null], .missingValue(count: 2)),
    attribute(
      "Integers become text", value(.integer64), value(.string), [.integer(-5), .integer(.max)],
      [.string("-5"), .string("9223372036854775807")]),
    attribute(
      "Text becomes integers", value(.string, isOptional: true), value(.integer16, isOptional: true),
      [.string("12"), .null], [.integer(12), .null]),
    refused(
      "Text that is no integer is refused", value(.string), value(.integer16),
      [.string("1"), .string("x"), .string("40000")],
      .notConvertible(count: 2, example: .string("x"), to: .integer16)),
    attribute(
      "Integers become narrower", value(.integer64), value(.integer16), [.integer(-32_768)],
      [.integer(-32_768)]),
    refused(
      "An integer that is too large is refused", value(.integer64), value(.integer16), [.integer(32_768)],
      .notConvertible(count: 1, example: .integer(32_768), to: .integer16)),
    attribute("Integers become wider", value(.integer16), value(.integer64), [.integer(3)], [.integer(3)]),
    attribute("Integers become real numbers", value(.integer32), value(.double), [.integer(3)], [.real(3)]),
    attribute(
      "Integers become real numbers of 32 bits, the nearest ones", value(.integer32), value(.float),
      [.integer(16_777_217)], [.real(16_777_216)]),
    refused(
      "A date that is too far for a real number of 32 bits is refused", value(.date), value(.float),
      [.date(Date(timeIntervalSinceReferenceDate: 1e39)), .date(date)],
      .notConvertible(
        count: 1, example: .date(Date(timeIntervalSinceReferenceDate: 1e39)), to: .float)),
    refused(
      "An integer that no real number equals is refused", value(.integer64), value(.double),
      [.integer(1 << 53), .integer(1 << 53 + 1)],
      .notConvertible(count: 1, example: .integer(1 << 53 + 1), to: .double)),
    attribute(
      "Real numbers become integers", value(.double), value(.integer32), [.real(-3)], [.integer(-3)]),
    refused(
      "A fraction is refused as an integer", value(.double), value(.integer32), [.real(0.5)],
      .notConvertible(count: 1, example: .real(0.5), to: .integer32)),
    attribute(
      "Real numbers become those of 32 bits", value(.double), value(.float), [.real(0.5)], [.real(0.5)]),
    attribute(
      "Decimal numbers become text", value(.decimal), value(.string),
      [.decimal(Decimal(string: "12.75") ?? 0)], [.string("12.75")]),
    attribute(
      "Text becomes decimal numbers", value(.string), value(.decimal), [.string("12.75")],
      [.decimal(Decimal(string: "12.75") ?? 0)]),
    attribute(
      "Truth values become integers", value(.boolean), value(.integer16), [.boolean(true)], [.integer(1)]),
    attribute(
      "Integers become truth values", value(.integer16), value(.boolean), [.integer(0)], [.boolean(false)]),
    attribute(
      "Dates become text", value(.date), value(.string), [.date(date)], [.string("2001-01-01T00:01:30Z")]),
    attribute(
      "Text becomes dates", value(.string), value(.date), [.string("2001-01-01T00:01:30Z")], [.date(date)]),
    attribute("Dates become numbers", value(.date), value(.double), [.date(date)], [.real(90)]),
    attribute("Numbers become dates", value(.integer64), value(.date), [.integer(90)], [.date(date)]),
    attribute(
      "UUIDs become text", value(.uuid), value(.string), [.uuid(AttributeConversionTests.identifier)],
      [.string("01020304-0506-0708-090A-0B0C0D0E0F10")]),
    attribute(
      "Text becomes UUIDs", value(.string), value(.uuid), [.string("01020304-0506-0708-090a-0b0c0d0e0f10")],
      [.uuid(AttributeConversionTests.identifier)]),
    attribute(
      "Text becomes addresses", value(.string), value(.uri), [.string("http://a/b")],
      URL(string: "http://a/b").map { [.url($0)] } ?? []),
    attribute(
      "Bytes become text", value(.binary), value(.string), [.data(Data("é".utf8))], [.string("é")]),
    attribute(
      "Bytes move to files", value(.binary), value(.binary, isExternal: true),
      [.data(Data(count: 200_000)), .data(Data()), .data(Data([0, 1]))],
      [.data(Data(count: 200_000)), .data(Data()), .data(Data([0, 1]))]),
    attribute(
      "Bytes move from files", value(.binary, isExternal: true), value(.binary),
      [.data(Data(count: 200_000)), .data(Data([1, 2]))], [.data(Data(count: 200_000)), .data(Data([1, 2]))]),
    MigrationExample(
      testDescription: "Values that a new constraint permits are kept",
      old: [entity("Photo", [value(.string, isOptional: true)])],
      new: [entity("Photo", [value(.string, isOptional: true)], unique: [["value"]])],
      objects: [
        SampleObject("Photo", "a", ["value": .string("x")]), SampleObject("Photo", "b"),
        SampleObject("Photo", "c"),
      ], lines: ["Photo a value=\"x\"", "Photo b", "Photo c"]),
    MigrationExample(
      testDescription: "Values that a new constraint forbids are named",
      old: [entity("Photo", [value(.string)])],
      new: [entity("Photo", [value(.string)], unique: [["value"]])],
      objects: ["x", "y", "x", "z", "z"].enumerated().map {
        SampleObject("Photo", "\($0)", ["value": .string($1)])
      },
      problems: [
        MigrationProblem(
          entity: "Photo", .notUnique(constraint: ["value"], count: 2, example: [.string("x")]))
      ]),
    MigrationExample(
      testDescription: "A derived attribute is computed",
      old: [entity("Photo")],
      new: [
        entity(
          "Photo", [AttributeDescription("value", .string, isOptional: true, derived: .lowercase("name"))])
      ],
      objects: [SampleObject("Photo", "ABC")], lines: ["Photo ABC value=\"abc\""]),
  ]
}
