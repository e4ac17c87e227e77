import PhotoFiles
import PictureFetching

extension OwnPicture.Place {
  /// The name of the file, or the name of the entry in its zip file.
  var name: String {
    switch self {
    case .file(let path): path
    case .entry(let name, _): name
    }
  }

  /// The path of the file; that of an entry continues that of its zip file.
  var fullPath: String {
    switch self {
    case .file(let path): path
    case .entry(let name, let archive): archive + "/" + name
    }
  }

  /// The path of the folder of the file, or of the folder of the entry in its zip file.
  var folder: String { fullPath.lastIndex(of: "/").map { String(fullPath[..<$0]) } ?? "" }

  /// Returns a Boolean value that indicates whether the picture is in a download at a path.
  func isIn(_ root: String) -> Bool { path == root || path.hasPrefix(root == "/" ? root : root + "/") }

  /// Returns a Boolean value that indicates whether a photo that shows this picture goes on with it when a download has another.
  ///
  /// Two downloads with the same photo would otherwise take it from each other at every refresh.
  func stays(against other: Self, ofDownload root: String) -> Bool {
    self == other || !isIn(root) && FileState(path: path) != nil
  }
}
