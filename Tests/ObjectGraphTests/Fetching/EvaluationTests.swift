import Foundation
import ObjectGraph
import Testing

@Suite("Predicates in memory")
struct EvaluationTests {
  @Test(
    "Each operator compares two values, and nil with anything, with one of two answers",
    arguments: [
      ("year == 1927", true), ("year == 1928", false), ("year == NIL", false), ("year != 1928", true),
      ("year != NIL", true), ("year < 1928", true), ("year <= 1927", true), ("year > 1927", false),
      ("year >= 1927", true), ("year < NIL", false), ("year >= NIL", false),
      ("year BETWEEN {1927, 1930}", true),
      ("year BETWEEN {1928, 1930}", false), ("year BETWEEN {NIL, 1930}", false), ("year IN {1, 1927}", true),
      ("year IN {}", false), ("year IN {NIL}", false), ("year == 1927.0", true), ("year < 1927.5", true),
      ("rating == NIL", true), ("rating != 1", true), ("NOT rating == 1", true), ("rating < 1", false),
      ("NOT rating < 1", true), ("rating IN {1, NIL}", true), ("NOT rating IN {1, 2}", true),
      ("rating BETWEEN {0, 1}", false), ("rating == rating", true), ("rating != year", true),
      ("title CONTAINS \"tro\"", true), ("title CONTAINS \"TRO\"", false),
      ("title CONTAINS[c] \"TRO\"", true),
      ("title CONTAINS \"\"", true), ("title CONTAINS NIL", false), ("title BEGINSWITH \"Mé\"", true),
      ("title BEGINSWITH[cd] \"me\"", true), ("title BEGINSWITH \"x\"", false),
      ("title ENDSWITH \"s\"", true),
      ("title ENDSWITH[c] \"LIS\"", true), ("title ENDSWITH \"Métropolis!\"", false),
      ("title LIKE \"M*s\"", true),
      ("title LIKE \"M?tropolis\"", true), ("title LIKE \"M\"", false), ("title LIKE[cd] \"*ETRO*\"", true),
      ("title == \"Metropolis\"", false), ("title ==[d] \"Metropolis\"", true),
      ("title ==[c] \"Metropolis\"", false),
      ("title IN[cd] {\"a\", \"METROPOLIS\"}", true), ("director == NIL", true),
      ("director.name == NIL", true),
      ("director.name CONTAINS \"\"", false), ("NOT director.name CONTAINS \"\"", true),
      ("director.films.@count == 0", true), ("ANY director.films.year > 0", false),
      ("ALL director.films.year > 0", true), ("NONE director.films.year > 0", true), ("TRUEPREDICATE", true),
      ("FALSEPREDICATE OR NOT FALSEPREDICATE", true), ("year == 1927 AND title == NIL", false),
      ("year + 1 == 1928", true), ("1928 - 1 == year", true), ("year / 10 == 192", true),
      ("year / 10.0 == 192.7", true),
      ("-7 / 2 == -3", true), ("modulus(-7, 2) == -1", true), ("modulus(7.5, 2) == 1.5", true),
      ("2 ** 3 == 8", true),
      ("year / 0 == NIL", true), ("modulus(year, 0) == NIL", true), ("year / 0.0 == NIL", true),
      ("9223372036854775807 + 1 == 9223372036854775808.0", true), ("sqrt(0 - 1) == NIL", true),
      ("-9223372036854775808 / -1 == 9223372036854775808.0", true),
      ("abs(-9223372036854775808) > 9e18", true),
      ("rating + 1 == NIL", true), ("NOT rating + 1 > 0", true), ("abs(-2.5) == 2.5", true),
      ("floor(-2.5) == -3", true),
      ("ceiling(2.1) == 3", true), ("round(2.5) == 3", true), ("round(-2.5) == -3", true),
      ("trunc(-2.9) == -2", true),
      ("sqrt(9) == 3", true), ("ln(1) == 0", true), ("log(100) == 2", true), ("exp(0) == 1", true),
      ("ln(0) == NIL", true),
      ("lowercase(title) == \"métropolis\"", true), ("uppercase(title) == \"MÉTROPOLIS\"", true),
      ("length(title) == 10", true), ("length(lowercase(director.name)) == NIL", true),
      ("now() > seen", false),
      ("sum(1, 2, NIL) == 3", true), ("average({1, 2}) == 1.5", true), ("min({3, year, 2}) == 2", true),
      ("max(year, 3000) == 3000", true), ("count({1, NIL}) == 1", true), ("sum({}) == 0", true),
      ("max({}) == NIL", true),
      ("TERNARY(year > 1900, 'new', 'old') == 'new'", true), ("year BETWEEN {year - 1, year + 1}", true),
      ("year IN {year - 1, rating}", false), ("year IN {rating, 1927 + 0}", true),
      ("title MATCHES \"M.*s\"", true), ("title MATCHES \"M\"", false),
      ("title MATCHES[cd] \"ME(TRO|x)POLIS\"", true),
      ("title MATCHES \"M|Métropolis\"", true), ("title MATCHES NIL", false),
      ("title MATCHES \"\\\\QMétropolis\"", true), ("title MATCHES \"\\\\QM.*\"", false),
      ("title MATCHES \"(?x) M .* s # and nothing else\"", true), ("director.name MATCHES \".*\"", false),
      ("title MATCHES[d] \"\\\\w+\"", true), ("year IN director.films.year", false),
    ])
  func operators(format: String, expected: Bool) throws {
    var films = try Films()
    let row = films.add(title: "Métropolis", year: 1927)
    let predicate = try FetchPredicate(format)
    try predicate.validate(for: films.filmEntity, in: films.model)
    #expect(try predicate.matches(row, in: films) == expected)
    #expect(try (!predicate).matches(row, in: films) == !expected)
  }

