package import ObjectGraph

extension RandomTrees {
  /// A query of dictionaries: of rows, distinct or not, of groups, or of all.
  package mutating func dictionaryQuery() -> DictionaryQuery {
    let entity = chance(65) ? Tree.leaf : Tree.branch
    roots = [Root(prefix: "", entity: entity)]
    let rows = StoreQuery(entity: entity, predicate: chance(60) ? predicate() : nil)
    let keys: [(FetchExpression, Kind)] = (0..<below(3)).map { _ in key() }
    var columns = keys.filter { _ in chance(80) }
    if chance(60) {
      columns += (0...below(3)).map { _ in groupColumn() }
    } else if keys.isEmpty {
      columns += (0...below(3)).map { _ in key() }
    }
    let names = columns.indices.map { "c\($0)" }
    let kinds = Array(zip(names, columns.map(\.1)))
    return DictionaryQuery(
      rows: rows, columns: zip(names, columns).map { FetchedColumn($0, $1.0) }, groupBy: keys.map(\.0),
      having: kinds.isEmpty || chance(50) ? nil : having(kinds), isDistinct: chance(30), order: order(kinds),
      limit: chance(30) ? below(10) : nil, offset: chance(20) ? below(5) : 0)
  }

  private mutating func key() -> (FetchExpression, Kind) {
    let path = pick(onePaths())
    return chance(70) ? (.path(path.name), path.kind) : (expression(path.kind, depth: 2), path.kind)
  }

  private mutating func groupColumn() -> (FetchExpression, Kind) {
    switch below(6) {
    case 0: return (.function(.count, [.path(pick(onePaths()).name)]), .integer)
    case 1: return (.function(pick([.min, .max]), [expression(.text, depth: 2)]), .text)
    case 2: return (.function(pick([.min, .max]), [expression(.date, depth: 2)]), .date)
    case 3:
      let sum = FetchExpression.function(.sum, [expression(.integer, depth: 3)])
      return (.arithmetic(pick([.add, .divide]), sum, .function(.count, [.path("SELF")])), .real)
    default:
      return (.function(pick([.sum, .average, .min, .max]), [expression(.real, depth: 2)]), .real)
    }
  }

  private mutating func having(_ columns: [(String, Kind)]) -> FetchPredicate {
    let comparisons = columns.compactMap { name, kind -> FetchPredicate? in
      guard kind != .leaf, kind != .branch else { return nil }
      return .comparison(
        .init(name, pick([.equal, .notEqual, .less, .greaterOrEqual]), .value(operandValue(kind))))
    }
    return chance(50) ? .and(comparisons) : .or(comparisons)
  }

  private mutating func order(_ columns: [(String, Kind)]) -> [FetchOrder] {
    guard !columns.isEmpty else { return [] }
    return (0..<below(3)).map { _ in
      FetchOrder(
        pick(columns).0, ascending: chance(60), comparison: pick([.binary, .insensitive, .natural]))
    }
  }
}
