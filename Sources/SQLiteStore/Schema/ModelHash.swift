internal import Foundation
internal import ObjectGraph

/// What tells one version of an entity from another: 32 bytes, as in Core Data's metadata.
///
/// How Apple computes its bytes is not known, so they are ours: four FNV-1a hashes of 64 bits, each begun with
/// another offset, of a description of all that the file depends on. No protection against anybody who wants two
/// entities to look alike is meant. Delete rules, defaults and classes are left out, as in Apple's: a file is the
/// same with others.
enum ModelHash {
  /// The hashes of the entities of a model, by name.
  static func hashes(of model: ObjectModel) -> [String: Data] {
    Dictionary(model.entities.map { ($0.name, hash(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func hash(of entity: EntityDescription) -> Data {
    let text = description(of: entity).joined(separator: "\n")
    var data = Data()
    for lane in UInt64(0)..<4 {
      withUnsafeBytes(of: fnv1a(text, lane: lane).bigEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// FNV-1a with the offset basis and prime of its authors; the lane is hashed before the text.
  private static func fnv1a(_ text: String, lane: UInt64) -> UInt64 {
    ([UInt8(lane)] + text.utf8).reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A line for each thing that the file depends on; the order in which they were described does not matter.
  private static func description(of entity: EntityDescription) -> [String] {
    let attributes = entity.attributes.filter { !$0.isTransient }.map(description)
    let relationships = entity.relationships.map {
      let cardinality = $0.cardinality == .toOne ? "one" : "many"
      return "relationship \($0.name) \(cardinality) \($0.destination) \($0.inverse ?? "-") \($0.isOptional)"
    }
    let unique = entity.uniquenessConstraints.map { "unique " + $0.joined(separator: " ") }
    let indexes = entity.indexes.map { "index " + $0.joined(separator: " ") }
    return ["entity \(entity.name)"] + (attributes + relationships + unique + indexes).sorted()
  }

  /// What is seldom there adds to the line only where it is, so that other models keep their hashes.
  private static func description(of attribute: AttributeDescription) -> String {
    let modifier = attribute.versionHashModifier.map { " modifier \($0)" } ?? ""
    let derivation = attribute.derivation.map { " derived \($0)" } ?? ""
    let own = "attribute \(attribute.name) \(attribute.type.rawValue) \(attribute.isOptional)"
    return own + derivation + modifier
  }
}
