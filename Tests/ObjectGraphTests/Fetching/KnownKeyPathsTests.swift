import ObjectGraph
import Testing

@testable import ObjectModel

@Suite("Key paths that a model knows")
struct KnownKeyPathsTests {
  private let model: ManagedObjectModel
  private let film, director: Entity

  init() throws {
    model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Film", attributes: [.init("name", .string)],
        relationships: [.toOne("director", "Director", inverse: "films")]),
      EntityDescription(
        ManagedObject.self, name: "Director", attributes: [.init("name", .integer64)],
        relationships: [.toMany("films", "Film", inverse: "director")]),
    ])
    film = try #require(model.entity(named: "Film"))
    director = try #require(model.entity(named: "Director"))
  }

  @Test("A path is resolved once for each entity from which it begins")
  func onceForEachEntity() throws {
    let name = try model.resolve("name", from: film)
    #expect(try model.resolve("name", from: film) === name)
    #expect(name.end.kind == .text)
    #expect(try model.resolve("name", from: director).end.kind == .number)
    #expect(try model.resolve("director.name", from: film).steps.count == 1)
  }

  @Test("An entity of another model has its own paths, whatever its number is")
  func otherModel() throws {
    let other = try ManagedObjectModel([
      EntityDescription(ManagedObject.self, name: "Book", attributes: [.init("name", .date)])
    ])
    let book = try #require(other.entity(named: "Book"))
    #expect(book.number == director.number)
    #expect(try model.resolve("name", from: director).end.kind == .number)
    #expect(try model.resolve("name", from: book).end.kind == .date)
    #expect(try model.resolve("name", from: director).end.kind == .number)
  }

  @Test("A path that means nothing is refused each time")
  func refusals() {
    let refusal = FetchError.unknownProperty(entity: "Film", name: "title", path: "director.films.title")
    for _ in 0..<2 {
      #expect(throws: refusal) { try model.resolve("director.films.title", from: film) }
    }
  }

  @Test("A model keeps a limited number of paths")
  func limit() {
    let known = KnownKeyPaths()
    let resolved = ResolvedKeyPath([], .object(film))
    for number in 0..<5_000 { known["path \(number)", film.number] = resolved }
    #expect(known["path 0", film.number] == nil)
    #expect(known["path 4999", film.number] === resolved)
  }
}
