/// Why a model of Xcode's cannot be read.
public struct XcodeModelError: Error, Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// The name of the entity, if one is to blame.
  public let entity: String?
  /// The name of the property, if one is to blame.
  public let property: String?
  /// The reason, as the end of a sentence that begins with the affected item.
  public let reason: String
}

extension XcodeModelError: CustomStringConvertible {
  /// One sentence that names the file, and entity and property where there are some.
  public var description: String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return place.isEmpty ? "\(path) \(reason)" : "\(path): \(place) \(reason)"
  }
}
