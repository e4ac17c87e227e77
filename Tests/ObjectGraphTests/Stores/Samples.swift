import Foundation
import ObjectGraph
import TestSupport

final class Sample: ManagedObject {}
final class Group: ManagedObject {}

/// A model with an attribute of every type, and rows for it.
enum Samples {
  static let group: EntityNumber = 1
  static let sample: EntityNumber = 2

  static func model(more: [AttributeDescription] = [], entities: [EntityDescription] = []) throws
    -> ManagedObjectModel
  {
    try ManagedObjectModel(
      [
        EntityDescription(
          Sample.self,
          attributes: attributes + more,
          relationships: [.toOne("group", "Group", inverse: "samples")], unique: [["integer64"]]),
        EntityDescription(
          Group.self, attributes: [AttributeDescription("name", .string)],
          relationships: [.toMany("samples", "Sample", inverse: "group")]),
      ] + entities)
  }

  /// One attribute of every type.
  static let attributes = AttributeType.allCases.map { type in
    AttributeDescription(
      type.rawValue, type, isOptional: true,
      transformer: type == .transformable ? .codable([Int].self) : nil)
  }

  static func groupRow(_ key: Int64, _ name: String = "", version: Int64 = 0) -> Row {
    Row(id: ManagedObjectID(entity: group, key: key), version: version, values: [.string(name)])
  }

  /// Returns a row with one value, its key as the unique number, and null otherwise.
  static func row(
    _ key: Int64, _ type: AttributeType? = nil, _ value: PropertyValue = .null, in group: Int64? = nil,
    unique: Int64? = nil, version: Int64 = 0
  ) -> Row {
    var values = AttributeType.allCases.map {
      $0 == .integer64 ? .integer(unique ?? key) : PropertyValue.null
    }
    if let type, let slot = AttributeType.allCases.firstIndex(of: type) { values[slot] = value }
    values.append(group.map { .reference(ManagedObjectID(entity: Self.group, key: $0)) } ?? .null)
    return Row(id: ManagedObjectID(entity: sample, key: key), version: version, values: values)
  }

  static func slot(_ type: AttributeType) -> Slot { Slot(AttributeType.allCases.firstIndex(of: type) ?? 0) }
  static var groupSlot: Slot { Slot(AttributeType.allCases.count) }

  /// Values of every type that are difficult to store.
  static let values: [(type: AttributeType, values: [PropertyValue])] = [
    (.integer16, [.integer(-32768), .integer(32767), .integer(0)]),
    (.integer32, [.integer(Int64(Int32.min)), .integer(Int64(Int32.max))]),
    (.integer64, [.integer(.min), .integer(.max), .integer(-1), .integer((1 << 53) + 1)]),
    (
      .double,
      [
        .real(0.1), .real(-0.0), .real(-1e308), .real(.leastNonzeroMagnitude), .real(.infinity),
        .real(-.infinity), .real(3), .real(.pi), .real(1e22), .real(.ulpOfOne),
      ]
    ),
    (.float, [.real(Double(Float(0.1))), .real(Double(Float.greatestFiniteMagnitude))]),
    (
      .decimal,
      [
        "0", "3.14", "-99999.99", "12345678901234567890.123456789", "1e127", "-1e-127", "0.1e-20",
        "340282366920938463463374607431768211455",
      ].map { .decimal(Decimal(string: $0) ?? .nan) }
    ),
    (.boolean, [.boolean(true), .boolean(false)]),
    (
      .string,
      [
        "", " ", "a\0b\0", "\u{1}\u{1F}\u{7F}\u{85}", "a\r\nb\rc\n\td\n", "<a href=\"x\">&amp;</a>", "]]>",
        "\\", "\\u{0}",
        "\u{FFFE}\u{FFFF}\u{10FFFF}", "👩‍👩‍👧‍👦 é e\u{301} مرحبا 写真", "\u{FEFF}x", "\u{301}", "true",
        String(repeating: "long ", count: 2_000),
      ].map { .string($0) }
    ),
    (
      .date,
      [
        0, 0.125, -0.1, 123456789.987654, 1e-20, -1e-20, 1e300, -.infinity, 700_000_000.1, -0.0,
        Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate,
        1_000_000_000, -978_307_200.000001, 252_423_993_600,
      ].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    ),
    (.binary, [.data(Data()), .data(Data([0, 1, 255, 0])), .data(Data(repeating: 7, count: 30_000))]),
    (.uuid, [.uuid(UUID()), .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))]),
    (
      .transformable,
      [
        .transformed(TransformedValue([1, 2, 3], by: .codable([Int].self))),
        .transformed(TransformedValue(bytes: Data([0, 255, 0]))),
      ]
    ),
    (.uri, [.url(URL(filePath: "/a b")), .url(URL(filePath: "/<&>\""))]),
  ]
}

extension PropertyValue {
  /// The bits of the value, because equal numbers can have different bits.
  var bits: [UInt64] {
    switch self {
    case .real(let number): [number.bitPattern]
    case .date(let date): [date.timeIntervalSinceReferenceDate.bitPattern]
    case .string(let text): text.utf8.map { UInt64($0) }
    default: []
    }
  }
}

extension StoreWriter {
  /// Inserts rows in one transaction and returns their outcomes.
  @discardableResult
  func insert(_ rows: [Row], _ durability: Durability = .normal) throws -> [WriteOutcome] {
    try transaction(durability) { transaction in try rows.map { try transaction.insert($0) } }
  }
}

extension StoreReader {
  /// Returns all rows of an entity.
  func all(_ entity: EntityNumber) throws -> [Row] { try fetch(StoreQuery(entity: entity)) }
}
