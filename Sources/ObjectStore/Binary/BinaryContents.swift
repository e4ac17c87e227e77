internal import Foundation
internal import ObjectModel

extension ByteWriter {
  /// Everything behind the checksum.
  mutating func put(_ contents: AtomicStoreContents) {
    put(raw: contents.identifier.bytes)
    put(count: contents.metadata.count)
    for (key, value) in contents.metadata.sorted(by: { $0.key < $1.key }) {
      put(key)
      put(value)
    }
    put(count: contents.entities.count)
    for entity in contents.entities { put(entity) }
  }

  private mutating func put(_ entity: AtomicStoreContents.Entity) {
    put(entity.name)
    put(entity.versionHash)
    put(signed: entity.nextKey)
    put(count: entity.properties.count)
    for property in entity.properties {
      put(property.name)
      switch property.kind {
      case .attribute: put(byte: 0)
      case .reference: put(byte: 1)
      }
      put(property.kind.description)
    }
    put(count: entity.rows.count)
    var last: Int64 = 0
    for row in entity.rows {
      put(signed: row.id.key &- last)
      put(signed: row.version)
      for value in row.values { put(value) }
      last = row.id.key
    }
  }
}

extension ByteReader {
  /// Everything behind the checksum.
  mutating func contents() throws(AtomicStoreFormatError) -> AtomicStoreContents {
    var contents = AtomicStoreContents(identifier: try uuid())
    for _ in 0..<(try length()) { contents.metadata[try text()] = try text() }
    for number in 1..<(try length() + 1) { contents.entities.append(try entity(EntityNumber(number))) }
    return contents
  }

  mutating func uuid() throws(AtomicStoreFormatError) -> UUID {
    let bytes = try raw(16)
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  private mutating func entity(_ number: EntityNumber) throws(AtomicStoreFormatError)
    -> AtomicStoreContents.Entity
  {
    var entity = AtomicStoreContents.Entity(
      name: try text(), versionHash: try data(), nextKey: try signed())
    for _ in 0..<(try length()) {
      entity.properties.append(AtomicStoreContents.Property(name: try text(), kind: try kind()))
    }
    var last: Int64 = 0
    for _ in 0..<(try length()) {
      last = last &+ (try signed())
      let version = try signed()
      var values: [PropertyValue] = []
      for _ in entity.properties { values.append(try value()) }
      entity.rows.append(
        Row(id: ManagedObjectID(entity: number, key: last, in: .unbound), version: version, values: values))
    }
    return entity
  }

  private mutating func kind() throws(AtomicStoreFormatError) -> AtomicStoreContents.Kind {
    let tag = try byte()
    let name = try text()
    switch tag {
    case 1: return .reference(entity: name)
    case 0:
      guard let type = AttributeType(rawValue: name) else {
        throw .damaged(reason: "\(name) is no type of attributes")
      }
      return .attribute(type)
    default: throw .damaged(reason: "a property is neither attribute nor relationship")
    }
  }
}

extension UUID {
  /// Its 16 bytes.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
