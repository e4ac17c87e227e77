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

  init?(_ data: Data) {
    if let list = BinaryPropertyList([UInt8](data)) {
      self.init(list.top, of: list, depth: Self.depth)
    } else if let root = try? XMLElement(document: data), root.name == "plist",
      let first = root.children.first
    {
      self.init(first, depth: Self.depth)
    } else {
      return nil
    }
  }

  var entries: [String: PropertyTree] { if case .dictionary(let entries) = self { entries } else { [:] } }

  private init?(_ object: Int, of list: BinaryPropertyList, depth: Int) {
    switch list[object] {
    case .string(let text): self = .text(text)
    case .data(let data): self = .data(data)
    case .dictionary(let keys, let values) where depth > 0:
      var entries: [String: PropertyTree] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name)? = list[key] else { continue }
        entries[name] = PropertyTree(value, of: list, depth: depth - 1)
      }
      self = .dictionary(entries)
    default: return nil
    }
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
