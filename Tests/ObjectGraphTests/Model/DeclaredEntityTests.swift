import Foundation
import ObjectGraph
import Testing

/// Entities that are described by the properties that a class declares.
@Suite("Entities of declared properties")
@MainActor
struct DeclaredEntityTests {
  @Test("Types, defaults, rules, uniqueness and parents follow from the declarations")
  func attributes() throws {
    let model = try Gallery.model()
    let painting = try #require(model.entity(named: "Painting"))
    #expect(
      painting.attributes.map(\.name).sorted() == ["height", "number", "painted", "price", "title", "width"])
    let width = try #require(painting.attribute(named: "width"))
    #expect(width.type == .integer64 && !width.isOptional && width.defaultValue == .integer(10))
    #expect(width.rules == .range(1...1000))
    #expect(painting.attribute(named: "title")?.isOptional == true)
    #expect(painting.attribute(named: "painted")?.type == .date)
    #expect(model.entity(named: "Work")?.isAbstract == true)
    #expect(try Gallery.model().versionHashes == model.versionHashes)
  }

  @Test("Inverses that refer to each other are found in both directions")
  func relationships() throws {
    let model = try Gallery.model()
    let paintings = try #require(model.entity(named: "Painter")?.relationship("paintings"))
    #expect(
      paintings.destination == "Painting" && paintings.inverse == "painter"
        && paintings.deleteRule == .cascade)
    let teacher = try #require(model.entity(named: "Painter")?.relationship("teacher"))
    #expect(teacher.destination == "Painter" && teacher.inverse == "pupils")
  }

  @Test("A save refuses what the declared rules and keys refuse")
  func rules() throws {
    let context = try PersistentContainer(store: InMemoryStore(model: Gallery.model())).viewContext
    let painting = try context.insert(Gallery.Painting.self)
    #expect(painting.width == 10 && painting.height == 20)
    painting.width = 5000
    #expect(throws: ValidationError.self) { try context.save() }
    painting.width = 50
    painting.number = 1
    try context.save()
    try context.insert(Gallery.Painting.self).number = 1
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test("A description by a declaration keeps its facts, unless it is given others")
  func descriptions() {
    let declared = AttributeDescription(Gallery.Painting.width)
    #expect(declared.defaultValue == .integer(10) && declared.rules == .range(1...1000))
    let other = AttributeDescription(
      Gallery.Painting.width, .integer32, default: 7, rules: [.minimum(.integer(0))])
    #expect(other.type == .integer32 && other.defaultValue == .integer(7))
    #expect(other.rules == [.minimum(.integer(0))])
  }

  @Test("A property that the list leaves out is refused with its name")
  func omission() {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel([
        EntityDescription(Gallery.Work.self, properties: [Gallery.Work.number])
      ])
    }
    #expect(error?.description.contains("title") == true)
  }
}
