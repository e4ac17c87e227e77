internal import Foundation

/// The folder of a compiled model in all its versions, or the file of one.
struct CompiledModelFolder {
  let path: String

  private static let suffix = ".mom"
  private static let infoName = "VersionInfo.plist"

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
    if FileManager.default.fileExists(atPath: url.appendingPathComponent(Self.infoName).path) {
      guard let name = try info().current else {
        throw error("has a file \(Self.infoName) that names no current version")
      }
      guard versions.contains(name) else { throw error("calls the version \(name) current, and has none") }
      return name
    }
    guard versions.count == 1 else {
      throw error(
        "has \(versions.count) versions and no \(Self.infoName) that names the current one: name one")
    }
    return versions[0]
  }

  /// The contents of `VersionInfo.plist`.
  func info() throws(XcodeModelError) -> VersionInfo {
    guard let data = try? Data(contentsOf: url.appendingPathComponent(Self.infoName)),
      let info = VersionInfo(data)
    else { throw error("has no file \(Self.infoName) that can be read") }
    return info
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
}
