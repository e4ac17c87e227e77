import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Values of property lists")
struct PropertyListValueTests {
  @Test(
    "A binary list is read as Foundation's decoder reads it", arguments: Seeds.range(quick: 20, long: 2_000))
  func binary(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let entries = Dictionary(
      (0..<20).map { ("key \($0) ä", Self.value(depth: 3, &random)) }, uniquingKeysWith: { first, _ in first }
    )
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let bytes = try encoder.encode(entries)
    let list = try #require(BinaryPropertyList([UInt8](bytes)))
    #expect(PropertyListValue(binary: list)?.entries == entries)
    #expect(try PropertyListDecoder().decode([String: PropertyListValue].self, from: bytes) == entries)
  }

  @Test("A list with damaged bytes is read or refused", arguments: Seeds.range(quick: 200, long: 20_000))
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    var bytes = [UInt8](try encoder.encode(["a": Self.value(depth: 3, &random)]))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    guard PropertyListShape.isSafe(Data(bytes)), let list = BinaryPropertyList(bytes) else { return }
    _ = PropertyListValue(binary: list)
  }

  @Test("A list with something that is no value is refused", arguments: [[0x00], [0x80, 0x01]] as [[UInt8]])
  func foreign(object: [UInt8]) throws {
    // An array of this object, the offsets of both, and the trailer.
    let bytes =
      BinaryPropertyList.magic + [0xA1, 1] + object + [8, 10] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, UInt8(10 + object.count)]
    let list = try #require(BinaryPropertyList(bytes))
    #expect(list[list.top] == .array([1]))
    #expect(PropertyListValue(binary: list) == nil)
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> PropertyListValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0:
      return .string(
        ["", "plain", "Übung 山", String(repeating: "x", count: 300)].randomElement(using: &random) ?? "")
    case 1: return .boolean(.random(using: &random))
    case 2:
      return .integer(
        Int(
          truncatingIfNeeded: Int64.random(in: .min ... .max, using: &random)
            >> Int64.random(in: 0..<63, using: &random)))
    case 3: return .real(.random(in: -1e9...1e9, using: &random))
    case 4: return .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random)))
    case 5:
      return .data(Data((0..<Int.random(in: 0..<400, using: &random)).map { UInt8(truncatingIfNeeded: $0) }))
    case 6:
      return .array(
        (0..<Int.random(in: 0..<20, using: &random)).map { _ in value(depth: depth - 1, &random) })
    default:
      return .dictionary(
        Dictionary(
          (0..<Int.random(in: 0..<20, using: &random)).map { ("\($0)", value(depth: depth - 1, &random)) }
        ) { first, _ in first })
    }
  }
}
