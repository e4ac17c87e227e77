import Foundation
import PhotoLibrary

/// A folder that the user names for pictures.
struct ExportFolder {
  /// The reason why pictures cannot be written to it.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case noName
    case missing(String)
    case notFolder(String)
    case notWritable(String)
    case notMade(String, reason: String)

    var description: String {
      switch self {
      case .noName: "Type a folder"
      case .missing(let name): "No folder “\(name)”. Enter makes it"
      case .notFolder(let name): "“\(name)” is not a folder"
      case .notWritable(let name): "You may not write to “\(name)”"
      case .notMade(let name, let reason): "Cannot make “\(name)”: \(reason)"
      }
    }
  }

  /// The folder as the user typed it.
  let name: String

  private var path: String { UserPath.expanded(name) }

  /// The path of the folder, which must exist.
  ///
  /// - Throws: ``Problem``.
  func existingPath() throws(Problem) -> String {
    guard !name.allSatisfy(\.isWhitespace) else { throw .noName }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing(name) }
    guard isFolder.boolValue else { throw .notFolder(name) }
    guard FileManager.default.isWritableFile(atPath: path) else { throw .notWritable(name) }
    return path
  }

  /// Makes the folder, and those above it, and returns its path.
  ///
  /// - Throws: ``Problem``.
  func make() throws(Problem) -> String {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let reason = cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
      throw .notMade(name, reason: reason)
    }
    return try existingPath()
  }
}
