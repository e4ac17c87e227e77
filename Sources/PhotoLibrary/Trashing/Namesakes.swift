import FileTrash
import Foundation
import PhotoFiles

/// The files of folders by the beginnings of their names, for finding those that share a sidecar.
///
/// Each folder is read once. What is moved later is found out by a look at the file.
struct Namesakes {
  /// The names by their beginnings before a dot in small letters, by folder; `nil` for a folder that cannot be read.
  private var folders: [ExactText: [String: [String]]?] = [:]

  /// Returns the paths of the files in the folder of a file that have its name with other extensions, sidecars left out;
  /// `nil` if the folder cannot be read.
  ///
  /// Case does not count, because some file systems ignore it.
  mutating func paths(of path: String) -> [String]? {
    let place = FolderPlace(path: path)
    return present(place)?.filter { !Self.isSidecar($0) }.map {
      FolderPlace(folder: place.folder, name: $0).path
    }
  }

  /// Returns the paths of the files that share a sidecar with a file at a place, or would if there were one, and those of the
  /// sidecars that describe it; `nil` if the folder cannot be read.
  mutating func paths(sharing place: FolderPlace) -> [String]? {
    guard Trash.exists(place.folder) else { return [] }
    let (stem, sidecar) = (place.stem.lowercased(), place.name.lowercased() + ".xmp")
    return present(place)?.filter {
      let name = FolderPlace(folder: place.folder, name: $0)
      return name.stem.lowercased() == stem || $0.lowercased() == sidecar
    }.map { FolderPlace(folder: place.folder, name: $0).path }
  }

  /// Returns the paths of the sidecars of files that are moved together, without those that also describe a file that stays.
  mutating func sidecars(goingWith files: [String]) -> [String] {
    var paths: [String: String] = [:]
    for file in files {
      for sidecar in SidecarFile.paths(ofFile: file)
      where Trash.exists(sidecar) && isAlone(file, with: sidecar, going: files) {
        // Where case does not count, one file has several of the names.
        var status = stat()
        lstat(sidecar, &status)
        let key = "\(status.st_dev) \(status.st_ino) \(sidecar.lowercased())"
        paths[key] = paths[key] ?? sidecar
      }
    }
    return paths.values.sorted()
  }

  /// Returns whether a sidecar belongs to no file that stays: `a.xmp` describes `a.jpg` and `a.raw`.
  private mutating func isAlone(_ path: String, with sidecar: String, going files: [String]) -> Bool {
    if sidecar.lowercased() == path.lowercased() + ".xmp" { return true }
    let going = Set(files)
    let stem = FolderPlace(path: path).stem.lowercased()
    // In a folder that cannot be read, there can be such a file. `a.raw.pp3` is of another name.
    return paths(of: path)?.allSatisfy {
      going.contains($0) || FolderPlace(path: $0).stem.lowercased() != stem
    } == true
  }

  /// Returns a Boolean value that indicates whether a file is a sidecar, by its name.
  static func isSidecar(_ path: String) -> Bool { path.lowercased().hasSuffix(".xmp") }

  /// Returns the names of the files in the folder of a place that begin like its name without the extension and are still there.
  private mutating func present(_ place: FolderPlace) -> [String]? {
    names(in: place.folder)?[place.stem.lowercased(), default: []]
      .filter { Trash.exists(FolderPlace(folder: place.folder, name: $0).path) }
  }

  private mutating func names(in folder: String) -> [String: [String]]? {
    let key = ExactText(folder)
    if let known = folders[key] { return known }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)).map { files in
      var names: [String: [String]] = [:]
      for name in files {
        let scalars = name.unicodeScalars
        // A dot and a mark after it are one character.
        for dot in scalars.indices where scalars[dot] == "." {
          names[String(scalars[..<dot]).lowercased(), default: []].append(name)
        }
      }
      return names
    }
    folders[key] = .some(names)
    return names
  }
}
