import ObjectGraph
import TestSupport
import Testing

/// A book with relationships to other books.
private class Edition: ManagedObject {
  @Attribute("title") var title: String
  @Attribute("year") var year: Int
  @ToMany("volumes") var volumes: ObjectSet<Edition>
  @ToOne("whole") var whole: Edition?
  @FetchedProperty("earlier") var earlier: [Edition]
}

@MainActor
@Suite("Fetched properties and fetch-request templates")
struct RequestTests {
  private static func model() throws -> ManagedObjectModel {
    let years = [FetchOrder("year", ascending: false)]
    return try ManagedObjectModel(
      [
        EntityDescription(
          Edition.self,
          attributes: [
            .init("title", .string, default: .string("")), .init("year", .integer32, default: .integer(0)),
          ],
          relationships: [
            .toMany("volumes", "Edition", inverse: "whole"), .toOne("whole", "Edition", inverse: "volumes"),
          ],
          fetchedProperties: [
            try .init(
              "earlier", entity: "Edition",
              where: "title == $FETCH_SOURCE.title AND year < $FETCH_SOURCE.year AND SELF != $FETCH_SOURCE",
              order: years),
            try .init(
              "alike", entity: "Edition", where: "title IN $FETCH_SOURCE.volumes.title", order: years),
            try .init(
              "named", entity: "Edition",
              where: "title == $FETCHED_PROPERTY.userInfo.title AND year > $FETCH_SOURCE.volumes.@count",
              order: years, limit: 1, userInfo: ["title": "Comet"]),
          ]),
        EntityDescription(Sub.self, parent: "Edition"),
      ],
      templates: [
        try FetchTemplate("between", entity: "Edition", where: "year BETWEEN {$from, $to}", order: years),
        try FetchTemplate("all", entity: "Edition", order: years, limit: 2, includesSubentities: false),
      ])
  }

  private final class Sub: Edition {}

  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws { container = try PersistentContainer(store: InMemoryStore(model: try Self.model())) }

  @discardableResult
  private func edition(_ title: String, _ year: Int, in context: ManagedObjectContext) throws -> Edition {
    let edition = try context.insert(Edition.self)
    (edition.title, edition.year) = (title, year)
    return edition
  }

  @Test("A fetched property is fetched each time, in the order of the model")
  func wrapper() async throws {
    let latest = try edition("Comet", 1970, in: context)
    try edition("Comet", 1946, in: context)
    try edition("Hat", 1948, in: context)
    #expect(latest.earlier.map(\.year) == [1946])
    try context.save()
    try edition("Comet", 1956, in: context)
    #expect(latest.earlier.map(\.year) == [1956, 1946])
    latest.year = 1950
    #expect(latest.earlier.map(\.year) == [1946])
  }

  @Test("A child shows its own changes and those of its parent")
  func children() throws {
    let latest = try edition("Comet", 1970, in: context)
    try edition("Comet", 1946, in: context)
    let child = ManagedObjectContext(parent: ManagedObjectContext(parent: context))
    let shown = try #require(child.object(with: latest.objectID) as? Edition)
    try edition("Comet", 1956, in: child)
    #expect(shown.earlier.map(\.year) == [1956, 1946])
    #expect(shown.earlier.allSatisfy { $0.managedObjectContext === child })
    #expect(latest.earlier.map(\.year) == [1946])
  }

  @Test("Paths of many values, counts and the property's own user info are put in")
  func sources() throws {
    let whole = try edition("Works", 1990, in: context)
    for year in [1946, 1948] { whole.volumes.insert(try edition("Comet", year, in: context)) }
    try edition("Comet", 1, in: context)
    let alike = try whole.fetchedObjects(forKey: "alike")
    #expect(alike.map { $0.value(forKey: "year") } == [.integer(1948), .integer(1946), .integer(1)])
    let named = try whole.fetchedObjects(forKey: "named")
    #expect(named.map { $0.value(forKey: "year") } == [.integer(1948)])
    whole.volumes.replace(with: [])
    #expect(try whole.fetchedObjects(forKey: "alike").isEmpty)
  }

