internal import Foundation

/// The model that a store keeps of itself.
extension ManagedObjectModel {
  /// The model as JSON, the same for the same model.
  ///
  /// - Complexity: O(*n*) in the size of the model at first, and then O(1).
  package var document: String {
    madeDocument.value {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Texts, whole numbers and flags are never refused.
      return (try? encoder.encode(ModelDocument(self))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  /// The model that a document describes; nothing that it holds traps.
  package static func described(
    by document: String, classes: @escaping (String) -> (any EntityObject.Type)?
  ) throws(ModelError) -> ManagedObjectModel {
    let decoded: ModelDocument
    do {
      decoded = try JSONDecoder().decode(ModelDocument.self, from: Data(document.utf8))
    } catch {
      throw ModelError(description: "it cannot be read: \(error)")
    }
    return try decoded.model(classes: classes)
  }
}
