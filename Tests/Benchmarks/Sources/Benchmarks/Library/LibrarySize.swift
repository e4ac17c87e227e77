import Foundation
import PhotoLibrary

/// The size of a library on disk, and of the indexes for searches in it.
struct LibrarySize {
  let folder: URL
  let count: Int

  func part() throws -> Part {
    let search = try searchBytes()
    let all = try files().reduce(0) { try $0 + size(of: $1) }
    var part = Part(
      title: "library on disk, \(count.grouped) photos",
      columns: [.init(title: "MB"), .init(title: "bytes a photo", digits: 1)])
    for (name, bytes) in [
      ("photos, photographers and their indexes", all - search), ("search index", search),
    ] {
      part.rows.append(
        .init(name: name, values: [Double(bytes) / 1_000_000, Double(bytes) / Double(count)]))
    }
    part.check(.photoBytes, value: Double(all - search) / Double(count))
    if search > 0 { part.check(.photoBytesWithSearch, value: Double(all) / Double(count)) }
    return part
  }

  private func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent != KeptLibrary.stampName }
  }

  private func size(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  /// The bytes of other files than the store's, and of the tables that SQLite's full-text search has in it.
  private func searchBytes() throws -> Int {
    let others = try files().filter { !$0.lastPathComponent.hasPrefix(PhotoLibrary.fileName) }
    let database = try RawSQLite(path: folder.appendingPathComponent(PhotoLibrary.fileName).path)
    let tables = try database.texts(
      "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
    let pages = try tables.map { table in
      let sum = try database.texts(
        "SELECT total(pgsize) FROM dbstat WHERE name GLOB '\(table)_*' AND aggregate = TRUE")
      return Int(Double(sum.first ?? "") ?? 0)
    }
    return try others.reduce(0) { try $0 + size(of: $1) } + pages.reduce(0, +)
  }
}
