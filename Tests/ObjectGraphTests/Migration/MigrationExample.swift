import Foundation
import ObjectGraph
import Testing

/// A change of a model, with the objects before and after it, or the reason why it is refused.
struct MigrationExample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var old: [EntityDescription]
  var new: [EntityDescription]
  var objects: [SampleObject]
  /// The lines of the objects after the change.
  var lines: [String] = []
  var problems: [MigrationProblem] = []
}

extension MigrationExample {
  static let name = AttributeDescription("name", .string)

  static func entity(
    _ name: String, parent: String? = nil, isAbstract: Bool = false,
    _ attributes: [AttributeDescription] = [],
    _ relationships: [RelationshipDescription] = [], unique: [[String]] = [], renaming: String? = nil
  ) -> EntityDescription {
    EntityDescription(
      nil, name: name, parent: parent, isAbstract: isAbstract,
      attributes: (parent == nil ? [Self.name] : []) + attributes, relationships: relationships,
      unique: unique, renamingIdentifier: renaming)
  }

  /// A change of the attribute `value` of `Photo`; each value is that of a photo `a`, `b` and so on.
  static func attribute(
    _ description: String, _ old: AttributeDescription, _ new: AttributeDescription,
    _ values: [PropertyValue], _ expected: [PropertyValue]
  ) -> MigrationExample {
    let names = ["a", "b", "c", "d", "e"]
    return MigrationExample(
      testDescription: description, old: [entity("Photo", [old])], new: [entity("Photo", [new])],
      objects: zip(names, values).map { SampleObject("Photo", $0, [old.name: $1]) },
      lines: zip(names, expected).map { "Photo \($0)" + ($1.isNull ? "" : " \(new.name)=\($1)") })
  }

  /// A change of the conversion of a value, which is refused for some.
  static func refused(
    _ description: String, _ old: AttributeDescription, _ new: AttributeDescription,
    _ values: [PropertyValue], _ kind: MigrationProblem.Kind
  ) -> MigrationExample {
    var example = attribute(description, old, new, values, [])
    example.problems = [MigrationProblem(entity: "Photo", property: new.name, kind)]
    return example
  }

  static func relationships(
    _ description: String, photo old: [RelationshipDescription], album oldAlbum: [RelationshipDescription],
    photo new: [RelationshipDescription], album newAlbum: [RelationshipDescription],
    _ objects: [SampleObject], _ lines: [String], problems: [MigrationProblem] = []
  ) -> MigrationExample {
    MigrationExample(
      testDescription: description, old: [entity("Album", [], oldAlbum), entity("Photo", [], old)],
      new: [entity("Album", [], newAlbum), entity("Photo", [], new)], objects: objects, lines: lines,
      problems: problems)
  }
}
