package import Foundation

/// The URI of an object, in the form of Core Data's: `x-coredata://IDENTIFIER/ENTITY/pKEY`.
///
/// It holds the identifier of the store and the name of the entity. So it stays valid when a new model gives the entity
/// another number.
package struct ObjectURI {
  private static let scheme = "x-coredata://"

  /// The identifier of the store.
  package let store: UUID
  /// The name of the entity.
  package let entity: String
  /// The primary key of the row.
  package let key: Int64

  package init(store: UUID, entity: String, key: Int64) {
    self.store = store
    self.entity = entity
    self.key = key
  }

  /// Parses the text of a URI; returns nil for any other text.
  package init?(_ text: String) {
    guard text.prefix(Self.scheme.count).lowercased() == Self.scheme else { return nil }
    let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let store = UUID(uuidString: String(parts[0])),
      let key = Int64(parts[2].dropFirst()), key > 0, parts[2] == "p\(key)",
      let entity = parts[1].removingPercentEncoding
    else { return nil }
    self.init(store: store, entity: entity, key: key)
  }

  /// The text of the URI.
  ///
  /// Letters outside of ASCII in the name of the entity are percent-encoded.
  package var text: String {
    let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
    return "\(Self.scheme)\(store.uuidString)/\(name)/p\(key)"
  }
}
