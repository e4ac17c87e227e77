import Foundation

/// A file of the package: where it lies and what is in it.
struct SourceFile {
  /// The path from the root of the package, `Sources/Terminal/Cells/Cell.swift`.
  let path: String
  let text: String

  /// The folder below `Sources` or `Tests`, which is the target.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }
}

/// The folder that holds Package.swift.
enum PackageFolder {
  /// The modules of the product ObjectGraph.
  static let library = [
    "XMLReading", "ObjectModel", "ObjectStore", "ObjectGraph", "Inflating", "FileRenaming", "SQLiteStore",
    "FetchedResults", "ListChanges",
  ]

  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files and C headers below a folder, in the order of their paths.
  ///
  /// - Throws: `CocoaError` if there are none: a rule that reads no file finds nothing.
  static func sources(below folder: String) throws -> [SourceFile] {
    let top = url.appendingPathComponent(folder)
    let paths = (FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }
    guard !paths.isEmpty else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: top.path]) }
    return try paths.sorted().map { path in
      let text = try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
      return SourceFile(path: folder + "/" + path, text: text)
    }
  }

  /// The folders directly below a folder.
  static func folders(in folder: String) throws -> Set<String> {
    let top = url.appendingPathComponent(folder)
    let entries = try FileManager.default.contentsOfDirectory(
      at: top, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    return Set(entries.filter { $0.hasDirectoryPath }.map { $0.lastPathComponent })
  }
}

/// What a rule found, said so that an editor can jump to it.
struct Violation: CustomStringConvertible, Equatable {
  let path: String
  let line: Int
  let what: String

  var description: String { "\(path):\(line): \(what)" }
}
