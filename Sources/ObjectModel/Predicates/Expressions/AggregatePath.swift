/// A key path with a function of many values in it: `photos.@sum.size` is the sum of `photos.size`.
package struct AggregatePath {
  /// The function; never ``FetchFunction/count``, which stands at the end of a path and is part of it.
  package let function: FetchFunction
  /// The aggregate that the function computes.
  package let aggregate: Aggregate
  /// The path without the function.
  package let path: String

  /// Takes a path apart; nil when it has no such function.
  package init?(_ path: String) {
    // Nearly no path has one.
    guard path.utf8.contains(UInt8(ascii: "@")) else { return nil }
    var names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard let index = names.firstIndex(where: { $0.hasPrefix("@") }), index > 0, index < names.count - 1,
      let function = FetchFunction(operator: names[index]), function != .count,
      let aggregate = function.aggregate
    else { return nil }
    names.remove(at: index)
    self.function = function
    self.aggregate = aggregate
    self.path = names.joined(separator: ".")
  }
}
