import Foundation
import ObjectGraph
import Testing

@MainActor
@Suite("Validation rules")
struct RuleTests {
  struct Example: Sendable {
    var name: String
    var rules: [ValidationRule]
    var good: [PropertyValue]
    var bad: [PropertyValue]
    var demand: String
  }

  nonisolated static let day = Date(timeIntervalSinceReferenceDate: 86_400)

  nonisolated static let examples: [Example] = [
    Example(
      name: "small", rules: .range(Int16(-1)...5), good: [.integer(-1), .integer(5), .null],
      bad: [.integer(-2), .integer(6)], demand: "small must be at"),
    Example(
      name: "large", rules: [.maximum(.integer(.max - 1))], good: [.integer(.max - 1)],
      bad: [.integer(.max)], demand: "at most 9223372036854775806"),
    Example(
      name: "length", rules: [.minimum(.real(0.5))], good: [.real(0.5), .real(.infinity)], bad: [.real(0.4)],
      demand: "at least 0.5"),
    Example(
      name: "weight", rules: [.minimum(.decimal(AttributeTypeTests.digits))],
      good: [.decimal(AttributeTypeTests.digits)],
      bad: [.decimal(AttributeTypeTests.digits - (Decimal(string: "0.000000000000000001") ?? 0))],
      demand: "at least 12345678901234567890.123456789012345678"),
    Example(
      name: "found", rules: [.minimum(.date(day))], good: [.date(day)],
      bad: [.date(day.addingTimeInterval(-1))], demand: "at least 2001-01-02"),
    Example(
      name: "label", rules: .length(2...3), good: [.string("ab"), .string("e\u{301}😀x")],
      bad: [.string("a"), .string("abcd"), .string("")], demand: "label must have a length of at"),
    Example(
      name: "scan", rules: [.maximumLength(2)], good: [.data(Data([1, 2]))], bad: [.data(Data([1, 2, 3]))],
      demand: "at most 2"),
    Example(
      name: "label", rules: [.pattern("a|ab+")], good: [.string("a"), .string("abb")],
      bad: [.string("ac"), .string("ba"), .string("a\n"), .string("")], demand: "label must match a|ab+"),
    Example(
      name: "label", rules: [.pattern("\\Qa.b")], good: [.string("a.b")],
      bad: [.string("axb"), .string("a.b)")],
      demand: "label must match \\Qa.b"),
    Example(
      name: "label", rules: [.pattern("")], good: [.string("")], bad: [.string("a")],
      demand: "label must match "),
    Example(
      name: "page", rules: [.pattern("https:.*")],
      good: [URL(string: "https://example.org").map { .url($0) } ?? .null],
      bad: [URL(string: "ftp://example.org").map { .url($0) } ?? .null], demand: "page must match https:.*"),
  ]

  @Test("A rule lets pass what meets it and names what does not", arguments: examples)
  func rule(example: Example) async throws {
    let cabinet = try Cabinet(inMemory: true, rules: [example.name: example.rules])
    let specimen = try cabinet.context.insert(Specimen.self)
    for value in example.good {
      specimen.setValue(value, forKey: example.name)
      try specimen.validateValue(value, forKey: example.name)
      try cabinet.context.save()
    }
    for value in example.bad {
      specimen.setValue(value, forKey: example.name)
      let error = #expect(throws: ValidationError.self) { try cabinet.context.save() }
      #expect(error?.failures.count == 1)
      #expect(error?.description.contains(example.demand) == true, "\(error?.description ?? "")")
      let alone = #expect(throws: ValidationError.self) {
        try specimen.validateValue(value, forKey: example.name)
      }
      #expect(alone == error)
      #expect(specimen.hasChanges)
    }
  }

  @Test("Everything that is wrong with all objects comes in one error, in the order of the objects")
  func packed() throws {
    let cabinet = try Cabinet(
      inMemory: true,
      rules: ["label": [.minimumLength(3), .pattern("[a-z]*")], "small": .range(Int16(0)...9)])
    let first = try cabinet.context.insert(Specimen.self)
    let second = try cabinet.context.insert(Specimen.self)
    first.label = "A"
    second.small = 10
    let error = #expect(throws: ValidationError.self) { try cabinet.context.save() }
    #expect(
      error?.failures.map(\.description) == [
        "Specimen \(first.objectID) has \"A\" for label: label must have a length of at least 3",
        "Specimen \(first.objectID) has \"A\" for label: label must match [a-z]*",
        "Specimen \(second.objectID) has 10 for small: small must be at most 9",
      ])
  }

  @Test("A long text is cut in the sentence")
  func excerpt() throws {
    let cabinet = try Cabinet(inMemory: true, rules: ["label": [.maximumLength(5)]])
    let specimen = try cabinet.context.insert(Specimen.self)
    specimen.label = String(repeating: "x", count: 100_000)
    let error = #expect(throws: ValidationError.self) { try cabinet.context.save() }
    #expect((error?.description.count ?? .max) < 200)
  }

  typealias BadModel = (name: String, rules: [ValidationRule], value: PropertyValue, sentence: String)

  nonisolated static let models: [BadModel] = [
    ("small", .range(Int16(0)...5), .integer(9), "Specimen.small starts with 9: small must be at most 5"),
    (
      "small", [], .integer(70_000),
      "Specimen.small starts with 70000: small holds a whole number of 16 bits, which this does not fit"
    ),
    ("small", [], .string("x"), "Specimen.small starts with \"x\": small holds a whole number of 16 bits"),
    (
      "small", [.minimum(.real(1))], .null,
      "Specimen.small has the limit 1.0, but holds a whole number of 16 bits"
    ),
    ("label", [.minimum(.integer(1))], .null, "Specimen.label has a limit, but holds text"),
    ("found", [.maximumLength(1)], .null, "Specimen.found has a limit of length, but holds a date"),
    ("code", [.pattern("x")], .null, "Specimen.code has a pattern, but holds a UUID"),
    ("label", [.pattern("(")], .null, "Specimen.label has the pattern (, which cannot be read: "),
    (
      "label", [.pattern("a)|(?:b")], .null, "Specimen.label has the pattern a)|(?:b, which cannot be read: "
    ),
  ]

  @Test("A model with rules that cannot be met is refused", arguments: models)
  func model(name: String, rules: [ValidationRule], value: PropertyValue, sentence: String) {
    let error = #expect(throws: ModelError.self) {
      try Cabinet.model(rules: [name: rules], defaults: [name: value])
    }
    #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
  }
}
