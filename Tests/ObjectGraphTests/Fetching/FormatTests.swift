import Foundation
import ObjectGraph
import Testing

@Suite("The format of predicates")
struct FormatTests {
  private static func compare(
    _ path: String, _ operation: FetchPredicate.Operation, _ value: PropertyValue,
    _ options: FetchPredicate.Options = [], _ quantifier: FetchPredicate.Quantifier = .one
  ) -> FetchPredicate {
    .comparison(.init(path, operation, .value(value), options: options, quantifier: quantifier))
  }

  static let trees: [(String, FetchPredicate)] = [
    ("a = 1", compare("a", .equal, .integer(1))), ("a <> -1", compare("a", .notEqual, .integer(-1))),
    ("a=<1.5e-1", compare("a", .lessOrEqual, .real(0.15))),
    ("a=>2", compare("a", .greaterOrEqual, .integer(2))),
    ("a == 'it\\'s'", compare("a", .equal, .string("it's"))),
    ("a == \"x\\n\\\\\"", compare("a", .equal, .string("x\n\\"))),
    ("a == yes", compare("a", .equal, .boolean(true))),
    ("a == NULL", compare("a", .equal, .null)), ("(((a == nil)))", compare("a", .equal, .null)),
    (
      "a.b CONTAINS[cD] 'x'",
      compare("a.b", .contains, .string("x"), [.caseInsensitive, .diacriticInsensitive])
    ),
    ("any a.b like 'x'", compare("a.b", .like, .string("x"), [], .any)),
    ("some a == 1", compare("a", .equal, .integer(1), [], .any)),
    ("NONE a == 1", compare("a", .equal, .integer(1), [], .none)),
    ("a.@count > 3", compare("a.@count", .greater, .integer(3))),
    ("self == b", .comparison(.init("SELF", .equal, .path("b")))),
    ("a BETWEEN {1, 'x'}", .comparison(.init("a", .between, .values([.integer(1), .string("x")])))),
    ("a IN {}", .comparison(.init("a", .in, .values([])))),
    (
      "a = 1 OR b = 2 AND NOT c = 3",
      .or([
        compare("a", .equal, .integer(1)),
        .and([compare("b", .equal, .integer(2)), .not(compare("c", .equal, .integer(3)))]),
      ])
    ),
    (
      "(a = 1 || b = 2) && !(c = 3) and truepredicate",
      .and([
        .or([compare("a", .equal, .integer(1)), compare("b", .equal, .integer(2))]),
        .not(compare("c", .equal, .integer(3))), .constant(true),
      ])
    ),
  ]

  @Test("A format is read as a tree", arguments: trees)
  func tree(format: String, expected: FetchPredicate) throws {
    #expect(try FetchPredicate(format) == expected)
  }

