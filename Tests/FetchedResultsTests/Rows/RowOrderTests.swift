import Foundation
import ObjectGraph
import Testing

@testable import FetchedResults

@Suite("The order of a list")
struct RowOrderTests {
  @Test("Sections need an order by the same path first")
  func sectionsNeedOrder() {
    #expect(RowOrder([FetchOrder("title")], sectionKeyPath: "album") == nil)
    #expect(RowOrder([], sectionKeyPath: "album") == nil)
    #expect(RowOrder([FetchOrder("album"), FetchOrder("title")], sectionKeyPath: "album") != nil)
  }

  @Test("Names that an order takes for the same are in sections of their own, whole ones")
  func namesThatCompareAlike() throws {
    let orders = [FetchOrder("name", comparison: .insensitive)]
    let order = try #require(RowOrder(orders, sectionKeyPath: "name"))
    var list = RowList(order: order)
    let names = ["Ada", "ada", "Ada", "ADA", "bob", "ada"]
    let edits = names.enumerated().map { key, name in
      let keys = order.keys.map { $0.key(for: .string(name)) }
      return RowEdit(key: Int64(key), row: order.row(Int64(key), keys))
    }
    _ = list.apply(edits)
    try list.checkInvariants()
    let sections = list.arrangement.sections.chunks.flatMap(\.elements)
    #expect(sections.map(\.name) == ["ADA", "Ada", "ada", "bob"])
    #expect(sections.map(\.rowCount) == [1, 2, 2, 1])
  }

  @Test(
    "A section is called by the value of its key, as text",
    arguments: [
      (PropertyValue.null, AttributeType.string, ""), (.string("Ada"), .string, "Ada"),
      (.integer(1), .boolean, "true"), (.integer(-3), .integer64, "-3"), (.real(-0.0), .double, "0.0"),
      (.real(0), .date, "2001-01-01 00:00:00 +0000"), (.real(1.5), .float, "1.5"),
      (.data(Data(repeating: 0, count: 16)), .uuid, "00000000-0000-0000-0000-000000000000"),
      (.data(Data([1])), .binary, "AQ=="),
    ])
  func names(_ key: PropertyValue, _ type: AttributeType, _ name: String) {
    #expect(SectionNaming(type: type).name(for: key) == name)
  }

  @Test("Texts with the same beginning are in one section, in both directions", arguments: [true, false])
  func beginnings(ascending: Bool) throws {
    let order = try #require(
      RowOrder(
        [FetchOrder("taken", ascending: ascending)], sectionKeyPath: "taken",
        naming: SectionNaming(type: .string, length: 4)))
    var list = RowList(order: order)
    let texts = [
      "2024-07-01", "2024-01-31", nil, "2023", "202", "", "é\u{1}ñ\u{0}x", "é\u{1}ñ\u{0}a", "e\u{301}\u{0}ñ",
      "2024",
    ]
    let edits = texts.enumerated().map { key, text in
      RowEdit(
        key: Int64(key), row: order.row(Int64(key), [text.map(PropertyValue.string) ?? .null]))
    }
    _ = list.apply(edits)
    try list.checkInvariants()
    let sections = list.arrangement.sections.chunks.flatMap(\.elements)
    let names = ["", "202", "2023", "2024", "e\u{301}\u{0}ñ", "é\u{1}ñ\u{0}"]
    let counts = [2, 1, 1, 3, 1, 2]
    #expect(sections.map(\.name) == (ascending ? names : names.reversed()))
    #expect(sections.map(\.rowCount) == (ascending ? counts : counts.reversed()))
  }

  @Test("Equal keys are in the order of the primary keys, descending orders too")
  func ties() throws {
    let order = try #require(RowOrder([FetchOrder("title", ascending: false)]))
    let (first, second) = (order.row(1, [.string("a")]), order.row(2, [.string("a")]))
    #expect(first.precedes(second) && !second.precedes(first))
  }
}
