internal import Foundation

/// An archive of objects by keys, as `NSKeyedArchiver` writes it into a binary property list.
///
/// Objects are read by the names of their keys. No class is looked up, so bytes from a file can make nothing but values,
/// and an archive that refers to itself is no danger: each reading goes one step.
struct KeyedArchive {
  /// An entry of the archive's list of objects.
  struct Item {
    fileprivate let archive: KeyedArchive
    /// The place in the list of objects; two items with the same are one object.
    let index: Int
  }

  fileprivate let list: BinaryPropertyList
  /// The places of the archived objects in the property list.
  fileprivate let objects: [Int]

  private let rootIndex: Int

  /// The outermost object; `nil` if the archive has none.
  var root: Item? { item(rootIndex) }

  /// Parses an archive; returns `nil` if the bytes are none.
  init?(_ data: Data) {
    guard let list = BinaryPropertyList([UInt8](data)) else { return nil }
    self.list = list
    guard Self.entry("$archiver", of: list.top, in: list).flatMap({ list[$0] }) == .string("NSKeyedArchiver"),
      let objects = Self.entry("$objects", of: list.top, in: list), case .array(let parts)? = list[objects],
      let top = Self.entry("$top", of: list.top, in: list),
      let place = Self.entry("root", of: top, in: list), case .uid(let root)? = list[place]
    else { return nil }
    self.objects = parts
    rootIndex = root
  }

  /// Returns the object at a place; `nil` for the object that stands for none, and outside of the list.
  fileprivate func item(_ index: Int) -> Item? {
    index > 0 && objects.indices.contains(index) ? Item(archive: self, index: index) : nil
  }

  /// Returns the index of the value of a dictionary for a key.
  fileprivate static func entry(_ key: String, of dictionary: Int, in list: BinaryPropertyList) -> Int? {
    guard case .dictionary(let keys, let values)? = list[dictionary] else { return nil }
    return keys.firstIndex { list[$0] == .string(key) }.map { values[$0] }
  }
}

extension KeyedArchive.Item {
  private var place: Int { archive.objects[index] }
  private var object: BinaryPropertyList.Object? { archive.list[place] }

  private func object(_ key: String) -> BinaryPropertyList.Object? {
    KeyedArchive.entry(key, of: place, in: archive.list).flatMap { archive.list[$0] }
  }

  /// The name of the class; `nil` for a plain value.
  var className: String? {
    guard case .uid(let index)? = object("$class"),
      case .string(let name)? = archive.item(index)?.object("$classname")
    else { return nil }
    return name
  }

  // MARK: Keys

  /// Returns the object under a key.
  subscript(_ key: String) -> KeyedArchive.Item? {
    guard case .uid(let index)? = object(key) else { return nil }
    return archive.item(index)
  }

  /// Returns the integer that an object has under a key; `nil` if there is none.
  func integer(_ key: String) -> Int? {
    guard case .integer(let number)? = object(key) else { return nil }
    return Int(exactly: number)
  }

  /// Returns the flag that an object has under a key; `false` if there is none.
  func flag(_ key: String) -> Bool {
    switch object(key) {
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    default: false
    }
  }

  /// Returns the bytes that an object has under a key.
  func data(_ key: String) -> Data? { if case .data(let data)? = object(key) { data } else { nil } }

  /// Returns the text of the object under a key.
  func text(_ key: String) -> String? { self[key]?.text }

  // MARK: Values

  /// The text, if the object is a string.
  var text: String? {
    switch object {
    case .string(let text): text
    default: if case .string(let text)? = object("NS.string") { text } else { nil }
    }
  }

  /// The number or flag, if the object is one.
  var number: BinaryPropertyList.Object? {
    switch object {
    case .integer, .real, .boolean: object
    default: nil
    }
  }

  /// The bytes, if the object is data.
  var data: Data? { if case .data(let data)? = object { data } else { data("NS.data") } }

  /// The seconds since 2001-01-01 00:00 UTC, if the object is a date.
  var seconds: Double? { if case .real(let seconds)? = object("NS.time") { seconds } else { nil } }

  /// The elements of an array or a set; empty for anything else.
  var elements: [KeyedArchive.Item] { items("NS.objects") }

  /// The entries of a dictionary with texts as keys; empty for anything else.
  var entries: [String: KeyedArchive.Item] {
    let keys = items("NS.keys").map(\.text)
    return Dictionary(
      zip(keys, items("NS.objects")).compactMap { key, value in key.map { ($0, value) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func items(_ key: String) -> [KeyedArchive.Item] {
    guard case .array(let parts)? = object(key) else { return [] }
    return parts.compactMap { part in
      if case .uid(let index)? = archive.list[part] { archive.item(index) } else { nil }
    }
  }
}
