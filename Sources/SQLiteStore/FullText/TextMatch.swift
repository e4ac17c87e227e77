internal import ObjectStore

/// A condition on the trigrams of a row that holds for every row that matches a predicate, and for others.
indirect enum TextMatch: Hashable {
  /// The row contains all of these trigrams.
  case trigrams([String])
  case all([TextMatch])
  case any([TextMatch])

  /// The maximum number of trigrams, and of nested conditions, that FTS5 gets: its parser has limits of its own.
  private static let sizeLimit = 200
  private static let depthLimit = 8

  /// Returns the condition for a predicate on rows of an entity.
  ///
  /// - Returns: `nil` if rows without any trigram can match, or if the condition would be too long.
  static func required(by predicate: FetchPredicate, of entity: Entity) -> TextMatch? {
    guard let match = match(predicate, entity), match.size <= sizeLimit, match.depth <= depthLimit else {
      return nil
    }
    return match
  }

  private static func match(_ predicate: FetchPredicate, _ entity: Entity) -> TextMatch? {
    switch predicate {
    case .comparison(let comparison): return match(comparison, entity)
    case .and(let parts):
      return joined(fitting(different(parts.compactMap { match($0, entity) })), TextMatch.all)
    case .or(let parts):
      let matches = parts.compactMap { match($0, entity) }
      return matches.count == parts.count ? joined(different(matches), TextMatch.any) : nil
    case .constant, .not: return nil
    }
  }

  /// Returns as many of some conditions, the shortest of them, as are not too long together: each holds by itself.
  private static func fitting(_ matches: [TextMatch]) -> [TextMatch] {
    var size = 0
    let fitting = matches.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }
      .prefix { match in
        size += match.element.size
        return size <= sizeLimit
      }
    return fitting.sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// Returns each of some conditions once: comparisons of several attributes with one text require the same.
  private static func different(_ matches: [TextMatch]) -> [TextMatch] {
    // A generated predicate can have thousands of parts.
    var seen: Set<TextMatch> = []
    return matches.filter { seen.insert($0).inserted }
  }

  private static func joined(_ matches: [TextMatch], _ join: ([TextMatch]) -> TextMatch) -> TextMatch? {
    matches.count > 1 ? join(matches) : matches.first
  }

  private static func match(_ comparison: FetchPredicate.Comparison, _ entity: Entity) -> TextMatch? {
    guard comparison.quantifier == .one, case .path(let path) = comparison.left,
      entity.fullTextIndex.contains(path)
    else { return nil }
    let trigrams = Trigrams.required(by: comparison)
    return trigrams.isEmpty ? nil : .trigrams(trigrams)
  }

  var size: Int {
    switch self {
    case .trigrams(let trigrams): trigrams.count
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }

  var depth: Int {
    switch self {
    case .trigrams: 0
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    }
  }

  /// Returns the condition with the trigrams that leave the fewest rows for the least work.
  ///
  /// FTS5 reads the rows of all trigrams from the first to the last. The rarest trigram, and two rare ones that if possible
  /// do not overlap it, leave out almost as many rows as all of them.
  ///
  /// - Parameter frequency: Returns the number of rows with a trigram, which may be an estimate.
  func reduced(_ frequency: (String) throws -> Double) rethrows -> TextMatch {
    switch self {
    case .all(let parts): return .all(try parts.map { try $0.reduced(frequency) })
    case .any(let parts): return .any(try parts.map { try $0.reduced(frequency) })
    case .trigrams(let trigrams):
      guard trigrams.count > 1 else { return self }
      let counted = try trigrams.enumerated().map { (place: $0, trigram: $1, rows: try frequency($1)) }
      let sorted = counted.sorted { ($0.rows, $0.place) < ($1.rows, $1.place) }
      var (chosen, overlapping) = (sorted.prefix(0), sorted.prefix(0))
      for one in sorted where one.rows <= Self.worthwhile * max(1, sorted[0].rows) {
        if chosen.contains(where: { abs($0.place - one.place) < 3 }) {
          overlapping.append(one)
        } else {
          chosen.append(one)
        }
      }
      chosen = (chosen + overlapping).prefix(Self.chosenLimit)
      return .trigrams(chosen.map(\.trigram))
    }
  }

  /// The maximum number of trigrams that remain of a text.
  private static let chosenLimit = 3
  /// The number of rows of a trigram that cost as much as reading one row of the table.
  private static let worthwhile = 100.0

  /// The condition as FTS5's `MATCH` reads it.
  var expression: String {
    switch self {
    case .trigrams(let trigrams):
      trigrams.map(Self.quoted).joined(separator: " AND ")
    case .all(let parts): parts.map { "(\($0.expression))" }.joined(separator: " AND ")
    case .any(let parts): parts.map { "(\($0.expression))" }.joined(separator: " OR ")
    }
  }
}

extension TextMatch {
  /// Returns a text as a string of FTS5, by code points: a combining mark makes one character with the quote before it.
  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
