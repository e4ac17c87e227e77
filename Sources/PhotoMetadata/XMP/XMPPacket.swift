import Foundation
import FoundationXML

/// Reads an XMP packet: RDF with the properties of a photo (ISO 16684-1).
///
/// A property is an attribute or an element, whose values are in a list if there can be several.
final class XMPPacket: NSObject, XMLParserDelegate {
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let xmp = "http://ns.adobe.com/xap/1.0/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"
  private static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// The largest packet that is read, in bytes.
  private static let largest = 4 << 20

  private var facts = PhotoFacts()
  private var latitude: Double?
  private var longitude: Double?
  /// The prefixes of namespaces, as attributes are named by them.
  private var prefixes: [String: String] = [:]
  private var property: (namespace: String, name: String)?
  private var text = ""

  /// Returns the facts of a packet; those before a fault, if it is not well-formed.
  static func facts(of packet: ArraySlice<UInt8>) -> PhotoFacts {
    guard packet.count <= largest else { return PhotoFacts() }
    let reader = XMPPacket()
    // Padding of zeros follows some packets.
    let end = packet.lastIndex { $0 != 0 }.map { $0 + 1 } ?? packet.startIndex
    // XMLParser traps at bytes that are not UTF-8.
    let parser = XMLParser(data: Data(String(decoding: packet[..<end], as: UTF8.self).utf8))
    parser.shouldProcessNamespaces = true
    parser.shouldReportNamespacePrefixes = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    // What comes before a fault counts.
    _ = parser.parse()
    if let latitude = reader.latitude, let longitude = reader.longitude {
      (reader.facts.latitude, reader.facts.longitude) = (latitude, longitude)
    }
    return reader.facts
  }

  func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI namespaceURI: String) {
    prefixes[prefix] = namespaceURI
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let name = name.split(separator: ":").last.map(String.init) ?? name
    text = ""
    if namespaceURI != Self.rdf { property = (namespaceURI ?? "", name) }
    guard namespaceURI == Self.rdf, name == "Description" else { return }
    for (attribute, value) in attributes {
      let parts = attribute.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2, let namespace = prefixes[parts[0]] { set(value, namespace, parts[1]) }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if text.utf8.count < 100_000 { text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
    self.parser(parser, foundCharacters: String(decoding: CDATABlock, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if let property { set(text, property.namespace, property.name) }
    text = ""
    if namespaceURI != Self.rdf { property = nil }
  }

  private func set(_ value: String, _ namespace: String, _ name: String) {
    guard let value = MetadataText.trimmed(value) else { return }
    switch (namespace, name) {
    case (Self.dublinCore, "title"): facts.title = facts.title ?? value
    case (Self.dublinCore, "description"): facts.caption = facts.caption ?? value
    case (Self.dublinCore, "creator"): facts.artist = facts.artist ?? value
    case (Self.dublinCore, "rights"): facts.copyright = facts.copyright ?? value
    case (Self.dublinCore, "subject"): facts.keywords.append(value)
    case (Self.xmp, "Rating"): facts.rating = Double(value).flatMap { (-1...5).contains($0) ? Int($0) : nil }
    case (Self.xmp, "Label"): facts.label = value
    case (Self.exif, "DateTimeOriginal"): facts.taken = Self.date(value) ?? facts.taken
    case (Self.photoshop, "DateCreated"), (Self.xmp, "CreateDate"):
      facts.taken = facts.taken ?? Self.date(value)
    case (Self.exif, "GPSLatitude"): latitude = Self.degrees(value, "NS", limit: 90)
    case (Self.exif, "GPSLongitude"): longitude = Self.degrees(value, "EW", limit: 180)
    default: break
    }
  }

  /// Returns the local time of an ISO 8601 date such as `2024-05-17T18:03:09.25+02:00`, whose time may be missing.
  private static func date(_ text: String) -> String? {
    let start = text.prefix(19).replacing("T", with: " ")
    guard start.count == 10 || start.count >= 16 else { return nil }
    return EXIFReader.date(String(start) + "0000-00-00 00:00:00".dropFirst(start.count))
  }

  /// Returns the degrees of `41,24,12.5N` or `41,24.2083N`.
  private static func degrees(_ text: String, _ sides: String, limit: Double) -> Double? {
    guard let side = text.last, sides.contains(side) else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) ?? .nan }
    guard (1...3).contains(parts.count) else { return nil }
    let value = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    guard value.isFinite, (0...limit).contains(value) else { return nil }
    return side == sides.last ? -value : value
  }
}
