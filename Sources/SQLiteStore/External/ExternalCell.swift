internal import Foundation
internal import ObjectStore

/// The column value of an attribute with external storage, in Core Data's format.
///
/// A first byte of 1 is followed by the data. A first byte of 2 is followed by the name of the file, an
/// uppercase UUID, and a NUL.
enum ExternalCell: Hashable {
  /// The data, inline.
  case inline(Data)
  /// The name of the file.
  case file(String)
  /// A value in another format.
  case unknown

  /// The maximum length of inline data in bytes: about 100 KB, as observed in Core Data's stores.
  static let inlineLimit = 100 * 1024

  /// Parses a column value.
  init(_ bytes: Data) {
    switch bytes.first {
    case 1: self = .inline(Data(bytes.dropFirst()))
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      // Only a UUID is accepted: a name must not lead out of the folder.
      self = UUID(uuidString: name) == nil ? .unknown : .file(name)
    default: self = .unknown
    }
  }

  /// The bytes of the column.
  var bytes: Data {
    switch self {
    case .inline(let data): [1] + data
    case .file(let name): [2] + Data(name.utf8) + [0]
    case .unknown: Data()
    }
  }

  /// The name of the file, if there is one.
  var fileName: String? { if case .file(let name) = self { name } else { nil } }
}

extension ColumnType {
  /// Returns the value as the column holds it inline, without any file.
  func inlineCell(_ value: PropertyValue) -> PropertyValue {
    guard isExternal, case .data(let data) = value else { return value }
    return .data(ExternalCell.inline(data).bytes)
  }
}
