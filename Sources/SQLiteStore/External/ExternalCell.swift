internal import Foundation
internal import ObjectGraph

/// What the column of an attribute holds whose values may be in files of their own, in Core Data's format.
///
/// A first byte of 1 is followed by the data themselves; one of 2 by the name of the file, a UUID in capitals, and
/// a NUL.
enum ExternalCell: Hashable {
  /// The data themselves.
  case inline(Data)
  /// The name of the file.
  case file(String)
  /// Something else.
  case unknown

  /// The longest data that are kept inline, in bytes: about 100 KB, as Core Data's stores show.
  static let inlineLimit = 100 * 1024

  /// Reads what a column holds.
  init(_ bytes: Data) {
    switch bytes.first {
    case 1: self = .inline(Data(bytes.dropFirst()))
    case 2:
      let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      // Nothing but a UUID: a name must not lead out of the folder.
      self = UUID(uuidString: name) == nil ? .unknown : .file(name)
    default: self = .unknown
    }
  }

  /// What the column is to hold.
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
  /// The value as the column holds it without any file.
  func inlineCell(_ value: PropertyValue) -> PropertyValue {
    guard isExternal, case .data(let data) = value else { return value }
    return .data(ExternalCell.inline(data).bytes)
  }
}
