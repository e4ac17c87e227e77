import Foundation
import XMLReading

/// Changes properties of an XMP packet, and leaves every other byte as it is.
struct XMPEditor {
  private(set) var bytes: [UInt8]

  /// Begins to change a packet.
  init(_ bytes: [UInt8]) throws(XMPSidecar.Failure) {
    self.bytes = bytes
    _ = try Layout(bytes)
  }

  /// Sets a property, or removes it.
  mutating func set(_ property: XMPProperty) throws(XMPSidecar.Failure) {
    let layout = try Layout(bytes)
    guard let first = layout.descriptions.first else { throw .noDescription }
    let places = layout.places(of: property.name)
    switch property.value {
    case .text(let text):
      // The first attribute gets the value, and one that was there twice is there once. Later places first, so that the
      // offsets stay right.
      let kept = text == nil ? nil : places.first { layout.isAttribute(at: $0) }
      for place in places.sorted(by: { $0.lowerBound > $1.lowerBound }) {
        if let text, place == kept {
          bytes.replaceSubrange(place, with: Self.attribute(bytes[place], text))
        } else {
          bytes.removeSubrange(place)
        }
      }
      guard let text, kept == nil else { return }
      // All places were behind the name of the first description.
      let inserted = attribute(property, text, namespaces: first.namespaces, layout)
      bytes.insert(contentsOf: inserted, at: first.nameEnd)
    case .noneOf(let texts):
      for place in places.sorted(by: { $0.lowerBound > $1.lowerBound })
      where texts.contains(try Self.value(of: bytes[place], isAttribute: layout.isAttribute(at: place))) {
        bytes.removeSubrange(place)
      }
    case .firstOfExistingSequence(let item):
      guard let place = places.first, let tag = layout.startTag(at: place) else { return }
      guard let rdf = first.namespaces.filter({ $0.value == XMPName.rdf }).keys.max() else { return }
      let former = try Self.items(of: bytes[place])
      guard former.first != item else { return }
      let items = item.map { item in [item] + former.dropFirst().filter { $0 != item } } ?? []
      // Within the element, another namespace can be the default one.
      let (prefix, declaration) = rdf.isEmpty ? ("", " xmlns=\"\(XMPName.rdf)\"") : (rdf + ":", "")
      let list = items.map { "<\(prefix)li>\(XMLText.escaped($0))</\(prefix)li>" }.joined()
      bytes.replaceSubrange(
        place,
        with: "\(tag.text)><\(prefix)Seq\(declaration)>\(list)</\(prefix)Seq></\(tag.name)>".utf8)
    }
  }

