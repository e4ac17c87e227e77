import Foundation

/// A JSON value of a file whose form varies: a missing or odd value is `nil`, and no error.
struct LooseJSON {
  private let value: Any?

  private init(_ value: Any?) { self.value = value }

  /// Parses a document; returns `nil` if it is not an object.
  init?(_ bytes: [UInt8]) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      return nil
    }
    value = object
  }

  /// The value of a key.
  subscript(key: String) -> LooseJSON { LooseJSON((value as? [String: Any])?[key]) }

  /// The first of several keys whose value is a text that is not empty.
  func text(_ keys: String...) -> String? {
    for key in keys {
      if let text = self[key].text ?? self[key]["_content"].text, !text.isEmpty { return text }
    }
    return nil
  }

  /// The text, or a whole number as text.
  var text: String? {
    if let text = value as? String { return text }
    // A number of floating point has fewer digits than an ID of 18.
    return (value as? NSNumber).flatMap(Int.init(exactly:)).map(String.init)
  }

  /// The number, also one that is written as a text.
  var number: Double? {
    let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
    return number?.isFinite == true ? number : nil
  }

  /// The elements of a list; none if the value is none.
  var list: [LooseJSON] { (value as? [Any])?.map(LooseJSON.init) ?? [] }

  /// A Boolean value that indicates whether the value is a list, which may be empty.
  var isList: Bool { value is [Any] }

  /// A Boolean value that indicates whether there is no value.
  var isMissing: Bool { value == nil || value is NSNull }
}
