import Foundation
import ObjectGraph
import PhotoFiles

/// The names of folders with photos as users read them: their paths below the folder of their source.
///
/// The folder of a source has its own name. A folder that is below none has its path.
struct FolderNames {
  /// The folders that are sources, without those below another one.
  let roots: [String]
  private let rootPaths: Set<ExactText>

  /// Creates names from those of the sources of a library.
  init(sources: [String]) {
    let folders = Set(sources.compactMap(LibrarySource.folderPath(ofSource:)).map(ExactText.init))
    let outer = folders.filter { folder in
      !Self.ancestry(of: folder.text).dropFirst().contains { folders.contains(ExactText($0)) }
    }
    roots = outer.sorted().map(\.text)
    rootPaths = outer
  }

  /// Returns a folder and the folders around it, up to the root of the file system.
  static func ancestry(of folder: String) -> UnfoldFirstSequence<String> {
    sequence(first: folder) { $0 == "/" ? nil : FolderPlace(path: $0).folder }
  }

  /// Returns a folder and the folders around it up to that of its source; the folder alone if it is below none.
  func path(to folder: String) -> [String] {
    let ancestry = Array(Self.ancestry(of: folder))
    let end = ancestry.firstIndex { rootPaths.contains(ExactText($0)) } ?? 0
    return Array(ancestry[...end])
  }

  /// Returns the folder of the source that a folder is in or is; `nil` if there is none.
  func root(of folder: String) -> String? {
    Self.ancestry(of: folder).first { rootPaths.contains(ExactText($0)) }
  }

  /// Returns the name of a folder.
  func name(of folder: String) -> String {
    guard let root = root(of: folder) else { return folder }
    if folder.isExactly(root) { return Self.name(ofRoot: root) }
    return String(Substring(folder.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)))
  }

  /// Returns the path of the folder around the name of a folder: for one below the folder of its source, that of the source.
  func place(of folder: String) -> String {
    let place = folder.utf8.dropLast(name(of: folder).utf8.count + 1)
    return place.isEmpty ? "/" : String(Substring(place))
  }

  private static func name(ofRoot root: String) -> String {
    root == "/" ? root : FolderPlace(path: root).name
  }

  /// Returns the paths that a folder of a name can have; the name may be a path from the root of the file system on.
  func paths(named text: String) -> [String] {
    let slash = UInt8(ascii: "/")
    let isWhole = text.utf8.first == slash
    let name = Self.withoutSlashes(text)
    if isWhole { return [name.isEmpty ? "/" : name] }
    return roots.map { FolderPlace(folder: $0, name: name).path }
      + roots.filter { Self.name(ofRoot: $0).isExactly(name) }
  }

  /// Returns the condition of files in folders that have a text in their paths, from the name of the folder of their source
  /// on, whatever the normal forms of both.
  ///
  /// The lists compare the paths in the background. Looking for the folders before, on the main actor, would take longer than a
  /// key may in a large library.
  func condition(ofFoldersContaining text: String) -> FetchPredicate {
    let part = Self.withoutSlashes(text)
    return .or(
      roots.map { root in
        let start = FolderPlace(folder: FolderPlace(path: root).folder, name: "").path
        return LocalFile.isBelow(root) && Self.isFolder(containing: part, after: start)
      })
  }

  /// Returns the condition of files in folders that have a text in their paths after the beginning that all of them have.
  private static func isFolder(containing part: String, after start: String) -> FetchPredicate {
    let options = FetchPredicate.Options.smartCase(part)
    guard options.isEmpty else {
      return LocalFile.folder.isLike(literal(start) + "*" + literal(part) + "*", options)
    }
    // A mark after the text would belong to its last letter, and make another one of it.
    let forms = TextForms.of(part).map(NSRegularExpression.escapedPattern(for:)).joined(separator: "|")
    let pattern = "(?s)\(NSRegularExpression.escapedPattern(for: start)).*(?:\(forms))(?!\\p{M}).*"
    return LocalFile.folder.contains(typed: part) && LocalFile.folder.matches(pattern)
  }

  /// Returns a text without the slashes at its end.
  private static func withoutSlashes(_ text: String) -> String {
    let end = text.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { String(Substring(text.utf8[...$0])) } ?? ""
  }

  /// Returns the pattern that the text alone matches.
  private static func literal(_ text: String) -> String {
    // A wildcard and a mark after it are one character.
    let scalars = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      ["\\", "*", "?"].contains(scalar) ? ["\\", scalar] : [scalar]
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
