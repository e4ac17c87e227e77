import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Requests by key paths")
@MainActor
struct KeyPathRequestTests {
  typealias Painting = Gallery.Painting
  typealias Painter = Gallery.Painter

  private static func predicate(_ predicate: TypedPredicate<Painting>) -> FetchPredicate {
    predicate.predicate
  }

  @Test("A key path makes the same predicate as the declared property")
  func equalsDeclared() {
    #expect(Self.predicate(\.width == 3) == (Painting.width == 3))
    #expect(Self.predicate(\.width != 3) == (Painting.width != 3))
    #expect(Self.predicate(\.width < 3) == (Painting.width < 3))
    #expect(Self.predicate(\.width <= 3) == (Painting.width <= 3))
    #expect(Self.predicate(\.width > 3) == (Painting.width > 3))
    #expect(Self.predicate(\.width >= 3) == (Painting.width >= 3))
    #expect(Self.predicate(\.price == nil) == (Painting.price == nil))
    #expect(Self.predicate(\.width > \.height) == (Painting.width > Painting.height))
    #expect(Self.predicate(\.painter.name == "Ann") == (Painting.painter.name == "Ann"))
    #expect(Self.predicate(\.painter == nil) == (Painting.painter == nil))
    #expect(
      Self.predicate(\.painter.teacher.name != "Ann" && !(\.width > 3) || \.painter.paintings.count == 2)
        == (Painting.painter.teacher.name != "Ann" && !(Painting.width > 3)
          || Painting.painter.paintings.count == 2))
    #expect(
      Self.predicate(.contains(\.title, "sea", .caseInsensitive).and(.isIn(\.width, [1, 2])))
        == (Gallery.Work.title.contains("sea", .caseInsensitive) && Painting.width.isIn([1, 2])))
  }

  @Test(
    "Every condition finds the same objects in every kind of store",
    arguments: StoreKind.allCases)
  func conditions(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let context = try PersistentContainer(store: kind.open(in: folder, model: Gallery.model())).viewContext
    try Gallery.fill(context)
    let numbers = { (predicate: TypedPredicate<Painting>) in
      try context.fetch(FetchRequest(where: predicate, order: [.by(\.number)])).map(\.number)
    }
    #expect(try numbers(\.title == "Sea") == [1])
    #expect(try numbers(\.title == nil) == [3])
    #expect(try numbers(\.width > 100 && \.width < 300) == [2])
    #expect(try numbers(\.painter.name == "Ann" || \.painter == nil) == [1, 3])
    #expect(try numbers(\.painter.teacher.name == "Ann") == [2])
    #expect(try numbers(\.number == \.width) == [])
    #expect(try numbers(.isWithin(\.width, 100...200)) == [1, 2])
    #expect(try numbers(.isWithin(\.width, 100..<200)) == [1])
    #expect(try numbers(.isWithin(\.width, 200...)) == [2, 3])
    #expect(try numbers(.isWithin(\.width, ..<200)) == [1])
    #expect(try numbers(.isWithin(\.width, ...200)) == [1, 2])
    #expect(try numbers(.isWithin(\.price, 9...10)) == [2])
    #expect(try numbers(.isIn(\.title, ["Sea", nil])) == [1, 3])
    #expect(try numbers(.contains(\.title, "SIDE", .caseInsensitive)) == [2])
    #expect(try numbers(.begins(\.title, with: "Sea") && !.ends(\.title, with: "side")) == [1])
    #expect(try numbers(.isLike(\.title, "Se?") || .matches(\.title, "Sea.+")) == [1, 2])
    #expect(try numbers(.equals(\.title, "SEA", .caseInsensitive)) == [1])
    let ann = try #require(try context.first(Painter.self, where: \.name == "Ann"))
    #expect(try numbers(.isIn(\.painter, [ann.objectID])) == [1])
    #expect(try numbers(\.painter == ann.objectID) == [1])
    #expect(try numbers(\.painter != ann.objectID) == [2, 3])
    #expect(try numbers(\.painter == ann) == [1])
    #expect(try numbers(\.painter != ann && \.painter != nil) == [2])
    #expect(try numbers(\.painter.teacher == ann) == [2])
    #expect((Painting.painter == ann) == (Painting.painter == ann.objectID))
    #expect((Painting.painter != ann) == (Painting.painter != ann.objectID))
    let names = { (predicate: TypedPredicate<Painter>) in
      try context.fetch(Painter.self, where: predicate, order: [.by(\.name)]).map(\.name)
    }
    #expect(try names(\.paintings.count == 1) == ["Ann", "Bob"])
    #expect(try names(\.paintings.any.width > 100) == ["Bob"])
    #expect(try names(.contains(\.paintings) { $0.width > 50 && $0.title == "Sea" }) == ["Ann"])
    let seaside = try #require(try context.first(Painting.self, where: \.number == 2))
    #expect(try names(.contains(\.paintings, seaside.objectID)) == ["Bob"])
  }

  @Test("Orders by key paths sort in every direction and through relationships")
  func orders() throws {
    let context = try PersistentContainer(store: InMemoryStore(model: Gallery.model())).viewContext
    try Gallery.fill(context)
    let byPainter = FetchRequest<Painting>(order: [.by(\.painter.name, ascending: false), .by(\.number)])
    #expect(try context.fetch(byPainter).map(\.number) == [2, 1, 3])
    #expect(byPainter.order == [FetchOrder("painter.name", ascending: false), FetchOrder("number")])
    let latest = FetchRequest<Painting>(order: [.inserted(ascending: false)], limit: 2)
    #expect(try context.fetch(latest).map(\.number) == [3, 2])
  }

  @Test("A narrowed request finds what matches both predicates")
  func narrowing() throws {
    let context = try PersistentContainer(store: InMemoryStore(model: Gallery.model())).viewContext
    try Gallery.fill(context)
    let all = FetchRequest<Painting>(order: [.by(\.number)])
    #expect(try context.fetch(all.and(\.width > 100)).map(\.number) == [2, 3])
    #expect(try context.fetch(all.and(\.width > 100).and(\.title != nil)).map(\.number) == [2])
    #expect(
      try context.fetch(FetchRequest<Painting>(where: (\.width > 100).or(\.title == "Sea"))).count == 3)
  }

  @Test("An object is evaluated with its unsaved changes, and a deleted one matches nothing")
  func evaluation() throws {
    let context = try PersistentContainer(store: InMemoryStore(model: Gallery.model())).viewContext
    try Gallery.fill(context)
    let painting = try #require(try context.first(Painting.self, where: \.number == 1))
    let byAnn: TypedPredicate<Painting> = \.painter.name == "Ann"
    #expect(try byAnn.evaluate(with: painting))
    painting.painter?.name = "Anna"
    #expect(try !byAnn.evaluate(with: painting))
    #expect(try FetchPredicate("painter.name == 'Anna'").evaluate(with: painting))
    #expect(throws: FetchError.self) { try FetchPredicate("length == 1").evaluate(with: painting) }
    context.delete(painting)
    #expect(try !TypedPredicate.all.evaluate(with: painting))
  }
}
