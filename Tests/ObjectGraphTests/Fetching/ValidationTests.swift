import Foundation
import ObjectGraph
import Testing

@Suite("What does not fit the model")
struct ValidationTests {
  static let mistakes: [(String, FetchError)] = [
    ("name == 1", .unknownProperty(entity: "Film", name: "name", path: "name")),
    ("director.title == 1", .unknownProperty(entity: "Director", name: "title", path: "director.title")),
    ("title.name == 1", .pathThroughAttribute(entity: "Film", name: "title", path: "title.name")),
    ("director.films == NIL", .toManyWithoutQuantifier(path: "director.films")),
    ("year == director.films", .toManyWithoutQuantifier(path: "director.films")),
    ("ANY title == 'x'", .quantifierWithoutToMany(path: "title")),
    ("ANY director.films.@count == 1", .quantifierWithoutToMany(path: "director.films.@count")),
    (
      "ANY director.films.director.films.year == 1",
      .severalToMany(path: "director.films.director.films.year")
    ),
    ("year CONTAINS '1'", .notText(path: "year")), ("year ==[c] 1", .notText(path: "year")),
    ("director LIKE 'x'", .notText(path: "director")),
    ("SELF > 3", .wrongType(path: "SELF", expected: "an object of Film", found: "3")),
    ("title == 3", .wrongType(path: "title", expected: "text", found: "3")),
    ("year == 'x'", .wrongType(path: "year", expected: "a number", found: "\"x\"")),
    ("year IN {1, 'x'}", .wrongType(path: "year", expected: "a number", found: "\"x\"")),
    ("isSilent == 2", .wrongType(path: "isSilent", expected: "true or false", found: "2")),
    ("seen == 0", .wrongType(path: "seen", expected: "a date", found: "0")),
    ("director == 1", .wrongType(path: "director", expected: "an object of Director", found: "1")),
    ("title MATCHES '('", .invalidPattern("(")), ("title MATCHES 'a)|(b'", .invalidPattern("a)|(b")),
    ("title MATCHES title", .wrongOperand(path: "title", expected: "a text by MATCHES")),
    ("year MATCHES 'x'", .notText(path: "year")), ("year == $x", .unboundVariable(name: "x")),
    (
      "title + 1 == 2",
      .wrongArgument(function: "+", expected: "numbers, or dates and numbers", found: "title")
    ),
    (
      "seen + seen == 2",
      .wrongArgument(function: "+", expected: "numbers, or a date and a number", found: "seen")
    ),
    ("seen - 1 == 2", .wrongType(path: "(seen - 1)", expected: "a date", found: "2")),
    ("abs(title) == 1", .wrongArgument(function: "abs", expected: "numbers", found: "title")),
    ("length(year) == 1", .wrongArgument(function: "length", expected: "text", found: "year")),
    ("sum(year) == 1", .singleValue(expression: "year")),
    (
      "sum({'x', 'y'}) == 1",
      .wrongArgument(
        function: "sum", expected: "numbers", found: "{\"x\", \"y\"}")
    ),
    ("max({1, 'x'}) == 1", .wrongType(path: "max({1, \"x\"})", expected: "a number", found: "text")),
    (
      "max(director.films) == NIL",
      .wrongArgument(
        function: "max", expected: "numbers, dates and text", found: "director.films")
    ),
    (
      "director.films.@max.isSilent == TRUE",
      .wrongArgument(
        function: "max", expected: "numbers, dates and text", found: "director.films.isSilent")
    ),
    (
      "director.films.@sum.title == 1",
      .wrongArgument(
        function: "sum", expected: "numbers", found: "director.films.title")
    ),
    ("director.films.title == 'x'", .toManyWithoutQuantifier(path: "director.films.title")),
    ("SUBQUERY(director, $d, TRUEPREDICATE).@count == 1", .singleValue(expression: "director")),
    (
      "SUBQUERY(director.films, $f, $f.x == 1).@count == 1",
      .unknownProperty(entity: "Film", name: "x", path: "x")
    ),
    ("year IN title", .wrongOperand(path: "year", expected: "several values by IN")),
    (
      "'x' IN director.films.year",
      .wrongType(path: "director.films.year", expected: "a number", found: "\"x\"")
    ),
    (
      "TERNARY(year > 1, 1, 'x') == 1",
      .wrongType(
        path: "TERNARY(year > 1, 1, \"x\")", expected: "a number", found: "text")
    ),
    ("title == year", .wrongType(path: "title", expected: "text", found: "\"year\"")),
  ]

  @Test("A predicate that does not fit is refused with its reason", arguments: mistakes)
  func predicate(format: String, expected: FetchError) throws {
    let films = try Films()
    let predicate = try FetchPredicate("TRUEPREDICATE AND NOT \(format)")
    #expect(throws: expected) { try predicate.validate(for: films.filmEntity, in: films.model) }
  }

  @Test("An object of another entity is refused")
  func otherEntity() throws {
    let films = try Films()
    let predicate = Film.director == Films.id(Films.film, 1)
    let expected = FetchError.wrongType(path: "director", expected: "an object of Director", found: "2/p1")
    #expect(throws: expected) { try predicate.validate(for: films.filmEntity, in: films.model) }
  }

  @Test("An operation without the operands that it wants is refused")
  func operands() throws {
    let films = try Films()
    for (operation, operand) in [
      (.in, .value(.null)), (.between, .values([.null])), (.equal, .values([])), (.like, .values([])),
    ] as [(FetchPredicate.Operation, FetchPredicate.Operand)] {
      let predicate = FetchPredicate.comparison(.init("title", operation, operand as FetchExpression))
      #expect(throws: FetchError.self) { try predicate.validate(for: films.filmEntity, in: films.model) }
    }
  }

  @Test("An order by something that has not one value is refused")
  func order() throws {
    let films = try Films()
    try [FetchOrder("director.films.@count"), FetchOrder("director.name")]
      .validate(for: films.filmEntity, in: films.model)
    #expect(throws: FetchError.toManyWithoutQuantifier(path: "director.films.year")) {
      try [FetchOrder("director.films.year")].validate(for: films.filmEntity, in: films.model)
    }
    #expect(throws: FetchError.unknownProperty(entity: "Film", name: "x", path: "x")) {
      try [FetchOrder("x")].validate(for: films.filmEntity, in: films.model)
    }
  }
}
