/// A part of a response, which can be written as JSON or XML.
///
/// In JSON, attributes are members, the only child of a name is an object, and text is `_content`
/// (https://www.flickr.com/services/api/response.json.html).
struct Element: Sendable {
  /// The value of an attribute.
  enum Value: Sendable {
    case text(String)
    case number(String)
    case null

    static func number(_ value: Int) -> Value { .number(String(value)) }
  }

  /// The content of an element.
  enum Child: Sendable {
    case one(Element)
    /// An array in JSON, even when it is empty.
    case many(String, [Element])
  }

  var name: String
  var attributes: [(name: String, value: Value)] = []
  var children: [Child] = []
  var content: Value?

  init(_ name: String, _ attributes: KeyValuePairs<String, Value> = [:], _ children: [Child] = []) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.children = children
  }

  init(_ name: String, content: String) {
    self.name = name
    self.content = .text(content)
  }

  init(_ name: String, content: Int) {
    self.name = name
    self.content = .number(content)
  }

  /// Returns the element with mapped attributes; nil removes an attribute.
  func mapping(_ change: (_ name: String, Value) -> Value?) -> Element {
    var result = self
    result.attributes = attributes.compactMap { item in change(item.name, item.value).map { (item.name, $0) }
    }
    return result
  }
}

extension Element.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(value) }
}

extension Element {
  /// Returns the content of the element as a JSON value.
  func json(_ text: JSONText) -> String {
    var result = ""
    write(to: &result, text)
    return result
  }

  private func write(to result: inout String, _ text: JSONText) {
    var separator = "{"
    func begin(_ name: String) {
      result += separator
      result += "\"\(name)\":"
      separator = ", "
    }
    for (name, value) in attributes {
      begin(name)
      result += text.written(value)
    }
    for child in children {
      switch child {
      case .one(let element):
        begin(element.name)
        element.write(to: &result, text)
      case .many(let name, let elements):
        begin(name)
        Self.write(elements, to: &result, text)
      }
    }
    if let content {
      begin("_content")
      result += text.written(content)
    }
    result += separator == "{" ? "{}" : "}"
  }

  private static func write(_ elements: [Element], to result: inout String, _ text: JSONText) {
    result += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { result += ", " }
      element.write(to: &result, text)
    }
    result += "]"
  }

  /// The element as XML.
  var xml: String {
    var result = "<" + name
    for (name, value) in attributes { result += " \(name)=\"\(XMLText.escaped(value))\"" }
    let inner = children.flatMap { child -> [Element] in
      switch child {
      case .one(let element): [element]
      case .many(_, let elements): elements
      }
    }
    if inner.isEmpty, content == nil { return result + " />" }
    result += ">"
    if let content { result += XMLText.escaped(content) }
    for element in inner { result += "\n" + element.xml }
    return result + (inner.isEmpty ? "" : "\n") + "</\(name)>"
  }
}

/// Escapes text for XML (https://www.w3.org/TR/xml/#charsets).
enum XMLText {
  static func escaped(_ value: Element.Value) -> String {
    switch value {
    case .text(let text): escaped(text)
    case .number(let digits): digits
    case .null: ""
    }
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
