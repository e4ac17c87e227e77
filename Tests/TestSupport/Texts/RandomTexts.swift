internal import Foundation
package import ObjectGraph

/// Random texts in which folding, combining marks and wildcards meet, and queries for parts of them.
package struct RandomTexts {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "b", "ab", "A", "abc", "ABC", "é", "e\u{301}", "É", "ß", "ss", "SS", "ẞ", "İ", "ı", "i", "I", "ﬁ",
    "fi",
    "か\u{3099}", "が", "か", "日本", "語", "🇩🇪", "👨‍👩‍👧", "\0", "\u{1}", "\u{5B4}", "\u{5B0}", "\u{323}", "\u{301}",
    "\u{345}", "\u{93C}", "\u{3099}", "ᾀ", "ἀι", "ἈΙ", "ᾈ", "ẖ", "H\u{331}", "ŉ", "ǰ", "\u{212A}", "K", "k",
    " ",
    "\"", "*", "?", "\\", "'", "%", "ς", "σ", "Σ", "각", "\u{1100}\u{1161}\u{11A8}", "sea", "Sea",
    "long word ",
  ]

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  package mutating func text() -> String { (0..<below(9)).map { _ in pick(Self.pieces) }.joined() }

  package mutating func row(_ id: ManagedObjectID, version: Int64 = 0) -> Row {
    let texts: [PropertyValue] = (0..<2).map { _ in chance(15) ? .null : .string(text()) }
    let sender: [PropertyValue] = id.entity == Notes.letter ? [chance(15) ? .null : .string(text())] : []
    return Row(id: id, version: version, values: texts + [.integer(Int64(below(5)))] + sender)
  }

  /// A part of one of the texts, or a text of its own.
  private mutating func part(of texts: [String]) -> String {
    guard !texts.isEmpty, chance(80) else { return text() }
    let scalars = Array(pick(texts).unicodeScalars)
    guard !scalars.isEmpty else { return text() }
    let start = below(scalars.count)
    let part = String(String.UnicodeScalarView(scalars[start..<min(scalars.count, start + 2 + below(8))]))
    return chance(70) ? part : chance(50) ? part.uppercased() : part.lowercased()
  }

  private mutating func comparison(_ texts: [String], _ entity: EntityNumber) -> FetchPredicate {
    let operation = pick(
      [.contains, .contains, .contains, .beginsWith, .endsWith, .like, .equal] as [FetchPredicate.Operation])
    var text = part(of: texts)
    if operation == .like { text = pick(["*", "", "?"]) + text + pick(["*", "*" + part(of: texts), "?*"]) }
    let attribute = pick(["title", "body"] + (entity == Notes.letter ? ["sender"] : []))
    return .comparison(
      .init(attribute, operation, .value(.string(text)), options: .init(rawValue: below(4))))
  }

  private mutating func predicate(_ texts: [String], _ entity: EntityNumber, depth: Int) -> FetchPredicate {
    switch below(depth > 2 ? 4 : 10) {
    case 0...4: return comparison(texts, entity)
    case 5: return Notes.contains(part(of: texts), .init(rawValue: below(4)))
    case 6: return .not(predicate(texts, entity, depth: depth + 1))
    case 7: return .comparison(.init("count", .equal, .value(.integer(Int64(below(5))))))
    default:
      let parts = (0..<below(4)).map { _ in predicate(texts, entity, depth: depth + 1) }
      return chance(50) ? .and(parts) : .or(parts)
    }
  }

  /// A query for parts of these texts.
  package mutating func query(_ texts: [String]) -> StoreQuery {
    let entity = chance(75) ? Notes.note : Notes.letter
    let orders: [[FetchOrder]] = [
      [], [FetchOrder("title")], [FetchOrder("title", ascending: false)], [FetchOrder("count")],
      [FetchOrder("count", ascending: false)], [FetchOrder("body")],
      [FetchOrder("title", comparison: .natural)],
      [FetchOrder("body", ascending: false), FetchOrder("title")],
      [FetchOrder("body"), FetchOrder("title", ascending: false)],
      [FetchOrder("body", ascending: false), FetchOrder("count")],
    ]
    return StoreQuery(
      entity: entity, predicate: predicate(texts, entity, depth: 0), order: pick(orders),
      limit: chance(50) ? below(8) : nil, offset: chance(25) ? below(4) : 0,
      includesSubentities: chance(70))
  }
}