  @Test(
    "Key paths lead through relationships, as far as rows are there",
    arguments: [
      ("ANY films.year == 1927", true), ("ANY films.year == 1930", false), ("ALL films.year > 1900", false),
      ("ALL films.title != NIL", true), ("NONE films.year > 2000", true), ("films.@count == 2", true),
      ("ANY films == %@", true), ("ANY films.director.name == \"Fritz\"", true), ("mentor.name == NIL", true),
      ("mentor != NIL", true), ("mentor.films.@count == 0", true), ("SELF IN %@", false),
      ("ANY films.title CONTAINS[c] name", true), ("films.@sum.year == 1927", true),
      ("films.@avg.year == 1927", true),
      ("films.@max.title == 'Metropolis, by FRITZ'", true), ("min(films.title) == 'M'", true),
      ("count(films) == 2", true),
      ("count(films.year) == 1", true), ("mentor.films.@sum.year == 0", true),
      ("mentor.films.@max.year == NIL", true),
      ("SUBQUERY(films, $f, $f.year > 1900).@count == 1", true),
      ("SUBQUERY(films, $f, $f.title CONTAINS[c] name AND $f.director == SELF).@count == 1", true),
      ("SUBQUERY(films, $f, $f.year != NIL).@max.title BEGINSWITH 'Met'", true),
      (
        "SUBQUERY(films, $f, SUBQUERY($f.director.films, $g, $g.year > $f.year).@count > 0).@count == 0", true
      ),
      ("'M' IN films.title", true), ("films.title CONTAINS 'M'", true),
      ("films.title CONTAINS 'Other'", false),
      ("films CONTAINS %@", true), ("%@ IN films", true),
      ("SUBQUERY(films, $f, 'M' IN $f.director.films.title).@count == 2", true),
    ])
  func relationships(format: String, expected: Bool) throws {
    var films = try Films()
    films.add(film: 1, title: "Metropolis, by FRITZ", year: 1927, by: 1)
    films.add(film: 2, title: "M", by: 1)
    films.add(film: 3, title: "Other", year: 1930, by: 2)
    let row = films.add(director: 1, name: "Fritz", mentor: 99)
    let film = Films.id(Films.film, 2)
    let argument: any FetchArgument = format.contains("SELF IN") ? [Films.id(Films.director, 3)] : film
    let predicate = try FetchPredicate(format, arguments: format.contains("%@") ? [argument] : [])
    try predicate.validate(for: films.model.entities[0], in: films.model)
    #expect(try predicate.matches(row, in: films) == expected)
  }

  @Test("Text is compared by its bytes, unless accents do not matter")
  func composition() throws {
    var films = try Films()
    let row = films.add(title: "\u{E9}")
    #expect(try !FetchPredicate("title == %@", "e\u{301}").matches(row, in: films))
    #expect(try FetchPredicate("title ==[d] %@", "e\u{301}").matches(row, in: films))
    #expect(try !FetchPredicate("title CONTAINS %@", "e").matches(row, in: films))
  }

  @Test("A predicate and an order say which relationships they go through")
  func dependencies() throws {
    let predicate = try FetchPredicate(
      "year > 1 AND (NOT director.mentor.name == director.name OR ANY director.films == SELF)")
    #expect(predicate.relationshipPaths() == ["director", "director.mentor", "director.films"])
    #expect([FetchOrder("title"), FetchOrder("director.name")].relationshipPaths() == ["director"])
    #expect([FetchOrder("films.@count")].relationshipPaths() == ["films"])
    #expect([FetchOrder("films.@sum.year")].relationshipPaths() == ["films"])
    for (format, paths) in [
      (
        "sum(films.director.rank) > mentor.rank + 1",
        ["films", "films.director", "films.director.rank", "mentor"]
      ),
      (
        "SUBQUERY(films, $f, $f.director.name == mentor.name).@count > 0",
        ["films", "films.director", "mentor"]
      ),
      (
        "SUBQUERY(mentor.films, $f, ANY $f.director.films.year > 1).@max.director.name == 'x'",
        [
          "mentor", "mentor.films", "mentor.films.director", "mentor.films.director.films",
          "mentor.films.director.films.year",
        ]
      ),
      ("TERNARY(mentor.name == NIL, 1, 2) == 1", ["mentor"]),
      ("SELF IN mentor.films", ["mentor", "mentor.films"]),
    ] as [(String, Set<String>)] {
      #expect(try FetchPredicate(format).relationshipPaths() == paths, "\(format)")
    }
  }
}
