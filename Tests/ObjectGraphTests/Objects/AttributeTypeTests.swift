import Foundation
public import ObjectGraph
import Testing

@MainActor
@Suite("Attribute types")
struct AttributeTypeTests {
  nonisolated static let digits = Decimal(string: "12345678901234567890.123456789012345678") ?? 0

  /// An address whose port is no number.
  nonisolated static let unreadableAddress: PropertyValue =
    URL(dataRepresentation: Data("http://a b:99x/".utf8), relativeTo: nil).map { .url($0) } ?? .null

  /// Values of each type at or near its limits, and the value that a SQLite store returns if it differs.
  nonisolated static let examples: [(name: String, value: PropertyValue, stored: PropertyValue?)] = [
    ("small", .integer(Int64(Int16.min)), nil), ("small", .integer(Int64(Int16.max)), nil),
    ("medium", .integer(Int64(Int32.min)), nil), ("large", .integer(.max), nil),
    ("large", .integer(.min), nil), ("weight", .decimal(0.1), nil),
    ("weight", .decimal(Decimal(string: "-99.95") ?? 0), nil),
    ("weight", .decimal(digits), .decimal(Decimal(string: "12345678901234567000") ?? 0)),
    ("length", .real(0.1), nil), ("length", .real(.infinity), nil), ("length", .real(-0.0), nil),
    ("length", .real(.leastNonzeroMagnitude), nil), ("width", .real(Double(Float(0.1))), nil),
    ("label", .string("e\u{301}\u{0}\n😀"), nil), ("label", .string(""), nil), ("shown", .boolean(true), nil),
    ("found", .date(Date(timeIntervalSinceReferenceDate: -0.125)), nil),
    ("scan", .data(Data([0, 1, 255])), nil), ("scan", .data(Data()), nil), ("code", .uuid(UUID()), nil),
    ("page", URL(string: "https://example.org/ä?q#f").map { .url($0) } ?? .null, nil),
  ]

  @Test(
    "A value is the same after a save, and in a store as far as its column goes", arguments: [true, false])
  func roundTrip(inMemory: Bool) async throws {
    for (name, value, stored) in Self.examples {
      let cabinet = try Cabinet(inMemory: inMemory)
      let specimen = try cabinet.context.insert(Specimen.self)
      specimen.setValue(value, forKey: name)
      try cabinet.context.save()
      #expect(specimen.value(forKey: name) == value)
      cabinet.context.refresh(specimen)
      #expect(specimen.value(forKey: name) == (inMemory ? value : stored ?? value), "\(name)")
    }
  }

  @Test("A decimal keeps its digits in the object that saved it, by a worker too", arguments: [true, false])
  func decimal(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory)
    let worker = try cabinet.container.makeBackgroundContext()
    try await worker.perform { context in
      let specimen = try context.insert(Specimen.self)
      specimen.weight = Self.digits
      try context.save()
      #expect(specimen.weight == Self.digits)
      specimen.label = "weighed"
      try context.save()
      #expect(specimen.weight == Self.digits)
    }
  }

  @Test("A NaN is no value from the start, as in the store", arguments: [true, false])
  func nan(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory)
    let specimen = try cabinet.context.insert(Specimen.self)
    specimen.length = 1
    specimen.length = .nan
    specimen.width = .nan
    specimen.weight = .nan
    specimen.setValue(.date(Date(timeIntervalSinceReferenceDate: .nan)), forKey: "found")
    #expect(specimen.length == nil && specimen.width == nil && specimen.weight == nil)
    try cabinet.context.save()
    #expect(try await cabinet.stored(specimen)?.values.allSatisfy(\.isNull) == true)
  }

  @Test("An address is kept in full")
  func address() throws {
    let cabinet = try Cabinet(inMemory: true)
    let specimen = try cabinet.context.insert(Specimen.self)
    specimen.page = URL(string: "b?c=d", relativeTo: URL(string: "https://example.org/a/"))
    #expect(specimen.value(forKey: "page") == URL(string: "https://example.org/a/b?c=d").map { .url($0) })
  }

  nonisolated static let misfits: [(name: String, value: PropertyValue, demand: String)] = [
    ("small", .integer(40_000), "16 bits"),
    ("small", .integer(-32_769), "16 bits"), ("medium", .integer(3_000_000_000), "32 bits"),
    ("large", UInt64.max.propertyValue, "64 bits"), ("width", .real(1e300), "32 bits"),
    ("label", .integer(1), "text"), ("shown", .string("yes"), "true or false"),
    ("weight", .real(1.5), "a decimal number"), ("found", .integer(0), "a date"),
    // Addresses that Foundation makes, and whose texts it does not read.
    ("page", URLComponents().url.map { .url($0) } ?? .null, "an address"),
    ("page", unreadableAddress, "an address"),
  ]

  @Test("What does not fit the type is kept in hand and refused by the save, by name", arguments: misfits)
  func misfit(name: String, value: PropertyValue, demand: String) throws {
    let cabinet = try Cabinet(inMemory: true)
    let specimen = try cabinet.context.insert(Specimen.self)
    specimen.setValue(value, forKey: name)
    let error = #expect(throws: ValidationError.self) { try cabinet.context.save() }
    let failure = try #require(error?.failures.first)
    #expect(error?.failures.count == 1 && failure.property == name && failure.value == value)
    #expect(
      failure.description.hasPrefix("Specimen \(specimen.objectID) has \(value) for \(name): \(name) holds "))
    #expect(failure.description.contains(demand))
    #expect(specimen.value(forKey: name) == value)
  }
}

extension UInt64: AttributeConvertible {}
