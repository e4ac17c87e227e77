internal import Foundation
internal import XMLReading

/// An element of a small XML document, with the elements in it.
///
/// For documents that are read as a whole, such as models: document types are passed over and not followed.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  private(set) var children: [XMLElement] = []
  /// The text between the tags, without that of the elements in it.
  private(set) var text = ""

  /// The maximum nesting depth of elements.
  static let depthLimit = 64

  private init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// Reads a document; this is its outermost element.
  init(document data: Data) throws(XMLError) {
    var scanner = try XMLScanner(data, passesDocumentType: true)
    var open: [XMLElement] = []
    var root: XMLElement?
    reading: while true {
      switch try scanner.next() {
      case .start(let name, let attributes):
        guard open.count < Self.depthLimit else {
          throw scanner.error("elements are nested more than \(Self.depthLimit) levels deep")
        }
        open.append(XMLElement(name: name, attributes: attributes))
      case .text(let text):
        if !open.isEmpty { open[open.count - 1].text += text }
      case .end:
        let closed = open.removeLast()
        if open.isEmpty { root = closed } else { open[open.count - 1].children.append(closed) }
      case .finished: break reading
      }
    }
    guard let root else { throw scanner.error("there is no element") }
    self = root
  }

  /// The elements in it that have a name.
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The value of an attribute, or nil.
  subscript(_ attribute: String) -> String? { attributes[attribute] }
}
