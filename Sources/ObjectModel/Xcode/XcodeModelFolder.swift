internal import Foundation

/// The folder of a model in all its versions, or of one.
struct XcodeModelFolder {
  private let folder: ModelFolder

  private static let versionSuffix = ".xcdatamodel"
  private static let currentName = ".xccurrentversion"

  init(_ path: String) { folder = ModelFolder(path) }

  /// The names of the versions.
  func versions() throws(XcodeModelError) -> [String] {
    let found = try folder.names(endingWith: Self.versionSuffix)
    return found.isEmpty ? [folder.url.deletingPathExtension().lastPathComponent] : found
  }

  /// The name of the current version: the one that Xcode has noted, or the only one.
  func current() throws(XcodeModelError) -> String {
    let versions = try versions()
    if folder.has(Self.currentName) {
      guard let data = try? Data(contentsOf: folder.url.appendingPathComponent(Self.currentName)),
        let name = Self.currentVersion(data)
      else { throw folder.error("has a file \(Self.currentName) that cannot be read") }
      return try folder.current(name, of: versions)
    }
    guard versions.count == 1 else {
      throw folder.error("has \(versions.count) versions and does not say which one is current: name one")
    }
    return versions[0]
  }

  /// The version that a property list of Xcode's names.
  private static func currentVersion(_ data: Data) -> String? {
    guard let root = try? XMLElement(document: data), let entries = root.children("dict").first?.children,
      let key = entries.firstIndex(where: { $0.name == "key" && $0.text == "_XCCurrentVersionName" }),
      key + 1 < entries.count, entries[key + 1].name == "string",
      entries[key + 1].text.hasSuffix(versionSuffix)
    else { return nil }
    return String(entries[key + 1].text.dropLast(versionSuffix.count))
  }

  /// The file that describes a version, or the current one.
  func contents(of version: String?) throws(XcodeModelError) -> String {
    guard try folder.names() != nil else {
      guard version == nil else { throw folder.error("is one file, and has no versions") }
      return folder.path
    }
    let name = try folder.version(version, of: versions(), current: current)
    let hasVersions = try !folder.names(endingWith: Self.versionSuffix).isEmpty
    let url = hasVersions ? folder.url.appendingPathComponent(name + Self.versionSuffix) : folder.url
    return url.appendingPathComponent("contents").path
  }
}
