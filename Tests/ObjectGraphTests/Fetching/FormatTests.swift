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
    ("a CONTAINS \"\u{301}\"", compare("a", .contains, .string("\u{301}"))),
    ("a == '\u{301}e\u{301}\\\u{27}\u{301}'", compare("a", .equal, .string("\u{301}e\u{301}'\u{301}"))),
    ("gro\u{308}\u{DF}e = 1", compare("gr\u{F6}\u{DF}e", .equal, .integer(1))),
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

  private static let a = FetchExpression.path("a")
  private static let b = FetchExpression.path("b")
  private static let one = FetchExpression.value(.integer(1))

  private static func equal(_ left: FetchExpression, _ right: FetchExpression) -> FetchPredicate {
    .comparison(.init(left, .equal, right))
  }

  static let expressions: [(String, FetchPredicate)] = [
    ("1 = a", equal(one, a)), ("a = b", equal(a, b)), ("SELF.a = self.b", equal(a, b)),
    ("a + b - 1 = 1", equal(.arithmetic(.subtract, .arithmetic(.add, a, b), one), one)),
    ("a-1 = 1", equal(.arithmetic(.subtract, a, one), one)), ("a = -1", equal(a, .value(.integer(-1)))),
    ("a = - b", equal(a, .arithmetic(.subtract, .value(.integer(0)), b))),
    ("a = -9223372036854775808", equal(a, .value(.integer(.min)))),
    (
      "a + b * a ** 1 ** b = 1",
      equal(
        .arithmetic(.add, a, .arithmetic(.multiply, b, .arithmetic(.power, a, .arithmetic(.power, one, b)))),
        one)
    ),
    ("(a + b) / 1 = ((a))", equal(.arithmetic(.divide, .arithmetic(.add, a, b), one), a)),
    ("((a + b) = (1))", equal(.arithmetic(.add, a, b), one)),
    ("lowercase(a) = Uppercase:(b)", equal(.function(.lowercase, [a]), .function(.uppercase, [b]))),
    (
      "modulus:by:(a, 1) = modulus(a, 1)",
      equal(.function(.modulus, [a, one]), .function(.modulus, [a, one]))
    ),
    (
      "FUNCTION(a, 'raise:toPower:', b) = from:subtract:(a, 1)",
      equal(
        .arithmetic(.power, a, b), .arithmetic(.subtract, a, one))
    ),
    ("now() = 1", equal(.function(.now, []), one)),
    ("sum(a.b) = a.@sum.b", equal(.function(.sum, [.path("a.b")]), .path("a.@sum.b"))),
    (
      "max({a, 1}) = min({1, 1})",
      equal(
        .function(.max, [.list([a, one])]), .function(.min, [.values([.integer(1), .integer(1)])]))
    ),
    ("average(a, b) = 1", equal(.function(.average, [a, b]), one)),
    (
      "TERNARY(a = b AND NOT a = 1, a, b) = 1",
      equal(
        .conditional(.and([equal(a, b), .not(equal(a, one))]), a, b), one)
    ),
    ("a = $x", equal(a, .variable("x"))), ("a IN $x", .comparison(.init("a", .in, .variable("x")))),
    ("a IN b", .comparison(.init("a", .in, b))),
    (
      "'x' MATCHES[c] 'y'",
      .comparison(
        .init(.value(.string("x")), .matches, .value(.string("y")), options: .caseInsensitive))
    ),
    ("a BETWEEN {b, 1 + 1}", .comparison(.init("a", .between, .list([b, .arithmetic(.add, one, one)])))),
    (
      "SUBQUERY(a, $x, $x.b = b AND $x = $y).@count = 1",
      equal(
        .function(
          .count,
          [
            .subquery(
              .init(
                "a", "x",
                where: .and([
                  equal(.path("$x.b"), b), equal(.path("$x"), .variable("y")),
                ])))
          ]), one)
    ),
    (
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.a = $x.a).@avg.c = 1).@max.b = 1",
      equal(
        .function(
          .max,
          [
            .subquery(
              .init(
                "a", "x",
                where: equal(
                  .function(
                    .average,
                    [
                      .subquery(
                        .init(
                          "$x.b", "y", where: equal(.path("$y.a"), .path("$x.a")), taking: "c"))
                    ]), one), taking: "b"))
          ]), one)
    ),
    (
      "count(SUBQUERY(a, $x, $x = 1)) = sum(SUBQUERY(a, $x, TRUEPREDICATE).b)",
      equal(
        .function(.count, [.subquery(.init("a", "x", where: equal(.path("$x"), one)))]),
        .function(.sum, [.subquery(.init("a", "x", where: .constant(true), taking: "b"))]))
    ),
  ]

  @Test(
    "An expression is read as a tree, and the tree written as a format that gives it again",
    arguments: expressions)
  func expression(format: String, expected: FetchPredicate) throws {
    let read = try FetchPredicate(format)
    #expect(read == expected)
    #expect(try FetchPredicate(read.description) == expected, "\(read)")
  }

  @Test("Values take the place of variables, and a variable without one is refused")
  func variables() throws {
    let films = try Films()
    let template = try FetchPredicate("year > $from AND title IN $titles")
    let half = template.substituting(["from": 3])
    #expect(try half == FetchPredicate("year > 3 AND title IN $titles"))
    #expect(try half.substituting(["titles": ["a"]]) == FetchPredicate("year > 3 AND title IN {'a'}"))
    #expect(throws: FetchError.unboundVariable(name: "titles")) {
      try half.validate(for: films.filmEntity, in: films.model)
    }
    let inner = try FetchPredicate(
      "SUBQUERY(films, $f, $f.year + $x > 2).@count == TERNARY(name == $y, 1, $x)")
    #expect(
      try inner.substituting(["x": 5, "y": "a"])
        == FetchPredicate("SUBQUERY(films, $f, $f.year + 5 > 2).@count == TERNARY(name == 'a', 1, 5)"))
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

  private static let functions = FetchFunction.allCases.map(\.rawValue).joined(separator: ", ")

  static let mistakes: [(String, [any FetchArgument & Sendable], Int, String)] = [
    ("", [], 1, "expected a comparison, found the end"),
    ("title", [], 6, "expected a comparison operator, found the end"),
    ("title == ", [], 10, "expected a value or key path, found the end"),
    ("title == \"sea", [], 10, "the text that begins here has no closing \""),
    ("title == \"s\\x\"", [], 13, "expected \\, n, r, t or a quote after a backslash"),
    ("title = 'x' b", [], 13, "expected AND, OR or the end, found \"b\""),
    ("(title = 'x'", [], 13, "expected AND, OR or \")\", found the end"),
    ("title = 'x' AND", [], 16, "expected a comparison, found the end"),
    ("title CONTAINS[cx] 'a'", [], 15, "expected [c], [d] or [cd], found \"[cx]\""),
    ("title CONTAINS[c 'a'", [], 15, "the options that begin here have no closing ]"),
    ("(size + 1", [], 10, "expected a comparison operator, found the end"),
    ("size + > 2", [], 8, "expected a value, found \">\""),
    ("2 ** (a b) > 1", [], 9, "expected an operator or \")\", found \"b\""),
    ("lower(title) = 'a'", [], 1, "there is no function \"lower\"; there are \(functions)"),
    ("length(a, b) > 1", [], 1, "length takes 1 arguments, not 2"),
    ("divide:by:(a) > 1", [], 1, "divide:by: takes 2 arguments, not 1"),
    ("sum() > 1", [], 1, "sum takes an argument"),
    ("abs(a > 1", [], 7, "expected \",\" or \")\", found \">\""),
    ("FUNCTION(a, b) = 1", [], 13, "expected the name of a function in quotes, found \"b\""),
    ("FUNCTION(a, 'b') = 1", [], 13, "there is no function \"b\"; there are \(functions)"),
    ("TERNARY(a = 1, 2) = 1", [], 17, "expected \",\", found \")\""),
    (
      "SUBQUERY(1, $x, $x = 1).@count > 0", [], 11,
      "a subquery begins with the key path of a to-many relationship"
    ),
    ("SUBQUERY(a, x, x = 1).@count > 0", [], 13, "expected a variable, found \"x\""),
    (
      "SUBQUERY(a, $x, ANY SUBQUERY(b, $x, $x = 1) = 1).@count > 0", [], 33,
      "a subquery around has the variable $x"
    ),
    (
      "SUBQUERY(a, $x, $x = 1).@sum > 0", [], 24,
      "expected @count, or @sum, @avg, @min or @max with a key path, found \".@sum\""
    ),
    ("a = $x.b", [], 5, "$x is no variable of a subquery around, so no path can begin at it"),
    ("a = $", [], 6, "expected the name of a variable after the dollar sign"),
    ("a..b = 1", [], 1, "\"a..b\" is no key path"), ("a.@max = 1", [], 1, "\"a.@max\" is no key path"),
    ("a.@median.b = 1", [], 1, "\"a.@median.b\" is no key path"),
    ("a:b = 1", [], 1, "\"a:b\" is no key path"),
    ("a = 12x", [], 5, "12x is no number"),
    ("a = 1;", [], 6, "\";\" means nothing here"), ("a = %s", [], 5, "expected %@, %K, %d or %f"),
    ("a = %@", [], 5, "there is no argument for \"%@\""), ("a = %d", ["x"], 5, "%d takes a number"),
    ("%K = 1", [1], 1, "%K takes the text of a key path"),
    ("a = 1", [2], 6, "1 of the arguments are not used"),
    ("a IN 3", [], 6, "IN wants several values, as {1, 2}, an array or a path to many"),
    ("a BETWEEN {1}", [], 11, "BETWEEN wants two values, as {1, 2} or an array"),
    ("a = {1, 2}", [], 5, "expected one value, found several"),
    ("a IN {1 2}", [], 9, "expected \",\" or \"}\", found 2"),
    ("a IN {{1}}", [], 7, "expected a single value, found \"{\""),
    (
      "abs" + String(repeating: "(", count: 5_000), [], 67, "predicates are nested 64 levels deep at most"
    ),
    (String(repeating: "(", count: 5_000), [], 64, "predicates are nested 64 levels deep at most"),
  ]

  @Test("A mistake is reported with its column and what was expected", arguments: mistakes.indices)
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
      (Film.year + 1 > Film.year * 2, "year + 1 > year * 2"),
      (Film.year.applying(.abs) == 3, "abs(year) == 3"),
      (Film.title.lowercased == "x", "lowercase(title) == 'x'"),
      (Film.title.matches("x+", .caseInsensitive), "title MATCHES[c] 'x+'"),
      (Film.title.length > 2, "length(title) > 2"), (Director.films.sum(\.year) > 3, "sum(films.year) > 3"),
      (Director.films.average(\.year) == nil, "average(films.year) == NIL"),
      (Director.films.max(\.title) == "x", "max(films.title) == 'x'"),
      (
        Director.films.filter { $0.year > 3 && $0.director.name == "x" }.count >= 1,
        "SUBQUERY(films, $member1, $member1.year > 3 AND $member1.director.name == 'x').@count >= 1"
      ),
      (
        Director.films.filter { $0.director.films.filter { $0.year > 1 }.count > 2 }.count > 3,
        "SUBQUERY(films, $member1, SUBQUERY($member1.director.films, $member2, $member2.year > 1).@count > 2).@count > 3"
      ),
      (
        Film.year > 1 && Film.year < 3 && !(Film.title == "x") || Film.year == nil,
        "year > 1 AND year < 3 AND NOT title == 'x' OR year == NIL"
      ),
    ]
    for (typed, format) in pairs { #expect(try typed == FetchPredicate(format), "\(format)") }
    #expect((Film.director == id) == .comparison(.init("director", .equal, .value(.reference(id)))))
  }
}