  /// Returns the text of an attribute or an element.
  private static func value(
    of place: ArraySlice<UInt8>, isAttribute: Bool
  ) throws(XMPSidecar.Failure) -> String {
    var text = ""
    do {
      var scanner = try XMLScanner(isAttribute ? Data("<a".utf8 + place + "/>".utf8) : Data(place))
      while true {
        switch try scanner.next() {
        case .start(_, let attributes): if isAttribute { text = attributes.values.first ?? "" }
        case .text(let part): text += part
        case .end: break
        case .finished: return MetadataText.trimmed(text) ?? ""
        }
      }
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// Returns the texts of the items in an element.
  private static func items(of element: ArraySlice<UInt8>) throws(XMPSidecar.Failure) -> [String] {
    var (items, item) = ([String](), String?.none)
    do {
      var scanner = try XMLScanner(Data(element))
      while true {
        switch try scanner.next() {
        case .start(let name, _): item = name == "li" || name.hasSuffix(":li") ? "" : nil
        case .text(let text): item? += text
        case .end:
          if let text = item.flatMap(MetadataText.trimmed) { items.append(text) }
          item = nil
        case .finished: return items
        }
      }
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// Returns an attribute with another value, and with the blanks and the name that it has.
  private static func attribute(_ bytes: ArraySlice<UInt8>, _ text: String) -> [UInt8] {
    bytes.prefix { $0 != UInt8(ascii: "=") } + Array("=\"\(XMLText.escaped(text, inAttribute: true))\"".utf8)
  }

  /// Returns an attribute, with the declaration of its namespace if there is none.
  private func attribute(
    _ property: XMPProperty, _ text: String, namespaces: [String: String], _ layout: Layout
  ) -> [UInt8] {
    let known = namespaces.filter { $0.value == property.name.namespace && !$0.key.isEmpty }.keys.min()
    var prefix = known ?? property.prefix
    // A prefix that is used without being declared would get a meaning.
    while known == nil, !layout.isFree(prefix, for: property.name.namespace) { prefix += "_" }
    let declaration = known == nil ? "\n    xmlns:\(prefix)=\"\(property.name.namespace)\"" : ""
    let value = XMLText.escaped(text, inAttribute: true)
    return Array("\(declaration)\n    \(prefix):\(property.name.name)=\"\(value)\"".utf8)
  }
}

/// The places of the photo's descriptions and properties in the bytes of a packet.
private struct Layout {
  /// The start tag of a description.
  struct Description {
    /// The offset behind the name of the element.
    let nameEnd: Int
    /// The namespaces by their prefixes, those of the element included.
    let namespaces: [String: String]
  }

  private(set) var descriptions: [Description] = []
  /// The namespaces that each prefix stands for anywhere.
  private var meanings: [String: Set<String>] = [:]
  private var properties: [(name: XMPName, place: Range<Int>)] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws(XMPSidecar.Failure) {
    self.bytes = bytes
    do {
      try read(XMLScanner(Data(bytes)))
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// Returns the places of a property: attributes with the blanks before them, and whole elements.
  func places(of name: XMPName) -> [Range<Int>] { properties.filter { $0.name == name }.map(\.place) }

  /// Returns a Boolean value that indicates whether a place is that of an attribute, and not of an element.
  func isAttribute(at place: Range<Int>) -> Bool { bytes[place.lowerBound] != UInt8(ascii: "<") }

  /// Returns a Boolean value that indicates whether a prefix can stand for a namespace.
  func isFree(_ prefix: String, for namespace: String) -> Bool {
    if let meanings = meanings[prefix] { return meanings == [namespace] }
    return !String(decoding: bytes, as: UTF8.self).contains(prefix + ":")
  }

  /// Returns the name of an element as it is written, and its start tag up to the bracket or slash that ends it; `nil` for an
  /// attribute.
  func startTag(at place: Range<Int>) -> (name: String, text: String)? {
    guard !isAttribute(at: place) else { return nil }
    let name = bytes[place].dropFirst().prefix { $0 > 0x20 && !"/>".utf8.contains($0) }
    let end = Self.attributes(in: bytes, from: name.endIndex).last?.1.upperBound ?? name.endIndex
    return (
      String(decoding: name, as: UTF8.self), String(decoding: bytes[place.lowerBound..<end], as: UTF8.self)
    )
  }

  /// The most elements that are open at once; a packet has about ten.
  private static let deepest = 100

  private mutating func read(_ scanner: XMLScanner) throws(XMLError) {
    var scanner = scanner
    var nesting = XMPNesting()
    var open: [(name: XMPName, role: XMPNesting.Role, start: Int, namespaces: [String: String])] = []
    while true {
      let event = try scanner.next()
      switch event {
      case .start(let written, let attributes):
        // Each element has the namespaces of all around it.
        guard open.count < Self.deepest else {
          throw scanner.error("more than \(Self.deepest) elements are open")
        }
        var namespaces = open.last?.namespaces ?? [:]
        for (key, value) in attributes where key.hasPrefix("xmlns:") {
          let prefix = String(key.dropFirst(6))
          guard !prefix.contains(":") else { continue }
          namespaces[prefix] = value
          meanings[prefix, default: []].insert(value)
        }
        if let value = attributes["xmlns"] { namespaces[""] = value }
        let name = XMPName(element: written, namespaces: namespaces)
        let role = nesting.begin(name)
        if role == .description {
          let nameEnd = scanner.eventStart + 1 + written.utf8.count
          descriptions.append(Description(nameEnd: nameEnd, namespaces: namespaces))
          for (key, place) in Self.attributes(in: bytes, from: nameEnd) where !key.hasPrefix("xmlns") {
            properties.append((XMPName(attribute: key, namespaces: namespaces), place))
          }
        }
        open.append((name, role, scanner.eventStart, namespaces))
      case .end:
        nesting.end()
        guard let element = open.popLast() else { break }
        if element.role == .property {
          properties.append((element.name, element.start..<scanner.offset))
        }
      case .text: break
      case .finished: return
      }
    }
  }

  /// Returns the attributes of a start tag that is well formed, each with the blanks before it.
  private static func attributes(in bytes: [UInt8], from start: Int) -> [(String, Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var position = start
    while position < bytes.count {
      let begin = position
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      let name = bytes[position...].prefix { $0 > 0x20 && !"=/>".utf8.contains($0) }
      guard !name.isEmpty else { return found }
      position += name.count
      while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x27 { position += 1 }
      guard position < bytes.count else { return found }
      let quote = bytes[position]
      position = bytes[(position + 1)...].firstIndex(of: quote).map { $0 + 1 } ?? bytes.count
      found.append((String(decoding: name, as: UTF8.self), begin..<position))
    }
    return found
  }
}
