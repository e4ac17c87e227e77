internal import Foundation

/// The file `VersionInfo.plist` of a compiled model: the current version, and the hashes that Xcode has computed.
struct VersionInfo {
  /// The name of the current version; `nil` if the file names none.
  let current: String?
  /// The version hashes of the entities, by the names of version and entity.
  let hashes: [String: [String: Data]]

  private static let currentKey = "NSManagedObjectModel_CurrentVersionName"
  private static let hashesKey = "NSManagedObjectModel_VersionHashes"

  /// Parses the file, a binary or XML property list; returns `nil` if it is none.
  init?(_ data: Data) {
    guard let root = PropertyTree(data), case .dictionary(let entries) = root else { return nil }
    if case .text(let name)? = entries[Self.currentKey] { current = name } else { current = nil }
    hashes = (entries[Self.hashesKey]?.entries ?? [:]).mapValues { version in
      version.entries.compactMapValues { if case .data(let hash) = $0 { hash } else { nil } }
    }
  }
}

/// The texts, data and dictionaries of a property list; anything else is left out.
private enum PropertyTree {
  case text(String)
  case data(Data)
  case dictionary([String: PropertyTree])

  /// The levels that are read: a version has entities, which have hashes.
  private static let depth = 4
  /// The maximum size of what is read of a binary list, in bytes.
  ///
  /// An object of the list can be a part of many others, so that a small file can describe a huge tree.
  private static let limit = 1 << 24

  init?(_ data: Data) {
    if let list = BinaryPropertyList([UInt8](data)) {
      var room = Self.limit
      self.init(list.top, of: list, depth: Self.depth, room: &room)
    } else if let root = try? XMLElement(document: data), root.name == "plist",
      let first = root.children.first
    {
      self.init(first, depth: Self.depth)
    } else {
      return nil
    }
  }

  var entries: [String: PropertyTree] { if case .dictionary(let entries) = self { entries } else { [:] } }

  private init?(_ object: Int, of list: BinaryPropertyList, depth: Int, room: inout Int) {
    switch Self.read(object, of: list, room: &room) {
    case .string(let text): self = .text(text)
    case .data(let data): self = .data(data)
    case .dictionary(let keys, let values) where depth > 0:
      var entries: [String: PropertyTree] = [:]
      for (key, value) in zip(keys, values) {
        guard room > 0 else { return nil }
        guard case .string(let name)? = Self.read(key, of: list, room: &room) else { continue }
        entries[name] = PropertyTree(value, of: list, depth: depth - 1, room: &room)
      }
      self = .dictionary(entries)
    default: return nil
    }
  }

  /// Reads an object, and subtracts its size from the room; returns `nil` if there is no room.
  private static func read(
    _ object: Int, of list: BinaryPropertyList, room: inout Int
  ) -> BinaryPropertyList.Object? {
    guard room > 0, let read = list[object] else { return nil }
    let size =
      switch read {
      case .string(let text): text.utf8.count
      case .data(let data): data.count
      case .array(let parts): parts.count
      case .dictionary(let keys, _): keys.count
      case .null, .boolean, .integer, .real, .date, .uid: 0
      }
    // At least the size of an entry.
    room -= 32 + size
    return read
  }

  private init?(_ element: XMLElement, depth: Int) {
    switch element.name {
    case "string": self = .text(element.text)
    case "data":
      guard let data = Data(base64Encoded: element.text, options: .ignoreUnknownCharacters) else {
        return nil
      }
      self = .data(data)
    case "dict" where depth > 0:
      var entries: [String: PropertyTree] = [:]
      for (key, value) in zip(element.children, element.children.dropFirst()) where key.name == "key" {
        entries[key.text] = PropertyTree(value, depth: depth - 1)
      }
      self = .dictionary(entries)
    default: return nil
    }
  }
}