  @Test("Arguments take their places in order")
  func arguments() throws {
    let id = ManagedObjectID(entity: 1, key: 7)
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let read = try FetchPredicate(
      "%K == %@ AND b IN %@ AND c BETWEEN {%d, %f} AND d == %@ AND e == %K", "in", id, ["x", "y"], 1, 2.5,
      date,
      "f.g")
    #expect(
      read
        == .and([
          .comparison(.init("in", .equal, .value(.reference(id)))),
          .comparison(.init("b", .in, .values([.string("x"), .string("y")]))),
          .comparison(.init("c", .between, .values([.integer(1), .real(2.5)]))),
          .comparison(.init("d", .equal, .value(.date(date)))),
          .comparison(.init("e", .equal, .path("f.g"))),
        ]))
    #expect(try FetchPredicate("a == %@", String?.none) == FetchPredicate("a == NIL"))
  }

  static let mistakes: [(String, [any FetchArgument & Sendable], Int, String)] = [
    ("", [], 1, "expected a comparison, which begins with a key path, found the end"),
    ("title", [], 6, "expected a comparison operator, found the end"),
    ("title == ", [], 10, "expected a value or key path, found the end"),
    ("title == \"sea", [], 10, "the text that begins here has no closing \""),
    ("title == \"s\\x\"", [], 13, "expected \\, n, r, t or a quote after a backslash"),
    ("title = 'x' b", [], 13, "expected AND, OR or the end, found \"b\""),
    ("(title = 'x'", [], 13, "expected AND, OR or \")\", found the end"),
    ("title = 'x' AND", [], 16, "expected a comparison, which begins with a key path, found the end"),
    ("1 = title", [], 1, "expected a comparison, which begins with a key path, found 1"),
    ("title CONTAINS[cx] 'a'", [], 15, "expected [c], [d] or [cd], found \"[cx]\""),
    ("title CONTAINS[c 'a'", [], 15, "the options that begin here have no closing ]"),
    ("title MATCHES 'a'", [], 7, "MATCHES is not supported"),
    ("size + 1 > 2", [], 6, "arithmetic (+) is not supported"),
    ("lower(title) = 'a'", [], 1, "functions (lower) are not supported"),
    ("SUBQUERY(a, $x, $x = 1).@count > 0", [], 13, "variables ($) are not supported"),
    ("a = $x", [], 5, "variables ($) are not supported"), ("a..b = 1", [], 1, "\"a..b\" is no key path"),
    ("a.@max = 1", [], 1, "\"a.@max\" is no key path"), ("a = 12x", [], 5, "12x is no number"),
    ("a = 1;", [], 6, "\";\" means nothing here"), ("a = %s", [], 5, "expected %@, %K, %d or %f"),
    ("a = %@", [], 5, "there is no argument for \"%@\""), ("a = %d", ["x"], 5, "%d takes a number"),
    ("%K = 1", [1], 1, "%K takes the text of a key path"),
    ("a = 1", [2], 6, "1 of the arguments are not used"),
    ("a IN 3", [], 6, "IN wants several values, as {1, 2} or an array"),
    ("a BETWEEN {1}", [], 11, "BETWEEN wants two values, as {1, 2} or an array"),
    ("a = {1, 2}", [], 5, "expected one value, found several"),
    ("a IN {1 2}", [], 9, "expected \",\" or \"}\", found 2"),
    ("a IN {b}", [], 7, "expected a single value, found \"b\""),
    (String(repeating: "(", count: 5_000), [], 64, "predicates are nested 64 levels deep at the most"),
  ]

  @Test("A mistake is told with its column and what was expected", arguments: mistakes.indices)
  func mistake(index: Int) throws {
    let (format, arguments, column, reason) = Self.mistakes[index]
    let error = #expect(throws: PredicateSyntaxError.self) {
      try FetchPredicate(format, arguments: arguments)
    }
    #expect(error?.column == column, "\(format)")
    #expect(error?.reason == reason, "\(format)")
  }

  @Test("The typed notation gives the same trees")
  func typed() throws {
    let id = Films.id(Films.director, 1)
    let pairs: [(FetchPredicate, String)] = [
      (Film.title == "x", "title == 'x'"), (Film.title == nil, "title == NIL"), (Film.year > 3, "year > 3"),
      (Film.title.contains("x", .caseInsensitive), "title CONTAINS[c] 'x'"),
      (Film.title.equals("x", .diacriticInsensitive), "title ==[d] 'x'"),
      (Film.year.isBetween(1, and: 2), "year BETWEEN {1, 2}"),
      (Film.year.isIn([1, nil]), "year IN {1, NIL}"),
      (Film.director == nil, "director == NIL"), (Film.director.name == "x", "director.name == 'x'"),
      (Film.director.mentor.name != "x", "director.mentor.name != 'x'"),
      (Director.films.count >= 2, "films.@count >= 2"),
      (Director.films.any.title == "x", "ANY films.title == 'x'"),
      (Director.films.none.director.name == "x", "NONE films.director.name == 'x'"),
      (Film.director.films.all.year < 2, "ALL director.films.year < 2"),
      (
        Film.year > 1 && Film.year < 3 && !(Film.title == "x") || Film.year == nil,
        "year > 1 AND year < 3 AND NOT title == 'x' OR year == NIL"
      ),
    ]
    for (typed, format) in pairs { #expect(try typed == FetchPredicate(format), "\(format)") }
    #expect((Film.director == id) == .comparison(.init("director", .equal, .value(.reference(id)))))
  }
}
