internal import Foundation
package import ObjectGraph

/// A model with full-text indexes, its rows, and queries of its texts.
package enum Notes {
  package static let memo: EntityNumber = 1
  package static let note: EntityNumber = 2
  package static let letter: EntityNumber = 3

  package static func model(_ fullText: [String] = ["title", "body"]) throws -> ManagedObjectModel {
    let attributes: [AttributeDescription] = [
      .init("title", .string, isOptional: true), .init("body", .string, isOptional: true),
      .init("count", .integer64, isOptional: true),
    ]
    return try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Note", attributes: attributes,
        indexes: [["title"], ["count"], [.descending("body"), "title"], ["body", "count"]],
        fullTextIndex: fullText),
      // A sub-entity shares the table and the index of its parent.
      EntityDescription(
        ManagedObject.self, name: "Letter", parent: "Note",
        attributes: [.init("sender", .string, isOptional: true)],
        fullTextIndex: fullText.isEmpty ? [] : ["sender"]),
      EntityDescription(
        ManagedObject.self, name: "Memo", attributes: [.init("text", .string, isOptional: true)]),
    ])
  }

  package static func row(_ key: Int64, _ title: String?, _ body: String? = nil, version: Int64 = 0) -> Row {
    Row(
      id: ManagedObjectID(entity: note, key: key, in: StoreIdentity(TestStores.identifier)), version: version,
      values: [title.map { .string($0) } ?? .null, body.map { .string($0) } ?? .null, .integer(key % 7)])
  }

  package static func query(
    _ predicate: FetchPredicate, order: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0,
    entity: EntityNumber = note
  ) -> StoreQuery {
    StoreQuery(entity: entity, predicate: predicate, order: order, limit: limit, offset: offset)
  }

  /// A condition on the title or the body.
  package static func contains(
    _ text: String, _ options: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
  ) -> FetchPredicate {
    .or(
      ["title", "body"].map {
        .comparison(.init($0, .contains, .value(.string(text)), options: options))
      })
  }
}
