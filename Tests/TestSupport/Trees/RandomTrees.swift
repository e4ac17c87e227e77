package import Foundation
package import ObjectGraph

/// Random rows, predicates and orders, the same for the same seed.
package struct RandomTrees {
  private var state: UInt64
  /// What predicates can speak of: the object that is asked for, and the members of the subqueries around.
  package var roots: [Root] = []

  package init(seed: UInt64) { state = seed }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

// MARK: - Values

extension RandomTrees {
  package static let texts = [
    "", "a", "A", "b", "ab", "aB", "á", "a\u{301}", "Á", "e\u{323}\u{301}", "e\u{301}\u{323}", "ß", "SS", "ẞ",
    "ss", "sea", "Sea", "SEA 10", "sea 9", "sea 09", "sea 009", "Sea 9b", "a\0b", "a\0c", "\0", "\u{1}",
    "\u{2}",
    "日本", "か", "が", "か\u{3099}", "각", "\u{1100}\u{1161}\u{11A8}", "İ", "ı", "I", "i", "ς", "Σ", "σ", "ŉ", "ǰ",
    "🇩🇪", "👨‍👩‍👧", "*", "?", "\\", "a*b", "a\\*b", "%", "_", "'", "\"x'", "\u{FFFF}", "\u{10FFFF}", "\u{212A}",
    "k",
    "0", "00", "7", "10", "1234567890123456789012345678901234567890", "הֶ", "ה", "É\u{20DD}", "\u{1F80}", "ᾀ",
    "Ω",
    String(repeating: "long ", count: 2_000), String(repeating: "9", count: 3_000),
  ]

  package mutating func text() -> String {
    chance(70) ? pick(Self.texts) : pick(Self.texts) + pick(Self.texts) + (chance(30) ? pick(Self.texts) : "")
  }

  package mutating func number() -> Double {
    pick([
      0, -0.0, 0.5, 1, -1, 2, 1.5, .nan, .infinity, -.infinity, 0x1p53, 0x1p63, -0x1p63, 9.3e18, 1e300, 0.1,
    ])
  }

  package mutating func integer() -> Int64 {
    pick([0, 1, -1, 2, 3, .min, .max, 1 << 53, (1 << 53) + 1, 9_007_199_254_740_993, .max - 1])
  }

  package mutating func decimal() -> Decimal {
    let texts = [
      "0", "0.1", "0.10000000000000000001", "-3.25", "12345678901234567890.123456789", "1e30", "2",
    ]
    return Decimal(string: pick(texts)) ?? 0
  }

  package mutating func link() -> URL {
    let base = URL(filePath: "/")
    return URL(string: pick(["https://a.b/c?d=e", "HTTPS://A.B/", "file:///x%20y", "a:b"])) ?? base
  }

  package mutating func bytes() -> Data {
    pick([Data(), Data([0]), Data([0, 1]), Data([1]), Data([255, 0, 7])])
  }

  package mutating func mark() -> UUID {
    let last = UInt8(below(4))
    return UUID(uuid: (last * 80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }

  package mutating func id(_ entity: EntityNumber) -> ManagedObjectID {
    Tree.id(entity, Int64(1 + below(9)))
  }

  /// A value that a property can be compared with, or hold.
  package mutating func value(_ kind: Kind) -> PropertyValue {
    if chance(12) { return .null }
    return switch kind {
    case .text: .string(text())
    case .integer: .integer(integer())
    case .real: .real(number())
    case .decimal: .decimal(decimal())
    case .boolean: .boolean(chance(50))
    case .date: .date(Date(timeIntervalSinceReferenceDate: number()))
    case .uuid: .uuid(mark())
    case .data: .data(bytes())
    case .link: .url(link())
    case .count: .integer(Int64(below(4)))
    case .branch: .reference(id(Tree.branch))
    case .leaf: .reference(id(Tree.leaf))
    }
  }

  package enum Kind: CaseIterable {
    case text, integer, real, decimal, boolean, date, uuid, data, link, count, branch, leaf
  }

  /// A tree of a few branches and many leaves, some of which refer to branches that are not there.
  package mutating func rows() -> [Row] {
    let branches = (1...7).map { key in
      Row(
        id: Tree.id(Tree.branch, key), version: 0,
        values: [value(.text), value(.integer), value(.branch), value(.leaf)])
    }
    let kinds: [Kind] = [
      .text, .text, .integer, .real, .decimal, .boolean, .date, .uuid, .data, .link, .branch,
    ]
    let leaves = (1...40).map { key in
      Row(
        id: Tree.id(Tree.leaf, key), version: 0, values: kinds.map { value($0) })
    }
    return branches + leaves
  }
}
