import Foundation
import ObjectGraph

/// The rule that derives the name of a section from the exact value of its sort key.
struct SectionNaming: Sendable {
  /// The type of the attribute at the end of the key path; `nil` for a relationship or a count.
  var type: AttributeType?
  /// The number of Unicode scalars of a name; `nil` for whole values.
  var length: Int?

  /// A Boolean value that indicates whether values with the same beginning of their names are adjacent in binary order.
  ///
  /// The number 10 is between 1 and 2 by its name alone.
  var keepsBeginningsTogether: Bool {
    switch type?.traits.form {
    case .string, .date, .uuid, .url: true
    case .integer, .real, .decimal, .boolean, .data, .transformed, nil: false
    }
  }

  /// Returns the name; equal values have the same name, and a missing value has an empty one.
  func name(for key: PropertyValue) -> String {
    let name = wholeName(for: key)
    return length.map { String(name.unicodeScalars.prefix($0)) } ?? name
  }

  private func wholeName(for key: PropertyValue) -> String {
    switch (key, type?.traits.form) {
    case (.null, _): ""
    case (.string(let text), _): text
    case (.integer(let value), .boolean): value == 0 ? "false" : "true"
    case (.integer(let value), .real), (.integer(let value), .decimal), (.integer(let value), .date):
      wholeName(for: .real(Double(value)))
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
