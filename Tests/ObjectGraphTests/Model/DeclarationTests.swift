import Foundation
import ObjectGraph
import Testing

private class Medium: ManagedObject {}
private final class Movie: Medium {}
private final class Person: ManagedObject {}

private final class Misspelt: Medium { @Attribute("nmae") var name: String }
private final class WrongType: Medium { @Attribute("name") var name: Int }
private final class WrongOptional: Medium { @Attribute("rating") var rating: Int16 }
private final class NoAttribute: Medium { @Attribute("author") var author: String? }
private final class NoTransformer: Medium { @Transformable("name") var name: String? }
private final class PlainTransformable: Medium { @Attribute("color") var color: Data? }
private final class ManyAsOne: Medium { @ToOne("actors") var actors: Person? }
private final class OneAsMany: Medium { @ToMany("author") var author: ObjectSet<Person> }
private final class AttributeAsOne: Medium { @ToOne("name") var name: Person? }
private final class Unordered: Medium { @ToMany("scenes") var scenes: ObjectSet<Person> }
private final class Ordered: Medium { @ToMany("actors") var actors: OrderedObjectSet<Person> }
private final class WrongOne: Medium { @ToOne("author") var author: Movie? }
private final class WrongMany: Medium { @ToMany("actors") var actors: ObjectSet<Movie> }
private final class WrongFetched: Medium { @FetchedProperty("same") var same: [Person] }
private final class FetchedAsMany: Medium { @ToMany("same") var same: ObjectSet<Medium> }

/// A class with one valid property of each kind.
private class Fitting: Medium {
  @Attribute("name") var name: String
  @Attribute("rating") var rating: Int?
  @Attribute("sceneCount") var sceneCount: Int
  @Attribute("stars") var stars: Stars?
  @Transformable("color") var color: [Int]?
  @ToOne("author") var author: Person?
  @ToMany("actors") var actors: ObjectSet<ManagedObject>
  @ToMany("scenes") var scenes: OrderedObjectSet<Person>
  @FetchedProperty("same") var same: [Medium]
  var note = "not in the model"
  lazy var later: Int = { fatalError("made too early") }()  // Never read.
}

/// A type that an application defines.
private enum Stars: Int, AttributeConvertible {
  case none, one, two

  var propertyValue: PropertyValue { .integer(Int64(rawValue)) }
  init?(propertyValue: PropertyValue) {
    guard case .integer(let number) = propertyValue else { return nil }
    self.init(rawValue: Int(number))
  }
  static var missing: Stars { .none }
}

private final class MisspeltBelow: Fitting { @Attribute("titel") var title: String }

@Suite("Property wrappers and the model")
struct DeclarationTests {
  @discardableResult
  private func model(_ medium: ManagedObject.Type, checksClasses: Bool = true) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      [
        EntityDescription(
          medium, name: "Medium",
          attributes: [
            .init("name", .string), .init("rating", .integer16, isOptional: true),
            .init("stars", .integer16, isOptional: true),
            .init("sceneCount", .integer16, isOptional: true, derived: .count("scenes")),
            .init("color", .transformable, isOptional: true, transformer: .codable([Int].self)),
          ],
          relationships: [
            .toOne("author", "Person", inverse: "wrote"), .toMany("actors", "Person", inverse: "plays"),
            .toMany("scenes", "Person", inverse: "stage", isOrdered: true),
          ],
          fetchedProperties: [FetchedPropertyDescription("same", entity: "Medium")]),
        EntityDescription(
          Person.self,
          relationships: [
            .toMany("wrote", "Medium", inverse: "author"), .toOne("plays", "Medium", inverse: "actors"),
            .toOne("stage", "Medium", inverse: "scenes"),
          ]),
      ], checksClasses: checksClasses)
  }

  private static let mismatches: [(ManagedObject.Type, String)] = [
    (
      Misspelt.self,
      "Misspelt.name is declared as @Attribute(\"nmae\") of type String, but the entity Medium has no property nmae"
    ),
    (
      MisspeltBelow.self,
      "MisspeltBelow.title is declared as @Attribute(\"titel\") of type String, but the entity Medium has no property titel"
    ),
    (
      WrongType.self,
      "WrongType.name is declared as @Attribute(\"name\") of type Int, but Medium.name holds text"
    ),
    (WrongOptional.self, "of type Int16, but Medium.rating is optional: declare Int16?"),
    (NoAttribute.self, "of type String?, but Medium.author leads to one object: declare @ToOne"),
    (
      NoTransformer.self,
      "@Transformable(\"name\") of type String?, but Medium.name holds text: declare @Attribute"
    ),
    (PlainTransformable.self, "of type Data?, but Medium.color holds a value that its transformer knows"),
    (ManyAsOne.self, "of type Person?, but Medium.actors leads to many objects: declare @ToMany"),
    (OneAsMany.self, "of type ObjectSet<Person>, but Medium.author leads to one object: declare @ToOne"),
    (
      AttributeAsOne.self,
      "@ToOne(\"name\") of type Person?, but Medium.name is an attribute: declare @Attribute"
    ),
    (Unordered.self, "of type ObjectSet<Person>, but Medium.scenes is ordered: declare an OrderedObjectSet"),
    (Ordered.self, "of type OrderedObjectSet<Person>, but Medium.actors has no order: declare an ObjectSet"),
    (WrongOne.self, "of type Movie?, but Medium.author leads to Person, whose class is Person"),
    (WrongMany.self, "of type ObjectSet<Movie>, but Medium.actors leads to Person, whose class is Person"),
    (
      WrongFetched.self, "of type Array<Person>, but Medium.same leads to Medium, whose class is WrongFetched"
    ),
    (FetchedAsMany.self, "of type ObjectSet<Medium>, but Medium.same is fetched: declare @FetchedProperty"),
  ]

  @Test(
    "A property wrapper that does not fit the model is refused when the model is made, by class and property",
    arguments: mismatches)
  func mismatch(medium: ManagedObject.Type, sentence: String) {
    for _ in 0..<2 {
      let error = #expect(throws: ModelError.self) { try model(medium) }
      #expect(error?.description.hasSuffix(sentence) == true, "\(error?.description ?? "")")
    }
  }

  @Test("A model can be made without a look at the classes, and its hashes are the same")
  func unchecked() throws {
    let unchecked = try model(Misspelt.self, checksClasses: false)
    #expect(unchecked.entity(named: "Medium")?.objectClass == Misspelt.self)
    unchecked.prepareForOpening()
    let checked = try model(Fitting.self)
    #expect(unchecked.versionHashes == checked.versionHashes)
    let names = unchecked.entities.map(\.name)
    #expect(try Set(unchecked.numbered(in: names.reversed()).entities.map(\.name)) == Set(names))
  }

  @Test("Property wrappers that fit are accepted, beside properties that are not in the model")
  func fitting() throws {
    let model = try model(Fitting.self)
    #expect(model.entity(named: "Medium")?.objectClass == Fitting.self)
  }

  @Test("A property for objects of one sub-entity does not fit a relationship that leads to others too")
  func subentity() {
    final class Ticket: ManagedObject { @ToOne("medium") var medium: Movie? }
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel([
        EntityDescription(Medium.self), EntityDescription(Movie.self, parent: "Medium"),
        EntityDescription(Ticket.self, relationships: [.toOne("medium", "Medium")]),
      ])
    }
    #expect(error?.description.hasSuffix("Ticket.medium leads to Medium, whose class is Medium") == true)
  }
}
