internal import Foundation

/// The folder of a model in all its versions, or of one.
struct XcodeModelFolder {
  let path: String

  private static let versionSuffix = ".xcdatamodel"

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
    let found = (try names() ?? []).filter { $0.hasSuffix(Self.versionSuffix) }
    guard found.isEmpty else { return found.map { String($0.dropLast(Self.versionSuffix.count)) }.sorted() }
    return [url.deletingPathExtension().lastPathComponent]
  }

  /// The name of the current version: the one that Xcode has noted, or the only one.
  func current() throws(XcodeModelError) -> String {
    let versions = try versions()
    let note = url.appendingPathComponent(".xccurrentversion")
    if FileManager.default.fileExists(atPath: note.path) {
      guard let data = try? Data(contentsOf: note), let name = Self.currentVersion(data) else {
        throw error("has a file .xccurrentversion that cannot be read")
      }
      guard versions.contains(name) else { throw error("calls the version \(name) current, and has none") }
      return name
    }
    guard versions.count == 1 else {
      throw error("has \(versions.count) versions and does not say which one is current: name one")
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
    guard let names = try names() else {
      guard version == nil else { throw error("is one file, and has no versions") }
      return path
    }
    let versions = try versions()
    let name: String
    if let version { name = version } else { name = try current() }
    guard versions.contains(name) else { throw error("has no version \(name)") }
    let hasVersions = names.contains { $0.hasSuffix(Self.versionSuffix) }
    let folder = hasVersions ? url.appendingPathComponent(name + Self.versionSuffix) : url
    return folder.appendingPathComponent("contents").path
  }
}
