/// The name of an element or attribute of XMP, with its namespace.
struct XMPName: Hashable {
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  /// Adobe's namespace of media; `good` says whether a shot is a keeper.
  static let dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
  static let digiKam = "http://www.digikam.org/ns/1.0/"
  static let darktable = "http://darktable.sf.net/"
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// The element that has the properties.
  static let description = XMPName(namespace: rdf, name: "Description")

  let namespace: String
  let name: String

  init(namespace: String, name: String) { (self.namespace, self.name) = (namespace, name) }

  /// Resolves the name of an element as it is written, such as `xmp:Rating`, by the namespaces of prefixes; that of the empty
  /// prefix is the default namespace.
  init(element written: String, namespaces: [String: String]) {
    let parts = written.split(separator: ":", maxSplits: 1).map(String.init)
    let (prefix, name) = parts.count == 2 ? (parts[0], parts[1]) : ("", written)
    self.init(namespace: namespaces[prefix] ?? "", name: name)
  }

  /// Resolves the name of an attribute, for which there is no default namespace.
  init(attribute written: String, namespaces: [String: String]) {
    self.init(element: written, namespaces: written.contains(":") ? namespaces : [:])
  }
}
