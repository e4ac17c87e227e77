package import ObjectGraph

extension RandomTrees {
  /// An expression of one value of a kind.
  package mutating func expression(_ kind: Kind, depth: Int) -> FetchExpression {
    if depth > 4 || chance(25) { return chance(25) ? .value(operandValue(kind)) : path(kind) }
    if chance(8) {
      return .conditional(
        predicate(depth: depth + 2), expression(kind, depth: depth + 1), expression(kind, depth: depth + 1))
    }
    switch kind {
    case .integer, .real, .decimal, .count: return number(depth: depth + 1)
    case .text: return text(depth: depth + 1)
    case .date: return date(depth: depth + 1)
    default: return path(kind)
    }
  }

  private mutating func path(_ kind: Kind) -> FetchExpression {
    let isNumber = Self.numbers.contains(kind)
    let paths = onePaths().filter { isNumber ? Self.numbers.contains($0.kind) : $0.kind == kind }
    return paths.isEmpty ? .value(operandValue(kind)) : .path(pick(paths).name)
  }

  private static let numbers: [Kind] = [.integer, .real, .decimal, .count]

  private mutating func number(depth: Int) -> FetchExpression {
    switch below(12) {
    case 0...3:
      return .arithmetic(
        pick(FetchExpression.Arithmetic.allCases), expression(.integer, depth: depth),
        expression(pick(Self.numbers), depth: depth))
    case 4:
      return .arithmetic(.subtract, expression(.date, depth: depth), expression(.date, depth: depth))
    case 5, 6:
      let functions: [FetchFunction] = [
        .abs, .floor, .ceiling, .round, .trunc, .sqrt, .ln, .log, .exp, .modulus,
      ]
      let function = pick(functions)
      let arguments = (0..<(function == .modulus ? 2 : 1)).map { _ in
        expression(pick(Self.numbers), depth: depth)
      }
      return .function(function, arguments)
    case 7: return .function(.length, [expression(.text, depth: depth)])
    case 8, 9:
      return .function(pick([.sum, .average, .min, .max, .count]), [many(Self.numbers, depth: depth)])
    case 10: return .function(.count, [many([], depth: depth)])
    default:
      let list = (0...(1 + below(3))).map { _ in expression(pick(Self.numbers), depth: depth) }
      return .function(pick([.sum, .average, .min, .max, .count]), chance(50) ? list : [.list(list)])
    }
  }

  private mutating func text(depth: Int) -> FetchExpression {
    switch below(4) {
    case 0: .function(.lowercase, [expression(.text, depth: depth)])
    case 1: .function(.uppercase, [expression(.text, depth: depth)])
    case 2: .function(pick([.min, .max]), [many([.text], depth: depth)])
    default:
      .function(pick([.min, .max]), [expression(.text, depth: depth), expression(.text, depth: depth)])
    }
  }

  private mutating func date(depth: Int) -> FetchExpression {
    switch below(4) {
    case 0: .arithmetic(.add, expression(.date, depth: depth), expression(.real, depth: depth))
    case 1: .arithmetic(.subtract, expression(.date, depth: depth), expression(.integer, depth: depth))
    case 2: .function(pick([.min, .max]), [many([.date], depth: depth)])
    default: path(.date)
    }
  }

  /// Many values of some kinds; of any, objects included, if none is named.
  private mutating func many(_ kinds: [Kind], depth: Int) -> FetchExpression {
    let paths = manyPaths().filter { kinds.isEmpty || kinds.contains($0.kind) }
    if chance(50), !paths.isEmpty { return .path(pick(paths).name) }
    if roots.count > 2 { return .values([operandValue(kinds.first ?? .text)]) }
    let (collection, entity) = collection()
    let variable = "m\(roots.count)"
    roots.append(Root(prefix: "$" + variable, entity: entity))
    defer { roots.removeLast() }
    let values =
      entity == Tree.leaf
      ? [("count", .integer), ("price", .decimal), ("size", .real), ("title", .text), ("day", .date)]
      : [("rank", .integer), ("leaves.@count", .count), ("name", .text), ("favourite.day", .date)]
        as [Path]
    let fitting = values.filter { kinds.isEmpty || kinds.contains($0.kind) }
    return .subquery(
      .init(
        collection, variable, where: predicate(depth: depth + 2),
        taking: kinds.isEmpty && chance(50) ? nil : pick(fitting).name))
  }
}
