internal import Foundation
internal import ObjectStore

extension ExternalDataFolder {
  /// Returns the path of another database whose external data are in the same folder, or `nil` if there is none.
  ///
  /// Stores whose names differ only in the extension share the folder.
  ///
  /// - Complexity: O(*n*) in the number of files beside the store.
  func otherOwner(than path: String) throws -> String? {
    let own = URL(fileURLWithPath: path)
    let folder = own.deletingLastPathComponent().path
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let other = StoreFile(folder + "/" + name)
      guard name != own.lastPathComponent, ExternalDataFolder(store: other.path) == self,
        case .database = try other.kind()
      else { continue }
      return other.path
    }
    return nil
  }

  /// Removes the folder with all files; a file that cannot be removed remains, which is harmless.
  func removeAll() {
    try? FileManager.default.removeItem(atPath: path)
    // The folder around it may have other contents.
    rmdir(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Copies all files into another folder, and returns the names of those that it did not have.
  ///
  /// The names are unique (``ExternalDataWriter``): a file that is there already has the same contents. If this method
  /// throws, it has removed the files that it copied.
  func copyFiles(to other: ExternalDataFolder) throws -> Set<String> {
    let names = try fileNames()
    guard !names.isEmpty else { return [] }
    var copied: Set<String> = []
    do {
      try FileManager.default.createDirectory(
        atPath: other.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let present = try other.fileNames()
      for name in names.subtracting(present).sorted() {
        try Task.checkCancellation()
        let data = try FileDescriptor(reading: path(name)).readAll()
        // A file that a process did not finish copying would have the name of a complete one.
        let draft = other.path(name + ".draft")
        unlink(draft)
        let file = try FileDescriptor(creating: draft)
        copied.insert(name)
        try file.write(data)
        try file.synchronize()
        guard rename(draft, other.path(name)) == 0 else {
          throw StoreError.cannotWrite(path: other.path(name), reason: String(cString: strerror(errno)))
        }
      }
      try FileDescriptor(reading: other.path).synchronize()
      return copied
    } catch {
      for name in copied { for suffix in [".draft", ""] { unlink(other.path(name) + suffix) } }
      if let error = error as? SystemError {
        throw StoreError.cannotWrite(path: other.path, reason: error.description)
      }
      throw error
    }
  }
}
