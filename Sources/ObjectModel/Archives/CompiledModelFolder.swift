internal import Foundation

/// The folder of a compiled model in all its versions, or the file of one.
struct CompiledModelFolder {
  let path: String

  private static let suffix = ".mom"
  private static let currentKey = "NSManagedObjectModel_CurrentVersionName"

  init(_ path: String) { self.path = path }

  private var url: URL { URL(fileURLWithPath: path) }

  private func error(_ reason: String) -> XcodeModelError {
    XcodeModelError(path: path, entity: nil, property: nil, reason: reason)
  }

  /// The names of the files in the folder, or `nil` if the path leads to a file.
  private func names() throws(XcodeModelError) -> [String]? {
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw error("is not there")
    }
    guard isFolder.boolValue else { return nil }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw self.error("cannot be read: \(error)")
    }
  }

  /// The names of the versions.
  func versions() throws(XcodeModelError) -> [String] {
    guard let names = try names() else { return [url.deletingPathExtension().lastPathComponent] }
    let versions = names.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
    guard !versions.isEmpty else { throw error("has no .mom file") }
    return versions.sorted()
  }

  /// The name of the current version: the one that `VersionInfo.plist` names, or the only one.
  func current() throws(XcodeModelError) -> String {
    let versions = try versions()
    let info = url.appendingPathComponent("VersionInfo.plist")
    if FileManager.default.fileExists(atPath: info.path) {
      guard let data = try? Data(contentsOf: info), let name = Self.text(Self.currentKey, in: data) else {
        throw error("has a file VersionInfo.plist that names no current version")
      }
      guard versions.contains(name) else { throw error("calls the version \(name) current, and has none") }
      return name
    }
    guard versions.count == 1 else {
      throw error(
        "has \(versions.count) versions and no VersionInfo.plist that names the current one: name one")
    }
    return versions[0]
  }

  /// The file of a version, or of the current one.
  func file(of version: String?) throws(XcodeModelError) -> String {
    guard try names() != nil else {
      guard version == nil else { throw error("is one file, and has no versions") }
      return path
    }
    let name: String
    if let version { name = version } else { name = try current() }
    guard try versions().contains(name) else { throw error("has no version \(name)") }
    return url.appendingPathComponent(name + Self.suffix).path
  }

  /// Returns the text for a key of a property list, binary or XML.
  private static func text(_ key: String, in data: Data) -> String? {
    if let list = BinaryPropertyList([UInt8](data)) {
      guard case .dictionary(let keys, let values)? = list[list.top],
        let place = keys.firstIndex(where: { list[$0] == .string(key) }),
        case .string(let text)? = list[values[place]]
      else { return nil }
      return text
    }
    guard let root = try? XMLElement(document: data), let entries = root.children("dict").first?.children,
      let place = entries.firstIndex(where: { $0.name == "key" && $0.text == key }),
      place + 1 < entries.count, entries[place + 1].name == "string"
    else { return nil }
    return entries[place + 1].text
  }
}
