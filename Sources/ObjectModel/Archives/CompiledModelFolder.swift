internal import Foundation

/// The folder of a compiled model in all its versions, or the file of one.
struct CompiledModelFolder {
  private let folder: ModelFolder

  private static let suffix = ".mom"
  private static let infoName = "VersionInfo.plist"

  init(_ path: String) { folder = ModelFolder(path) }

  /// The names of the versions.
  func versions() throws(XcodeModelError) -> [String] {
    guard try folder.names() != nil else { return [folder.url.deletingPathExtension().lastPathComponent] }
    let versions = try folder.names(endingWith: Self.suffix)
    guard !versions.isEmpty else { throw folder.error("has no .mom file") }
    return versions
  }

  /// The name of the current version: the one that `VersionInfo.plist` names, or the only one.
  func current() throws(XcodeModelError) -> String {
    let versions = try versions()
    if folder.has(Self.infoName) {
      guard let name = try info().current else {
        throw folder.error("has a file \(Self.infoName) that names no current version")
      }
      return try folder.current(name, of: versions)
    }
    guard versions.count == 1 else {
      throw folder.error(
        "has \(versions.count) versions and no \(Self.infoName) that names the current one: name one")
    }
    return versions[0]
  }

  /// The contents of `VersionInfo.plist`.
  func info() throws(XcodeModelError) -> VersionInfo {
    guard let data = try? Data(contentsOf: folder.url.appendingPathComponent(Self.infoName)),
      let info = VersionInfo(data)
    else { throw folder.error("has no file \(Self.infoName) that can be read") }
    return info
  }

  /// The file of a version, or of the current one.
  func file(of version: String?) throws(XcodeModelError) -> String {
    guard try folder.names() != nil else {
      guard version == nil else { throw folder.error("is one file, and has no versions") }
      return folder.path
    }
    let name = try folder.version(version, of: versions(), current: current)
    return folder.url.appendingPathComponent(name + Self.suffix).path
  }
}
