package import ObjectGraph

/// A leaf of a tree.
package final class Leaf: ManagedObject {}
/// A branch with leaves.
package final class Branch: ManagedObject {}

/// Leaves on branches, with an attribute of every type.
package enum Tree {
  /// Returns the model, with indexes of the leaves.
  package static func model(indexes: [[IndexElement]] = [["title"], ["count"]]) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Branch.self,
        attributes: [
          AttributeDescription("name", .string, isOptional: true),
          AttributeDescription("rank", .integer64, isOptional: true),
        ],
        relationships: [
          .toOne("parent", "Branch", inverse: "children"), .toMany("children", "Branch", inverse: "parent"),
          .toMany("leaves", "Leaf", inverse: "branch"), .toOne("favourite", "Leaf"),
        ], indexes: [["name"]]),
      EntityDescription(
        Leaf.self,
        attributes: [
          AttributeDescription("title", .string, isOptional: true),
          AttributeDescription("note", .string, isOptional: true),
          AttributeDescription("count", .integer64, isOptional: true),
          AttributeDescription("size", .double, isOptional: true),
          AttributeDescription("price", .decimal, isOptional: true),
          AttributeDescription("flag", .boolean, isOptional: true),
          AttributeDescription("day", .date, isOptional: true),
          AttributeDescription("mark", .uuid, isOptional: true),
          AttributeDescription("blob", .binary, isOptional: true),
          AttributeDescription("link", .uri, isOptional: true),
        ], relationships: [.toOne("branch", "Branch", inverse: "leaves")], indexes: indexes),
    ])
  }

  /// The number of the entity of branches.
  package static let branch: EntityNumber = 1
  /// The number of the entity of leaves.
  package static let leaf: EntityNumber = 2

  /// Returns the ID of a row in a store with the identifier ``TestStores/identifier``.
  static func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: entity, key: key, in: StoreIdentity(TestStores.identifier))
  }
}
