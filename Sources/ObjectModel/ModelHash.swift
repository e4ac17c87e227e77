public import Foundation

extension ManagedObjectModel {
  /// The hashes that identify this version of each entity, by the names of the entities: 32 bytes each.
  ///
  /// Two models with the same hashes have the same tables and columns. Their names can differ where entities of one tree have
  /// properties of the same name: stores rename them when they are opened.
  ///
  /// - Complexity: O(*n*) in the size of the model at first, and then O(1).
  public var versionHashes: [String: Data] { madeHashes.value { ModelHash.hashes(of: self) } }
}

/// The hash that identifies a version of an entity: 32 bytes, as in Core Data's metadata.
///
/// Apple's algorithm is not known, so this one is our own: four 64-bit FNV-1a hashes, each with a different
/// offset, of a description of everything that the file depends on. It does not protect against intentional
/// collisions. Delete rules, defaults and classes are left out, as in Apple's hash: they do not change the
/// file.
enum ModelHash {
  /// The hashes of the entities of a model, by name.
  static func hashes(of model: ManagedObjectModel) -> [String: Data] {
    Dictionary(model.entities.map { ($0.name, hash(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func hash(of entity: Entity) -> Data {
    let text = description(of: entity).joined(separator: "\n")
    var data = Data()
    for lane in UInt64(0)..<4 {
      withUnsafeBytes(of: fnv1a(text, lane: lane).bigEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// The lane is hashed before the text.
  private static func fnv1a(_ text: String, lane: UInt64) -> UInt64 {
    var hash = FNV1a()
    hash.add([UInt8(lane)])
    hash.add(text.utf8)
    return hash.value
  }

  /// A line for each thing that the file depends on; the order in which they were described does not matter.
  private static func description(of entity: Entity) -> [String] {
    let attributes = entity.attributes.filter { !$0.isTransient }.map(description)
    let relationships = entity.relationships.map {
      let cardinality = $0.cardinality == .toOne ? "one" : "many"
      let order = $0.isOrdered ? " ordered" : ""
      let own =
        "relationship \($0.name) \(cardinality) \($0.destination) \($0.inverse ?? "-") \($0.isOptional)"
      return own + order + modifier($0.versionHashModifier)
    }
    let unique = entity.uniquenessConstraints.map { "unique " + $0.joined(separator: " ") }
    let indexes = entity.indexes.map { "index " + $0.map(\.text).joined(separator: " ") }
    let parent = entity.parent.map { ["parent \($0.name)"] } ?? []
    let own = "entity \(entity.name)" + modifier(entity.versionHashModifier)
    return [own] + parent + (attributes + relationships + unique + indexes).sorted()
  }

  /// Rare features add to the line only where they are used, so that other models keep their hashes.
  private static func description(of attribute: AttributeDescription) -> String {
    let derivation = attribute.derivation.map { " derived \($0)" } ?? ""
    let own = "attribute \(attribute.name) \(attribute.type.rawValue) \(attribute.isOptional)"
    let external = attribute.allowsExternalStorage ? " external" : ""
    return own + external + derivation + modifier(attribute.versionHashModifier)
  }

  private static func modifier(_ text: String?) -> String { text.map { " modifier \($0)" } ?? "" }
}
