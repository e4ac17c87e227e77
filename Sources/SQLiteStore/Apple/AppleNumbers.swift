internal import ObjectStore

/// The numbers of entities in a file of Apple's, which `Z_PRIMARYKEY` lists by name.
struct AppleNumbers {
  private let keys: [AppleSchema.Key]
  private let model: ManagedObjectModel
  /// The entities for which the metadata has version hashes.
  private let hashes: Set<String>
  private let path: String

  init(_ keys: [AppleSchema.Key], _ model: ManagedObjectModel, hashes: Set<String>, path: String) {
    (self.keys, self.model, self.hashes, self.path) = (keys, model, hashes, path)
  }

  /// Returns the model with the numbers of the file.
  func numberedModel() throws(StoreError) -> ManagedObjectModel {
    let names = try modelNames()
    let byNumber = Dictionary(zip(keys.map(\.number), names), uniquingKeysWith: { first, _ in first })
    for (key, name) in zip(keys, names) {
      guard byNumber[key.parent] == model.entity(named: name)?.parent?.name else {
        throw refusal("its entity \(name) inherits from another one in this")
      }
    }
    let numbered: ManagedObjectModel
    do { numbered = try model.numbered(in: names) } catch { throw refusal("\(error)") }
    for (key, name) in zip(keys, names) where numbered.number(ofEntity: name)?.rawValue != key.number {
      throw refusal(
        "its entity \(name) has the number \(key.number), which does not follow from the order of the others")
    }
    return numbered
  }

  private func refusal(_ reason: String) -> StoreError { .otherModel(path: path, reason: reason) }

  /// Returns the names that the entities of the file have in the model, in the order of the file.
  ///
  /// A file may list the old name of an entity that was renamed: seen in a file whose version hashes have the new one.
  private func modelNames() throws(StoreError) -> [String] {
    let entities = model.entities.map(\.name)
    let listed = Set(keys.map(\.name))
    var missing = Set(entities).subtracting(listed)
    var names: [String] = []
    for key in keys {
      if model.entities.contains(where: { $0.name == key.name }) {
        names.append(key.name)
      } else if let renamed = newName(of: key, among: missing) {
        missing.remove(renamed)
        names.append(renamed)
      } else {
        throw refusal("its entity \(key.name) is not in this one: add it to the model")
      }
    }
    if let name = missing.min() { throw refusal("it has no entity \(name)") }
    return names
  }

  private func newName(of key: AppleSchema.Key, among missing: Set<String>) -> String? {
    if let renamed = missing.first(where: { model.entity(named: $0)?.renamingIdentifier == key.name }) {
      return renamed
    }
    let candidates = missing.filter(hashes.contains)
    return candidates.count == 1 && !hashes.contains(key.name) ? candidates.first : nil
  }
}
