internal import Foundation
internal import ObjectModel
internal import XMLReading

/// A reader of a store's contents from XML; unknown elements are refused.
struct XMLContentsReader {
  private typealias Attributes = [String: String]

  private var scanner: XMLScanner
  /// The numbers of the entities, in the order in which their names were met.
  private var numbers: [String: EntityNumber] = [:]
  private var entities: [EntityNumber: AtomicStoreContents.Entity] = [:]
  private var metadata: [String: String] = [:]

  init(scanner: XMLScanner) { self.scanner = scanner }

  /// Everything; throws ``XMLError`` and ``AtomicStoreFormatError``.
  mutating func read() throws -> AtomicStoreContents {
    guard case .start(XMLContentsWriter.root, let escaped) = try scanner.next() else {
      throw AtomicStoreFormatError.otherFormat
    }
    let attributes = try plain(escaped)
    let version: Int = try number("version", attributes)
    guard version <= XMLStoreFormat.version else {
      throw AtomicStoreFormatError.newerVersion(found: version, supported: XMLStoreFormat.version)
    }
    try expect(attributes, ["version", "identifier"])
    guard version == XMLStoreFormat.version, let identifier = attributes["identifier"].flatMap(UUID.init)
    else {
      throw scanner.error("version or identifier makes no sense")
    }
    while let (name, attributes) = try nextChild() {
      switch name {
      case "metadata": try readMetadata(attributes)
      case "entity": try readEntity(attributes)
      default: throw scanner.error("there is an element <\(name)>")
      }
    }
    _ = try scanner.next()
    return AtomicStoreContents(identifier: identifier, metadata: metadata, entities: try orderedEntities())
  }

  private func orderedEntities() throws -> [AtomicStoreContents.Entity] {
    try numbers.sorted { $0.value < $1.value }.map { name, number in
      guard let entity = entities[number] else {
        throw scanner.error("there is no entity \(name), to which something refers")
      }
      return entity
    }
  }

  private mutating func number(ofEntity name: String) -> EntityNumber {
    let number = numbers[name] ?? EntityNumber(index: numbers.count)
    numbers[name] = number
    return number
  }

  // MARK: - Elements

  private mutating func readMetadata(_ attributes: Attributes) throws {
    try expect(attributes, ["key"], optional: ["escaped"])
    metadata[attributes["key"] ?? ""] = try readText(attributes)
  }

  private mutating func readEntity(_ attributes: Attributes) throws {
    try expect(attributes, ["name", "next-key", "hash"])
    let name = attributes["name"] ?? ""
    let number = number(ofEntity: name)
    guard entities[number] == nil else { throw scanner.error("the entity \(name) is there twice") }
    guard let hash = Data(hexadecimal: attributes["hash"] ?? "") else {
      throw scanner.error("the hash of \(name) is no hexadecimal number")
    }
    var entity = AtomicStoreContents.Entity(
      name: name, versionHash: hash, nextKey: try self.number("next-key", attributes))
    while let (element, attributes) = try nextChild() {
      switch element {
      case "property" where entity.rows.isEmpty: entity.properties.append(try property(attributes))
      case "row": entity.rows.append(try row(attributes, of: entity, number))
      default: throw scanner.error("there is an element <\(element)>")
      }
    }
    entities[number] = entity
  }

  private mutating func property(_ attributes: Attributes) throws -> AtomicStoreContents.Property {
    let kind: AtomicStoreContents.Kind
    if let destination = attributes["to"] {
      try expect(attributes, ["name", "to"])
      kind = .reference(entity: destination)
    } else {
      try expect(attributes, ["name", "type"])
      guard let type = AttributeType(rawValue: attributes["type"] ?? "") else {
        throw scanner.error("\(attributes["type"] ?? "") is no type of attributes")
      }
      kind = .attribute(type)
    }
    try end()
    return AtomicStoreContents.Property(name: attributes["name"] ?? "", kind: kind)
  }

  private mutating func row(
    _ attributes: Attributes, of entity: AtomicStoreContents.Entity, _ entityNumber: EntityNumber
  ) throws -> Row {
    try expect(attributes, ["key", "version"])
    let id = ManagedObjectID(entity: entityNumber, key: try number("key", attributes), in: .unbound)
    var row = Row(
      id: id, version: try number("version", attributes),
      values: Array(repeating: .null, count: entity.properties.count))
    while let (element, attributes) = try nextChild() {
      guard element == "value", let name = attributes["name"] else {
        throw scanner.error("there is an element <\(element)>")
      }
      guard let slot = entity.properties.firstIndex(where: { $0.name == name }), row.values[slot].isNull
      else {
        throw scanner.error("there is no property \(entity.name).\(name), or it is there twice")
      }
      row.values[slot] = try value(attributes, of: entity.properties[slot])
    }
    return row
  }

  private mutating func value(
    _ attributes: Attributes, of property: AtomicStoreContents.Property
  ) throws -> PropertyValue {
    switch property.kind {
    case .reference:
      try expect(attributes, ["name", "entity", "key"])
      let key: Int64 = try number("key", attributes)
      try end()
      let entity = number(ofEntity: attributes["entity"] ?? "")
      return .reference(ManagedObjectID(entity: entity, key: key, in: .unbound))
    case .attribute(let type):
      try expect(attributes, ["name"], optional: ["escaped"])
      let text = try readText(attributes)
      guard let value = ValueText.value(text, type) else {
        throw scanner.error("“\(text.prefix(40))” is no \(type.rawValue)")
      }
      return value
    }
  }

  // MARK: - Parts

  /// The next element within the one that is open; nil at its end.
  private mutating func nextChild() throws -> (name: String, attributes: Attributes)? {
    while true {
      switch try scanner.next() {
      case .start(let name, let attributes): return (name, try plain(attributes))
      case .text(let text):
        guard text.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else {
          throw scanner.error("there is text where elements are expected")
        }
      case .end, .finished: return nil
      }
    }
  }

  /// The attributes with the characters for which their backslashes stand.
  private func plain(_ attributes: Attributes) throws -> Attributes {
    try attributes.mapValues { value in
      guard let plain = XMLText.unbackslashed(value) else {
        throw scanner.error("“\(value)” is badly escaped")
      }
      return plain
    }
  }

  /// The text up to the end of the element that is open.
  private mutating func readText(_ attributes: Attributes) throws -> String {
    var text = ""
    reading: while true {
      switch try scanner.next() {
      case .text(let part): text += part
      case .end: break reading
      case .start(let name, _): throw scanner.error("there is an element <\(name)>")
      case .finished: throw scanner.error("the file ends too early")
      }
    }
    guard let escaped = attributes["escaped"] else { return text }
    guard escaped == "true", let plain = XMLText.unbackslashed(text) else {
      throw scanner.error("a text is not escaped as it should be")
    }
    return plain
  }

  private mutating func end() throws {
    guard try nextChild() == nil else { throw scanner.error("there is an element too many") }
  }

  private func number<Number: FixedWidthInteger>(_ name: String, _ attributes: Attributes) throws -> Number {
    guard let number = attributes[name].flatMap({ Number($0) }) else {
      throw scanner.error("\(name) is no whole number")
    }
    return number
  }

  private func expect(_ attributes: Attributes, _ names: Set<String>, optional: Set<String> = []) throws {
    if let name = names.subtracting(attributes.keys).min() { throw scanner.error("\(name) is missing") }
    guard let name = Set(attributes.keys).subtracting(names).subtracting(optional).min() else { return }
    throw scanner.error("\(name) is not known")
  }
}

extension Data {
  /// The bytes that are written with two digits each; nil when they are not.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
  }
}
