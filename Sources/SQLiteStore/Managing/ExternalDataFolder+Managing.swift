internal import Foundation
internal import ObjectStore

extension ExternalDataFolder {
  /// Returns the path of another database whose external data are in the same folder, or `nil` if there is none.
  ///
  /// Stores whose names differ only in the extension share the folder.
  ///
  /// - Throws: A `StoreError` if the files beside the store cannot be listed or read.
  /// - Complexity: O(*n*) in the number of files beside the store.
  func otherOwner(than path: String) throws(StoreError) -> String? {
    let own = URL(fileURLWithPath: path)
    let folder = own.deletingLastPathComponent().path
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw .cannotRead(path: folder, reason: "\(error)")
    }
    for name in names {
      let other = StoreFile(folder + "/" + name)
      // A symbolic link to the store is not another one.
      guard other.path != path, ExternalDataFolder(store: other.path) == self, other.isRegular,
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

  /// Copies those of the named files that are there into another folder, and returns the names of those that it did not
  /// have.
  ///
  /// The names are unique (``ExternalDataWriter``): a file that is there already has the same contents. If this method
  /// throws, it has removed the files that it copied.
  func copyFiles(_ needed: Set<String>, to other: ExternalDataFolder) throws -> Set<String> {
    let names = try fileNames().intersection(needed)
    guard !names.isEmpty else { return [] }
    var copied: Set<String> = []
    do {
      try other.makeFolder()
      let present = try other.fileNames()
      for name in names.subtracting(present).sorted() {
        try Task.checkCancellation()
        try other.makeFile(name, contents(of: name))
        copied.insert(name)
      }
      try FileDescriptor(reading: other.path).synchronize()
      return copied
    } catch {
      for name in copied { other.remove(name) }
      if let error = error as? SystemError {
        throw StoreError.cannotWrite(path: other.path, reason: error.description)
      }
      throw error
    }
  }

  private func makeFolder() throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
  }

  private func contents(of name: String) throws(StoreError) -> Data {
    do { return try FileDescriptor(reading: path(name)).readAll() } catch {
      throw .cannotRead(path: path(name), reason: error.description)
    }
  }
}

extension Connection {
  /// Returns the names of all files to which rows of a store refer, whatever its model and its library.
  ///
  /// The result can contain other names: data of an attribute without external storage may look like the name of a file.
  ///
  /// - Complexity: O(*n*) in the number of rows with binary values.
  func namedExternalFiles() throws -> Set<String> {
    // Tables of entities have a letter after the first one.
    let columns = """
      SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
      WHERE t.type = 'table' AND t.name GLOB 'Z[^_]*' AND c.type = 'BLOB'
      """
    var sources: [(table: String, column: String)] = []
    try forEachRow(columns) { sources.append(($0.text(0), $0.text(1))) }
    var names: Set<String> = []
    for (table, column) in sources {
      let cells = "SELECT \"\(column)\" FROM \"\(table)\" WHERE substr(\"\(column)\", 1, 1) = x'02'"
      try forEachRow(cells) { row in
        if let name = ExternalCell(row.data(0)).fileName { names.insert(name) }
      }
    }
    return names
  }
}