  @Test("A template is a request once its variables have values")
  func templates() throws {
    for year in [1946, 1948, 1956] { try edition("Comet", year, in: context) }
    let request = try context.model.fetchRequest(
      template: "between", of: Edition.self, substituting: ["from": 1947, "to": 1960])
    #expect(try context.fetch(request).map(\.year) == [1956, 1948])
    let all: FetchRequest = try context.model.fetchRequest(template: "all")
    #expect(try context.count(all) == 2)
    let unbound: FetchRequest = try context.model.fetchRequest(
      template: "between", substituting: ["from": 1])
    #expect(throws: FetchError.unboundVariable(name: "to")) { try context.fetch(unbound) }
    #expect(context.model.template("between")?.format == "year BETWEEN {$from, $to}")
    #expect(throws: ModelError.self) { try context.model.fetchRequest(template: "none") }
    #expect(throws: ModelError.self) {
      try context.model.fetchRequest(template: "all", of: Rack.self)
    }
  }

  @Test("What a model could never fetch is refused when it is made")
  func refusals() throws {
    func model(_ fetched: [FetchedPropertyDescription] = [], _ templates: [FetchTemplate] = []) -> String? {
      let note = EntityDescription(
        ManagedObject.self, name: "Note",
        attributes: [
          .init("text", .string), .init("flag", .boolean), .init("size", .integer16, default: .integer(0)),
        ],
        relationships: [.toMany("notes", "Note", inverse: "note"), .toOne("note", "Note", inverse: "notes")],
        fetchedProperties: fetched)
      do throws(ModelError) {
        _ = try ManagedObjectModel([note], templates: templates)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(model([try .init("a", entity: "Note")], [try .init("a", entity: "Note")]) == nil)
    #expect(model([try .init("a", entity: "Gone")])?.contains("Note.a fetches Gone") == true)
    #expect(model([try .init("text", entity: "Note")])?.contains("named alike: TEXT") == true)
    let order = try FetchedPropertyDescription("a", entity: "Note", order: [FetchOrder("gone")])
    #expect(model([order])?.contains("Note.a cannot be sorted") == true)
    let path = try FetchedPropertyDescription("a", entity: "Note", where: "text == $FETCH_SOURCE.gone")
    #expect(model([path])?.contains("Note.a cannot be fetched: Note has no property \"gone\"") == true)
    for wrong in ["text.@sum.text", "@count", "notes.@max.flag", "notes.@max.note", "note.@sum.size"] {
      let property = try FetchedPropertyDescription(
        "a", entity: "Note", where: "text == $FETCH_SOURCE.\(wrong)")
      #expect(model([property])?.contains("Note.a cannot be fetched") == true, "\(wrong)")
    }
    for (format, reason) in [
      ("txet == $FETCH_SOURCE.text", "Note has no property \"txet\""),
      ("text == $FETCH_SOURCE.notes.text", "\"text\" must be compared with one value"),
      ("size IN $FETCH_SOURCE.text", "\"size\" must be compared with several values by IN"),
      ("text == $other", "the variable $other has no value"),
    ] {
      let property = try FetchedPropertyDescription("a", entity: "Note", where: format)
      #expect(model([property])?.contains("Note.a cannot be fetched: \(reason)") == true, "\(format)")
    }
    for format in [
      "text IN $FETCH_SOURCE.notes.text AND size BETWEEN {$FETCH_SOURCE.size, 7} AND note == $FETCH_SOURCE",
      "text MATCHES $FETCH_SOURCE.text AND max($FETCH_SOURCE.notes.size) > $FETCH_SOURCE.notes.@avg.size",
    ] {
      #expect(model([try .init("a", entity: "Note", where: format)]) == nil, "\(format)")
    }
    #expect(throws: PredicateSyntaxError.self) {
      try FetchedPropertyDescription(
        "a", entity: "Note", where: "SUBQUERY($FETCH_SOURCE.notes, $n, $n.size > 1).@count > 0")
    }
    let wrong = try FetchTemplate("t", entity: "Note", where: "text == $x AND ANY text == $y")
    #expect(model([], [wrong])?.contains("the template t cannot be fetched: ANY, ALL and NONE") == true)
    let open = try FetchTemplate(
      "t", entity: "Note",
      where: "size IN $sizes AND text BETWEEN $texts AND sum($numbers) > $x + 1 AND ANY notes == $y")
    #expect(model([], [open]) == nil)
    let twice = try FetchTemplate("t", entity: "Note")
    #expect(model([], [twice, twice])?.contains("templates are named alike: t") == true)
    #expect(model([], [try .init("t", entity: "Gone")])?.contains("the template t fetches Gone") == true)
    #expect(throws: PredicateSyntaxError.self) { try FetchTemplate("t", entity: "Note", where: "a ==") }
  }

  @Test("An unknown fetched property traps")
  func unknown() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = try RequestTests().context.insert(Edition.self).fetchedObjects(forKey: "later")
    }
    #expect(result?.said("Edition has no fetched property later: add it to the model") == true)
  }
}
