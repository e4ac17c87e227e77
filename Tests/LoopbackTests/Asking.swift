import Foundation
import TestSupport
import Testing

/// What came instead of an answer.
struct Refusal: Error, Equatable {
  let code: Int
  let message: String
}

/// Part of an answer in JSON.
struct Node {
  let value: Any?

  subscript(_ name: String) -> Node { Node(value: (value as? [String: Any])?[name]) }

  var int: Int? { (value as? Int) ?? (value as? String).flatMap { Int($0) } }
  var text: String? { value as? String }
  var content: String? { self["_content"].text }
  var list: [Node] { (value as? [Any] ?? []).map { Node(value: $0) } }
  var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}

extension FakeFlickr {
  /// Asks without a line; JSON, with a good key.
  func ask(_ method: String, _ arguments: [String: String] = [:]) throws -> Node {
    let common = ["method": "flickr." + method, "api_key": "key1", "format": "json", "nojsoncallback": "1"]
    let body = answer(to: Self.request(common.merging(arguments) { $1 })).body
    let root = Node(value: try JSONSerialization.jsonObject(with: Data(body)))
    guard root["stat"].text == "ok" else {
      throw Refusal(code: root["code"].int ?? -1, message: root["message"].text ?? "")
    }
    return root
  }

  /// The ids of a page of a list.
  func ids(_ method: String, _ arguments: [String: String] = [:]) throws -> [String] {
    let root = try ask(method, arguments)
    let list = root["photos"].value == nil ? root["photoset"] : root["photos"]
    return list["photo"].list.compactMap { $0["id"].text }
  }

  static func request(_ arguments: [String: String], path: String = "/rest/") -> LoopbackRequest {
    let pairs = arguments.map { "\($0.key)=\(encoded($0.value))" }
    return LoopbackRequest(path + "?" + pairs.joined(separator: "&"))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && scalar.properties.isAlphabetic || (48...57).contains(byte)
      return isPlain
        ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
