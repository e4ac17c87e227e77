import Foundation
import XMLReading

/// Reads an XMP packet: RDF with the properties of a photo (ISO 16684-1).
///
/// A property is an attribute or an element, whose values are in a list if there can be several.
struct XMPPacket {
  private var facts = PhotoFacts()
  private var latitude: Double?
  private var longitude: Double?
  /// The namespaces by their prefixes; a packet uses a prefix for one namespace only, but not the empty one.
  private var namespaces: [String: String] = [:]
  /// The default namespaces of the open elements.
  private var defaults: [String] = []
  private var nesting = XMPNesting()
  /// The open property of the photo.
  private var property: XMPName?
  private var text = ""

  /// Returns the facts of a packet; those before a fault, if it is not well-formed.
  static func facts(of packet: ArraySlice<UInt8>) -> PhotoFacts { read(packet).facts }

  /// Returns the facts of a packet, and its fault.
  static func read(_ packet: ArraySlice<UInt8>) -> (facts: PhotoFacts, fault: XMPSidecar.Failure?) {
    guard packet.count <= XMPSidecar.largestSize else { return (PhotoFacts(), .tooLarge) }
    // Padding of zeros follows some packets, and other bytes may be damaged.
    let end = packet.lastIndex { $0 != 0 }.map { $0 + 1 } ?? packet.startIndex
    let text = packet[..<end]
    let data = Data(String(decoding: text, as: UTF8.self).utf8)
    var reader = XMPPacket()
    var fault: XMPSidecar.Failure?
    if String(validating: text, as: UTF8.self) == nil { fault = .malformed("something is not UTF-8") }
    do {
      var scanner = try XMLScanner(data)
      while case let event = try scanner.next(), event != .finished { reader.take(event) }
    } catch {
      fault = fault ?? .malformed("\(error)")
    }
    reader.facts.setPlace(latitude: reader.latitude, longitude: reader.longitude)
    return (reader.facts, fault)
  }

  private mutating func take(_ event: XMLScanner.Event) {
    switch event {
    case .start(let name, let attributes): begin(name, attributes)
    case .end(let name): end(resolved(name))
    case .text(let part): if text.utf8.count < 100_000 { text += part }
    case .finished: break
    }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) {
    for (attribute, value) in attributes where attribute.hasPrefix("xmlns:") {
      namespaces[String(attribute.dropFirst(6))] = value
    }
    defaults.append(attributes["xmlns"] ?? defaults.last ?? "")
    namespaces[""] = defaults.last
    text = ""
    let name = resolved(name)
    let role = nesting.begin(name)
    // The elements of RDF within a property are its lists; others have values of their own.
    if name.namespace != XMPName.rdf { property = role == .property ? name : nil }
    guard role == .description else { return }
    for (attribute, value) in attributes.sorted(by: { $0.key < $1.key }) {
      set(value, XMPName(attribute: attribute, namespaces: namespaces))
    }
  }

  private mutating func end(_ name: XMPName) {
    if let property { set(text, property) }
    text = ""
    nesting.end()
    _ = defaults.popLast()
    namespaces[""] = defaults.last
    if name.namespace != XMPName.rdf { property = nil }
  }

  private func resolved(_ name: String) -> XMPName { XMPName(element: name, namespaces: namespaces) }

  private mutating func set(_ value: String, _ property: XMPName) {
    guard let value = MetadataText.trimmed(value) else { return }
    switch (property.namespace, property.name) {
    case (XMPName.dublinCore, "title"): facts.title = facts.title ?? value
    case (XMPName.dublinCore, "description"): facts.caption = facts.caption ?? value
    case (XMPName.dublinCore, "creator"): facts.artist = facts.artist ?? value
    case (XMPName.dublinCore, "rights"): facts.copyright = facts.copyright ?? value
    case (XMPName.dublinCore, "subject"): facts.keywords.append(value)
    case (XMPName.xmp, "Rating"):
      facts.rating = Double(value).flatMap { (-1...5).contains($0) ? Int($0) : nil }
    case (XMPName.xmp, "Label"): facts.label = value
    case (XMPName.dynamicMedia, "good"):
      facts.flag = facts.flag ?? ["true": 1, "false": -1][value.lowercased()]
    case (XMPName.digiKam, "PickLabel"): facts.flag = facts.flag ?? Self.flag(ofPickLabel: value)
    case (XMPName.darktable, "colorlabels"): facts.label = facts.label ?? Self.colors[value]
    case (XMPName.exif, "DateTimeOriginal"): facts.taken = Self.date(value) ?? facts.taken
    case (XMPName.photoshop, "DateCreated"), (XMPName.xmp, "CreateDate"):
      facts.taken = facts.taken ?? Self.date(value)
    case (XMPName.exif, "GPSLatitude"): latitude = Self.degrees(value, "NS", limit: 90)
    case (XMPName.exif, "GPSLongitude"): longitude = Self.degrees(value, "EW", limit: 180)
    default: break
    }
  }

  /// The color labels of darktable, by their numbers.
  private static let colors = ["0": "Red", "1": "Yellow", "2": "Green", "3": "Blue", "4": "Purple"]

  /// Returns the flag of a pick label: 1 is rejected and 3 accepted (digiKam, `digikam_globals.h`); 0, none, and 2, pending, say
  /// nothing that a rating does not.
  private static func flag(ofPickLabel text: String) -> Int? { ["1": -1, "3": 1][text] }

  /// Returns the local time of an ISO 8601 date such as `2024-05-17T18:03:09.25+02:00`, whose time may be missing.
  private static func date(_ text: String) -> String? {
    let (day, rest) = (text.prefix(10), text.dropFirst(11))
    let time = rest.prefix { !"+-Zz".contains($0) }.prefix(8)
    guard day.count == 10, time.isEmpty || time.count >= 5 else { return nil }
    return EXIFReader.date("\(day) \(time)" + "00:00:00".dropFirst(time.count))
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
