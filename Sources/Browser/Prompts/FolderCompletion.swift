import Foundation
import ObjectGraph
import PhotoLibrary

/// The completion of a folder to which files are moved: from the root on, from the folder of the user, or below the folder of a
/// source.
struct FolderCompletion {
  /// The text up to the last slash.
  private let head: String
  private let typed: String

  init(_ text: String) {
    let slash = text.unicodeScalars.lastIndex(of: "/").map { text.unicodeScalars.index(after: $0) }
    let start = slash ?? text.startIndex
    head = String(text.unicodeScalars[..<start])
    typed = String(text.unicodeScalars[start...])
  }

  /// Returns the folders, in alphabetical order; hidden ones only if a dot is typed.
  func choices(in browser: Browser) async throws -> [Choice] {
    let (library, photo, name) = (browser.library, browser.current, head.isEmpty ? "." : head)
    let folder = try await library.context.whenAtHand {
      try library.folderPath(named: name, for: photo)
    }
    let names = await Self.folders(in: folder)
    return names.filter { $0.hasPrefix(typed) && (typed.hasPrefix(".") || !$0.hasPrefix(".")) }
      .map { Choice(text: head + $0 + "/", label: $0 + "/") }
  }

  /// Returns the names of the folders in a folder.
  @concurrent
  private nonisolated static func folders(in path: String) async -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        && isFolder.boolValue
    }.sorted()
  }
}
