import ObjectGraph
import TestSupport
import Testing

/// Tests that count readings: each of them merges all unsaved changes, so that one for each object would take quadratic time.
@MainActor
@Suite("Readings of saves of many objects")
struct SaveReadingTests {
  /// A person whose tutor has no list of pupils.
  private final class Person: ManagedObject {
    @Attribute("name") var name: String
    @ToOne("tutor") var tutor: Person?
  }

  /// A team of at least one player.
  private final class Team: ManagedObject {
    @Attribute("name") var name: String
    @ToMany("players") var players: ObjectSet<Player>
  }

  private final class Player: ManagedObject {
    @Attribute("name") var name: String
    @ToOne("team") var team: Team?
  }

  private static let count = 60
  /// The number of readings that are enough for a few queries for all objects together.
  private static let limit = 15

  private func container(_ model: ManagedObjectModel) throws -> (CountingStore, PersistentContainer) {
    let store = CountingStore(InMemoryStore(model: model))
    return (store, try PersistentContainer(store: store))
  }

  @Test(
    "A denied deletion is checked for many objects at once, whether it is denied or not", arguments: [0, 1])
  func deny(remaining: Int) throws {
    let (store, container) = try container(Shelf.model(books: .deny))
    let context = container.viewContext
    for number in 0..<Self.count {
      let (author, book) = (try context.insert(Author.self), try context.insert(Book.self))
      (author.name, book.title, book.author) = ("\(number)", "\(number)", author)
    }
    try context.save()
    context.reset()
    let authors = try context.fetch(FetchRequest<Author>())
    let books = try context.fetch(FetchRequest<Book>())
    let before = store.counts
    for book in books.dropFirst(remaining) { context.delete(book) }
    for author in authors { context.delete(author) }
    if remaining == 0 {
      try context.save()
      #expect(try context.count(FetchRequest<Author>()) == 0)
    } else {
      let error = #expect(throws: ValidationError.self) { try context.save() }
      #expect(error?.failures.map(\.rule) == [.denied(count: 1)])
    }
    #expect((store.counts - before).reads < Self.limit)
  }

  /// Creates a model of teams of one or two players.
  private static func teams() throws -> ManagedObjectModel {
    let name = AttributeDescription("name", .string, default: .string(""))
    return try ManagedObjectModel([
      EntityDescription(
        Team.self, attributes: [name],
        relationships: [.toMany("players", "Player", inverse: "team", count: 1...2)]),
      EntityDescription(
        Player.self, attributes: [name], relationships: [.toOne("team", "Team", inverse: "players")]),
    ])
  }

  @Test(
    "A save throws the error of a store that cannot be read for the numbers of members", arguments: [1, 3])
  func unreadableCounts(teams: Int) throws {
    let (store, container) = try container(Self.teams())
    let context = container.viewContext
    for _ in 0..<teams { try context.insert(Player.self).team = context.insert(Team.self) }
    try context.save()
    context.reset()
    for player in try context.fetch(FetchRequest<Player>()) { player.name = "new" }
    context.processPendingChanges()
    store.isFailing = true
    #expect(throws: StoreError.self) { try context.save() }
    store.isFailing = false
    #expect(context.hasChanges)
    try context.save()
    #expect(try context.fetch(FetchRequest<Player>()).map(\.name) == Array(repeating: "new", count: teams))
  }

  @Test("Numbers of members are checked for many owners at once")
  func counts() throws {
    let (store, container) = try container(Self.teams())
    let context = container.viewContext
    func save(of changes: () throws -> Void) throws -> Int {
      let before = store.counts
      try changes()
      try context.save()
      return (store.counts - before).reads
    }
    let inserted = try save {
      for _ in 0..<Self.count { try context.insert(Player.self).team = context.insert(Team.self) }
    }
    #expect(inserted < Self.limit)
    context.reset()
    let (teams, players) = (
      try context.fetch(FetchRequest<Team>()), try context.fetch(FetchRequest<Player>())
    )
    let moved = try save {
      for (team, player) in zip(teams.reversed(), players) { player.team = team }
    }
    #expect(moved < Self.limit)
    players[0].team = nil
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.failures.map(\.rule) == [.count(0, least: 1, most: 2)])
  }

  @Test("References without an inverse are emptied for many deleted objects at once")
  func references() throws {
    let model = try ManagedObjectModel([
      EntityDescription(
        Person.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toOne("tutor", "Person")])
    ])
    let (store, container) = try container(model)
    let context = container.viewContext
    var people: [Person] = []
    for number in 0..<Self.count {
      let person = try context.insert(Person.self)
      (person.name, person.tutor) = ("\(number)", people.last)
      people.append(person)
    }
    try context.save()
    context.reset()
    people = try context.fetch(FetchRequest<Person>())
    let before = store.counts
    for person in people.dropLast() { context.delete(person) }
    context.processPendingChanges()
    #expect(people.last?.tutor == nil && people.last?.hasChanges == true)
    try context.save()
    #expect((store.counts - before).reads < Self.limit)
    let names = try context.fetch(FetchRequest<Person>()).map(\.name)
    #expect(names == ["\(Self.count - 1)"])
  }

  @Test(
    "The end of an undo group that has saved reads all its objects at once, and leaves out what cannot be read"
  )
  func undoGroup() throws {
    let (store, container) = try container(Shelf.model())
    let context = container.viewContext
    for number in 0..<Self.count { try context.insert(Book.self).pages = number }
    try context.save()
    let history = UndoHistory()
    context.undoHistory = history
    func edit(fails: Bool) throws {
      try context.withUndoGroup(named: "Edit") {
        for book in try context.fetch(FetchRequest<Book>()) { book.pages += 1_000 }
        try context.save()
        store.isFailing = fails
      }
      store.isFailing = false
    }
    let before = store.counts
    try edit(fails: false)
    #expect((store.counts - before).reads < Self.limit)
    #expect(history.undoNames == ["Edit"])
    try edit(fails: true)
    #expect(history.undoNames == ["Edit"])
    context.undo()
    // The first group's values: those of the second were not known.
    #expect(context.insertedObjects.isEmpty && context.updatedObjects.count == Self.count)
    try context.save()
    let pages = try context.fetch(FetchRequest<Book>()).map(\.pages)
    #expect(pages.sorted() == Array(0..<Self.count))
  }

  @Test("A fetch through a to-many relationship reads the rows of unsaved members at once")
  func paths() throws {
    let (store, container) = try container(Shelf.model())
    let context = container.viewContext
    let author = try context.insert(Author.self)
    try context.save()
    let books = try (0..<Self.count).map { number in
      let book = try context.insert(Book.self)
      (book.pages, book.author) = (number, author)
      return book
    }
    let request = FetchRequest<Author>(where: try FetchPredicate("ANY books.pages > 3"))
    let before = store.counts
    #expect(try context.fetch(request) == [author])
    #expect((store.counts - before).reads < Self.limit)
    withExtendedLifetime(books) {}
  }
}
