import Foundation
import ObjectGraph

/// What sections are called, by the exact value of their key as it is sorted.
struct SectionNaming: Sendable {
  /// What the key path leads to; nil for a relationship or a count.
  var type: AttributeType?

  /// The name; equal values have one, and nothing has an empty one.
  func name(for key: PropertyValue) -> String {
    switch (key, type) {
    case (.null, _): ""
    case (.string(let text), _): text
    case (.integer(let value), .boolean): value == 0 ? "false" : "true"
    case (.integer(let value), _): String(value)
    case (.real(let seconds), .date): Date(timeIntervalSinceReferenceDate: seconds).description
    case (.real(let value), _): value == 0 ? "0.0" : String(value)
    case (.data(let bytes), .uuid): UUID(bytes)?.uuidString ?? ""
    case (.data(let bytes), _): bytes.base64EncodedString()
    default: key.description
    }
  }
}

extension UUID {
  fileprivate init?(_ bytes: Data) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
