import Foundation

/// The files of folders by the beginnings of their names, for finding those that share a sidecar.
///
/// Each folder is read once. What is moved later is found out by a look at the file.
struct Namesakes {
  /// The names by their beginnings before a dot, by folder.
  private var folders: [String: [String: [String]]] = [:]

  /// Returns the paths of the files in the folder of a file that have its name with other extensions, sidecars left out.
  mutating func paths(of path: String) -> [String] {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    let stem = url.deletingPathExtension().lastPathComponent
    return names(in: folder)[stem, default: []].map { folder == "/" ? "/" + $0 : folder + "/" + $0 }
      .filter { access($0, F_OK) == 0 }
  }

  /// Returns a Boolean value that indicates whether a file is a sidecar, by its name.
  static func isSidecar(_ path: String) -> Bool { path.lowercased().hasSuffix(".xmp") }

  private mutating func names(in folder: String) -> [String: [String]] {
    if let known = folders[folder] { return known }
    var names: [String: [String]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where !Self.isSidecar(name) {
      for dot in name.indices where name[dot] == "." { names[String(name[..<dot]), default: []].append(name) }
    }
    folders[folder] = names
    return names
  }
}
