internal import Foundation

/// A folder with the versions of a model, or the file of one.
struct ModelFolder {
  let path: String

  init(_ path: String) { self.path = path }

  var url: URL { URL(fileURLWithPath: path) }

  func error(_ reason: String) -> XcodeModelError {
    XcodeModelError(path: path, entity: nil, property: nil, reason: reason)
  }

  /// The names of the files in the folder, or `nil` if the path leads to a file.
  func names() throws(XcodeModelError) -> [String]? {
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

  /// The names of the files that end with `suffix`, without it, in alphabetical order.
  func names(endingWith suffix: String) throws(XcodeModelError) -> [String] {
    (try names() ?? []).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }

  /// Returns whether a file is in the folder.
  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
  }

  /// Returns the name of a version, or of the current one, if it is one of `versions`.
  func version(
    _ version: String?, of versions: [String], current: () throws(XcodeModelError) -> String
  ) throws(XcodeModelError) -> String {
    let name: String
    if let version { name = version } else { name = try current() }
    guard versions.contains(name) else { throw error("has no version \(name)") }
    return name
  }

  /// Returns the current version, which a file names, if it is one of `versions`.
  func current(_ name: String, of versions: [String]) throws(XcodeModelError) -> String {
    guard versions.contains(name) else { throw error("calls the version \(name) current, and has none") }
    return name
  }

  /// Returns the contents of the file of a version.
  static func contents(of file: String) throws(XcodeModelError) -> Data {
    do { return try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw XcodeModelError(path: file, entity: nil, property: nil, reason: "cannot be read: \(error)")
    }
  }
}
