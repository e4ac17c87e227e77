import Foundation
import ObjectGraph

/// Random rows, predicates and orders, the same for the same seed.
struct RandomTrees {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

// MARK: - Values

extension RandomTrees {
  static let texts = [
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

  mutating func text() -> String {
    chance(70) ? pick(Self.texts) : pick(Self.texts) + pick(Self.texts) + (chance(30) ? pick(Self.texts) : "")
  }

  mutating func number() -> Double {
    pick([
      0, -0.0, 0.5, 1, -1, 2, 1.5, .nan, .infinity, -.infinity, 0x1p53, 0x1p63, -0x1p63, 9.3e18, 1e300, 0.1,
    ])
  }

  mutating func integer() -> Int64 {
    pick([0, 1, -1, 2, 3, .min, .max, 1 << 53, (1 << 53) + 1, 9_007_199_254_740_993, .max - 1])
  }

  mutating func decimal() -> Decimal {
    let texts = [
      "0", "0.1", "0.10000000000000000001", "-3.25", "12345678901234567890.123456789", "1e30", "2",
    ]
    return Decimal(string: pick(texts)) ?? 0
  }

  mutating func link() -> URL {
    let base = URL(filePath: "/")
    return URL(string: pick(["https://a.b/c?d=e", "HTTPS://A.B/", "file:///x%20y", "a:b"])) ?? base
  }

  mutating func bytes() -> Data { pick([Data(), Data([0]), Data([0, 1]), Data([1]), Data([255, 0, 7])]) }

  mutating func mark() -> UUID {
    let last = UInt8(below(4))
    return UUID(uuid: (last * 80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }

  mutating func id(_ entity: Int) -> ManagedObjectID {
    ManagedObjectID(entity: entity, key: Int64(1 + below(9)))
  }

  /// A value that a property can be compared with, or hold.
  mutating func value(_ kind: Kind) -> PropertyValue {
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

  enum Kind: CaseIterable {
    case text, integer, real, decimal, boolean, date, uuid, data, link, count, branch, leaf
  }

  /// A tree of a few branches and many leaves, some of which refer to branches that are not there.
  mutating func rows() -> [Row] {
    let branches = (1...7).map { key in
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key), version: 0,
        values: [value(.text), value(.integer), value(.branch), value(.leaf)])
    }
    let kinds: [Kind] = [
      .text, .text, .integer, .real, .decimal, .boolean, .date, .uuid, .data, .link, .branch,
    ]
    let leaves = (1...40).map { key in
      Row(
        id: ManagedObjectID(entity: Tree.leaf, key: key), version: 0, values: kinds.map { value($0) })
    }
    return branches + leaves
  }
}

// MARK: - Predicates and orders

extension RandomTrees {
  private typealias Path = (name: String, kind: Kind)

  private static let leafPaths: [Path] = [
    ("title", .text), ("note", .text), ("count", .integer), ("size", .real), ("price", .decimal),
    ("flag", .boolean), ("day", .date), ("mark", .uuid), ("blob", .data), ("link", .link),
    ("branch", .branch),
    ("SELF", .leaf), ("branch.name", .text), ("branch.rank", .integer), ("branch.parent.name", .text),
    ("branch.parent", .branch), ("branch.favourite.title", .text), ("branch.leaves.@count", .count),
  ]
  private static let branchPaths: [Path] = [
    ("name", .text), ("rank", .integer), ("parent", .branch), ("SELF", .branch), ("parent.name", .text),
    ("leaves.@count", .count), ("parent.children.@count", .count), ("favourite.branch.name", .text),
  ]
  private static let leafManyPaths: [Path] = [
    ("branch.leaves.title", .text), ("branch.leaves", .leaf), ("branch.children.rank", .integer),
    ("branch.parent.leaves.size", .real),
  ]
  private static let branchManyPaths: [Path] = [
    ("leaves.title", .text), ("leaves.size", .real), ("leaves", .leaf), ("children.parent.name", .text),
    ("leaves.day", .date), ("parent.leaves.flag", .boolean), ("children.favourite.count", .integer),
  ]

  mutating func predicate(_ entity: Int, depth: Int = 0) -> FetchPredicate {
    switch below(depth > 3 ? 4 : 9) {
    case 0: chance(10) ? .constant(chance(50)) : comparison(entity)
    case 1...3: comparison(entity)
    case 4: .not(predicate(entity, depth: depth + 1))
    case 5, 6: .and((0..<below(4)).map { _ in predicate(entity, depth: depth + 1) })
    default: .or((0..<below(4)).map { _ in predicate(entity, depth: depth + 1) })
    }
  }

  private mutating func comparison(_ entity: Int) -> FetchPredicate {
    let isMany = chance(25)
    let one = entity == Tree.leaf ? Self.leafPaths : Self.branchPaths
    let many = entity == Tree.leaf ? Self.leafManyPaths : Self.branchManyPaths
    let path = pick(isMany ? many : one)
    let isText = path.kind == .text || path.kind == .link
    let operation = operation(path.kind, isText: isText)
    let options = FetchPredicate.Options(rawValue: isText && chance(60) ? below(4) : 0)
    return .comparison(
      FetchPredicate.Comparison(
        path.name, operation, operand(operation, path.kind, one), options: options,
        quantifier: isMany ? pick([.any, .all, .none]) : .one))
  }

  private mutating func operation(_ kind: Kind, isText: Bool) -> FetchPredicate.Operation {
    let any: [FetchPredicate.Operation] = [.equal, .notEqual, .in]
    let ordered: [FetchPredicate.Operation] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .between]
    let text: [FetchPredicate.Operation] = [.contains, .beginsWith, .endsWith, .like, .like]
    let isObject = kind == .branch || kind == .leaf
    return pick(any + (isObject ? [] : ordered) + (isText ? text : []))
  }

  private mutating func operand(
    _ operation: FetchPredicate.Operation, _ kind: Kind, _ paths: [Path]
  ) -> FetchPredicate.Operand {
    switch operation {
    case .between: return .values([operandValue(kind), operandValue(kind)])
    case .in: return .values((0..<below(6)).map { _ in operandValue(kind) })
    case .like: return .value(chance(10) ? .null : .string(pattern()))
    default:
      let others = paths.filter { $0.kind == kind }
      return !others.isEmpty && chance(15) ? .path(pick(others).name) : .value(operandValue(kind))
    }
  }

  /// Numbers of all kinds can be compared with each other.
  private mutating func operandValue(_ kind: Kind) -> PropertyValue {
    switch kind {
    case .integer, .real, .decimal: value(pick([kind, .integer, .real, .decimal]))
    case .link: chance(30) ? .string("https://" + text()) : value(.link)
    default: value(kind)
    }
  }

  private mutating func pattern() -> String {
    let parts = ["*", "*", "?", "\\*", "\\", "a", "A", "e", "s", "á", "9", "か", "\0", "sea", "?"]
    return (0...below(4)).map { _ in pick(parts) }.joined()
  }

  mutating func order(_ entity: Int) -> [FetchOrder] {
    let paths = entity == Tree.leaf ? Self.leafPaths : Self.branchPaths
    return (0..<below(4)).map { _ in
      FetchOrder(
        pick(paths).name, ascending: chance(60), comparison: pick([.binary, .insensitive, .natural]))
    }
  }

  mutating func query() -> StoreQuery {
    let entity = chance(65) ? Tree.leaf : Tree.branch
    return StoreQuery(
      entity: entity, predicate: chance(95) ? predicate(entity) : nil, order: order(entity),
      limit: chance(30) ? below(20) : nil, offset: chance(20) ? below(10) : 0)
  }
}
