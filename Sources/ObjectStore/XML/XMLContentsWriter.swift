internal import Foundation
internal import ObjectModel
internal import XMLReading

/// Writes the contents of a store as XML.
struct XMLContentsWriter {
  /// The name of the outermost element.
  static let root = "objectgraph"

  let contents: AtomicStoreContents
  private(set) var text = ""

  init(contents: AtomicStoreContents) { self.contents = contents }

  mutating func write() {
    text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    let version = String(XMLStoreFormat.version)
    open(0, Self.root, [("version", version), ("identifier", contents.identifier.uuidString)])
    for (key, value) in contents.metadata.sorted(by: { $0.key < $1.key }) {
      line(1, "metadata", [("key", key)], value)
    }
    for entity in contents.entities { write(entity) }
    close(0, Self.root)
  }

  private mutating func write(_ entity: AtomicStoreContents.Entity) {
    let hash = entity.versionHash.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    open(1, "entity", [("name", entity.name), ("next-key", String(entity.nextKey)), ("hash", hash)])
    for property in entity.properties {
      let kind = property.kind.description
      switch property.kind {
      case .attribute: line(2, "property", [("name", property.name), ("type", kind)])
      case .reference: line(2, "property", [("name", property.name), ("to", kind)])
      }
    }
    for row in entity.rows { write(row, of: entity) }
    close(1, "entity")
  }

  private mutating func write(_ row: Row, of entity: AtomicStoreContents.Entity) {
    open(2, "row", [("key", String(row.id.key)), ("version", String(row.version))])
    for (property, value) in zip(entity.properties, row.values) {
      if let id = value.reference {
        let target =
          contents.entities.indices.contains(id.entity.index) ? contents.entities[id.entity.index].name : ""
        line(3, "value", [("name", property.name), ("entity", target), ("key", String(id.key))])
      } else if let text = ValueText.text(value) {
        line(3, "value", [("name", property.name)], text)
      }
    }
    close(2, "row")
  }

  // MARK: - Tags

  private mutating func open(_ depth: Int, _ name: String, _ attributes: [(String, String)]) {
    tag(depth, name, attributes)
    text += ">\n"
  }

  private mutating func close(_ depth: Int, _ name: String) {
    indent(depth)
    text += "</\(name)>\n"
  }

  /// An element without others in it.
  private mutating func line(
    _ depth: Int, _ name: String, _ attributes: [(String, String)], _ content: String? = nil
  ) {
    guard let content else {
      tag(depth, name, attributes)
      text += "/>\n"
      return
    }
    let isPlain = XMLText.isAllowed(content)
    tag(depth, name, isPlain ? attributes : attributes + [("escaped", "true")])
    text += ">\(XMLText.escaped(isPlain ? content : XMLText.backslashed(content)))</\(name)>\n"
  }

  private mutating func tag(_ depth: Int, _ name: String, _ attributes: [(String, String)]) {
    indent(depth)
    text += "<\(name)"
    for (key, value) in attributes {
      // Names have backslashes about never, so these are always escaped.
      text += " \(key)=\"\(XMLText.escaped(XMLText.backslashed(value), inAttribute: true))\""
    }
  }

  private mutating func indent(_ depth: Int) { text += String(repeating: "  ", count: depth) }
}
