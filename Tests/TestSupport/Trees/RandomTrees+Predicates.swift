internal import Foundation
package import ObjectGraph

extension RandomTrees {
  typealias Path = (name: String, kind: Kind)

  /// Where key paths can begin.
  package struct Root {
    var prefix: String
    var entity: EntityNumber

    func path(_ name: String) -> String {
      prefix.isEmpty ? name : name == "SELF" ? prefix : prefix + "." + name
    }
  }

  private static let leafPaths: [Path] = [
    ("title", .text), ("note", .text), ("count", .integer), ("size", .real), ("price", .decimal),
    ("flag", .boolean), ("day", .date), ("mark", .uuid), ("blob", .data), ("link", .link),
    ("branch", .branch),
    ("SELF", .leaf), ("branch.name", .text), ("branch.rank", .integer), ("branch.parent.name", .text),
    ("branch.parent", .branch), ("branch.favourite.title", .text), ("branch.leaves.@count", .count),
    ("branch.leaves.@sum.count", .integer), ("branch.leaves.@max.title", .text),
    ("branch.leaves.@avg.price", .real), ("branch.leaves.@min.day", .date),
  ]
  private static let branchPaths: [Path] = [
    ("name", .text), ("rank", .integer), ("parent", .branch), ("SELF", .branch), ("parent.name", .text),
    ("leaves.@count", .count), ("parent.children.@count", .count), ("favourite.branch.name", .text),
    ("favourite.day", .date), ("favourite.price", .decimal), ("leaves.@sum.size", .real),
    ("leaves.@min.count", .integer), ("children.@max.rank", .integer), ("leaves.@avg.size", .real),
    ("leaves.@max.price", .decimal), ("leaves.@sum.price", .decimal),
  ]
  private static let leafManyPaths: [Path] = [
    ("branch.leaves.title", .text), ("branch.leaves", .leaf), ("branch.children.rank", .integer),
    ("branch.parent.leaves.size", .real), ("branch.leaves.price", .decimal), ("branch.leaves.day", .date),
  ]
  private static let branchManyPaths: [Path] = [
    ("leaves.title", .text), ("leaves.size", .real), ("leaves", .leaf), ("children.parent.name", .text),
    ("leaves.day", .date), ("parent.leaves.flag", .boolean), ("children.favourite.count", .integer),
    ("leaves.count", .integer), ("leaves.price", .decimal), ("children.leaves.@count", .count),
  ]

  /// Paths to one value, from the object that is asked for or a member of a subquery around.
  mutating func onePaths() -> [Path] {
    let root = pick(roots)
    return (root.entity == Tree.leaf ? Self.leafPaths : Self.branchPaths).map {
      (root.path($0.name), $0.kind)
    }
  }

  /// Paths to many values.
  mutating func manyPaths() -> [Path] {
    let root = pick(roots)
    let paths = root.entity == Tree.leaf ? Self.leafManyPaths : Self.branchManyPaths
    return paths.filter { $0.kind != .count }.map { (root.path($0.name), $0.kind) }
  }

  /// The relationships to many objects, with the entities of these.
  package mutating func collection() -> (path: String, entity: EntityNumber) {
    let root = pick(roots)
    let paths =
      root.entity == Tree.leaf
      ? [("branch.leaves", Tree.leaf), ("branch.parent.children", Tree.branch)]
      : [("leaves", Tree.leaf), ("children", Tree.branch), ("parent.leaves", Tree.leaf)]
    let (path, entity) = pick(paths)
    return (root.path(path), entity)
  }

  package mutating func predicate(depth: Int = 0) -> FetchPredicate {
    switch below(depth > 3 ? 4 : 9) {
    case 0: chance(10) ? .constant(chance(50)) : comparison(depth)
    case 1...3: comparison(depth)
    case 4: .not(predicate(depth: depth + 1))
    case 5, 6: .and((0..<below(4)).map { _ in predicate(depth: depth + 1) })
    default: .or((0..<below(4)).map { _ in predicate(depth: depth + 1) })
    }
  }

  private mutating func comparison(_ depth: Int) -> FetchPredicate {
    if chance(6) { return membership(depth) }
    let isMany = chance(20)
    let path = isMany ? pick(manyPaths()) : pick(onePaths())
    let isText = path.kind == .text || path.kind == .link
    let operation = operation(path.kind, isText: isText)
    let options = FetchPredicate.Options(rawValue: isText && chance(60) ? below(4) : 0)
    let left = isMany || chance(55) ? .path(path.name) : expression(path.kind, depth: depth)
    return .comparison(
      FetchPredicate.Comparison(
        left, operation, operand(operation, path.kind, depth), options: options,
        quantifier: isMany ? pick([.any, .all, .none]) : .one))
  }

  private mutating func membership(_ depth: Int) -> FetchPredicate {
    let path = pick(manyPaths())
    let isText = path.kind == .text || path.kind == .link
    let options = FetchPredicate.Options(rawValue: isText && chance(60) ? below(4) : 0)
    let element = expression(path.kind, depth: depth)
    return .comparison(
      chance(50)
        ? .init(element, .in, .path(path.name), options: options)
        : .init(.path(path.name), .contains, element, options: options))
  }

  private mutating func operation(_ kind: Kind, isText: Bool) -> FetchPredicate.Operation {
    let any: [FetchPredicate.Operation] = [.equal, .notEqual, .in]
    let ordered: [FetchPredicate.Operation] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .between]
    let text: [FetchPredicate.Operation] = [.contains, .beginsWith, .endsWith, .like, .like, .matches]
    return pick(any + ordered + (isText ? text : []))
  }

  private mutating func operand(
    _ operation: FetchPredicate.Operation, _ kind: Kind, _ depth: Int
  ) -> FetchExpression {
    switch operation {
    case .between:
      if chance(30) { return .list([expression(kind, depth: depth), expression(kind, depth: depth)]) }
      return .values([operandValue(kind), operandValue(kind)])
    case .in:
      if chance(20) { return .list((0...below(3)).map { _ in expression(kind, depth: depth) }) }
      return .values((0..<below(6)).map { _ in operandValue(kind) })
    case .like: return .value(chance(10) ? .null : .string(pattern()))
    case .matches: return .value(chance(10) ? .null : .string(pick(Self.expressions)))
    default: return chance(40) ? expression(kind, depth: depth) : .value(operandValue(kind))
    }
  }

  /// Numbers of all kinds can be compared with each other.
  package mutating func operandValue(_ kind: Kind) -> PropertyValue {
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

  private static let expressions = [
    "", ".*", "a", "a|ab", "[a-z]+", "\\d+", "(?i)SEA.*", "s.a", "\\w*", "á", "\\p{L}+", "[^a]?", ".",
    "\\S+ \\d",
    "(.)\\1", "が", "(?s).*\\x00.*", "e\u{301}?", "SS",
  ]

  package mutating func order(_ entity: EntityNumber) -> [FetchOrder] {
    let paths = entity == Tree.leaf ? Self.leafPaths : Self.branchPaths
    return (0..<below(4)).map { _ in
      FetchOrder(
        pick(paths).name, ascending: chance(60), comparison: pick([.binary, .insensitive, .natural]))
    }
  }

  package mutating func query() -> StoreQuery {
    let entity = chance(65) ? Tree.leaf : Tree.branch
    roots = [Root(prefix: "", entity: entity)]
    return StoreQuery(
      entity: entity, predicate: chance(95) ? predicate() : nil, order: order(entity),
      limit: chance(30) ? below(20) : nil, offset: chance(20) ? below(10) : 0)
  }
}
