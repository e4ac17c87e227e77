import Foundation
import ObjectGraph
import Testing

struct Paint: Codable, Hashable, Sendable {
  var red = 0.0
  var name = ""
}

/// A wall with a color, by a transformer of the model, and a pattern, by a transformer that is registered by
/// name.
final class Wall: ManagedObject {
  @Attribute("title") var title: String
  @Transformable("color") var color: Paint?
  @Transformable("pattern") var pattern: [String]?

  static let lines = AttributeTransformer("Lines") { (lines: [String]) in
    Data(lines.joined(separator: "\n").utf8)
  } decode: { data in
    guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.coderReadCorrupt) }
    return text.components(separatedBy: "\n")
  }

  static func model(pattern: AttributeTransformer = .named("Lines")) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Wall.self,
        attributes: [
          .init("title", .string, default: .string("")),
          .init("color", .transformable, isOptional: true, transformer: .codable(Paint.self)),
          .init("pattern", .transformable, isOptional: true, transformer: pattern),
        ])
    ])
  }
}

@MainActor
@Suite("Transformable attributes")
struct TransformableTests {
  init() { AttributeTransformer.register(Wall.lines) }

  @Test("A value comes back from the store by its transformer", arguments: [true, false])
  func roundTrip(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Wall.model())
    let wall = try cabinet.context.insert(Wall.self)
    wall.color = Paint(red: 0.5, name: "rust")
    wall.pattern = ["a", "b"]
    try cabinet.context.save()
    cabinet.context.refresh(wall)
    #expect(wall.color == Paint(red: 0.5, name: "rust") && wall.pattern == ["a", "b"])
    #expect(wall.value(forKey: "pattern") == .transformed(TransformedValue(bytes: Data("a\nb".utf8))))
    wall.pattern = nil
    try cabinet.context.save()
    #expect(try await cabinet.stored(wall)?.values[2].isNull == true)
  }

  @Test("An equal value is no change, and undo puts the old one back")
  func changes() async throws {
    let cabinet = try Cabinet(inMemory: true, model: Wall.model())
    let wall = try cabinet.context.insert(Wall.self)
    wall.color = Paint(red: 1)
    try cabinet.context.save()
    wall.color = Paint(red: 1)
    #expect(!wall.hasChanges)
    wall.color = Paint(red: 0)
    #expect(wall.changedValues().keys.sorted() == ["color"])
    cabinet.context.undo()
    #expect(wall.color == Paint(red: 1))
  }

  @Test("Bytes that cannot be decoded say why, read as nil, and survive a save", arguments: [true, false])
  func undecodable(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Wall.model())
    let wall = try cabinet.context.insert(Wall.self)
    let bytes = Data([0xFF, 0xFE])
    wall.setValue(.transformed(TransformedValue(bytes: bytes)), forKey: "color")
    wall.setValue(.transformed(TransformedValue(bytes: bytes)), forKey: "pattern")
    try cabinet.context.save()
    cabinet.context.refresh(wall)
    #expect(wall.color == nil && wall.pattern == nil)
    let error = #expect(throws: TransformError.self) { try wall.transformedValue(forKey: "pattern") }
    #expect(
      error?.description.hasPrefix("the transformer Lines cannot decode the 2 bytes that are stored: ")
        == true)
    wall.title = "changed"
    try cabinet.context.save()
    let row = try await cabinet.stored(wall)
    #expect(row?.values[1] == .transformed(TransformedValue(bytes: bytes)))
    #expect(row?.values[2] == .transformed(TransformedValue(bytes: bytes)))
  }

  @Test("What cannot be encoded is refused by the save, with the reason and its cause, and stays in hand")
  func notEncodable() throws {
    let cabinet = try Cabinet(inMemory: true, model: Wall.model())
    let wall = try cabinet.context.insert(Wall.self)
    wall.color = Paint(red: .nan, name: "void")
    wall.setTransformedValue(17, forKey: "pattern")
    let error = #expect(throws: ValidationError.self) { try cabinet.context.save() }
    let failures = try #require(error?.failures)
    #expect(failures.map(\.property) == ["color", "pattern"])
    #expect(failures[0].description.contains("the transformer Codable cannot encode the value: "))
    #expect(
      failures[1].description.hasSuffix("the transformer Lines is for Array<String>, not for Int"))
    #expect(failures[0].cause is TransformError)
    #expect(wall.color?.name == "void")
  }

  @Test("A transformer that is not registered leaves the bytes as they are")
  func unknown() async throws {
    let cabinet = try Cabinet(inMemory: false, model: Wall.model(pattern: .named("Unregistered")))
    let wall = try cabinet.context.insert(Wall.self)
    wall.setValue(.transformed(TransformedValue(bytes: Data([7]))), forKey: "pattern")
    try cabinet.context.save()
    cabinet.context.refresh(wall)
    let error = #expect(throws: TransformError.self) { try wall.transformedValue(forKey: "pattern") }
    #expect(
      error?.description
        == "no transformer is called Unregistered: register it by AttributeTransformer.register")
    #expect(wall.value(forKey: "pattern") == .transformed(TransformedValue(bytes: Data([7]))))
  }

  @Test("An attribute is transformable exactly if it has a transformer")
  func model() {
    func make(_ attribute: AttributeDescription) throws(ModelError) {
      _ = try ManagedObjectModel([EntityDescription(Wall.self, attributes: [attribute])])
    }
    let without = #expect(throws: ModelError.self) { try make(.init("color", .transformable)) }
    #expect(without?.description == "Wall.color is transformable and has no transformer")
    let superfluous = #expect(throws: ModelError.self) {
      try make(.init("color", .string, transformer: Wall.lines))
    }
    #expect(superfluous?.description == "Wall.color is not transformable and has a transformer")
  }
}
