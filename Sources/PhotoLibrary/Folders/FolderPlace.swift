import ObjectGraph
import PhotoFiles

/// The place of a file; places are equal if they have the same bytes.
struct FolderPlace: Hashable, Sendable {
  let folder: String
  let name: String

  static func == (left: Self, right: Self) -> Bool {
    ExactText(left.name) == ExactText(right.name) && ExactText(left.folder) == ExactText(right.folder)
  }

  func hash(into hasher: inout Hasher) {
    ExactText(folder).hash(into: &hasher)
    ExactText(name).hash(into: &hasher)
  }

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
}

extension FolderPlace {
  /// Creates the place of a file; `path` is absolute.
  init(path: String) {
    // A slash and a mark at the beginning of a name are one character.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
    name = String(path.unicodeScalars[slash...].dropFirst())
  }
}

extension FolderPlace {
  /// Returns a Boolean value that indicates whether a folder is another one, or somewhere below it.
  static func contains(_ other: String, folder: String) -> Bool {
    other == "/" || (folder + "/").utf8.starts(with: (other + "/").utf8)
  }

  /// The name without its extension.
  var stem: String { String(name.unicodeScalars[..<dot]) }

  /// The extension with its dot; empty if there is none.
  var ending: String { String(name.unicodeScalars[dot...]) }

  /// The position of the last dot, or the end; a dot at the beginning hides a file.
  private var dot: String.Index {
    let scalars = name.unicodeScalars
    guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return scalars.endIndex }
    return dot
  }
}

extension LocalFile {
  /// The place.
  var place: FolderPlace {
    get { FolderPlace(folder: folder, name: name) }
    set { (folder, name) = (newValue.folder, newValue.name) }
  }

  /// Returns the known files at some places.
  static func files(at places: Set<FolderPlace>, in context: ManagedObjectContext) throws -> [LocalFile] {
    guard !places.isEmpty else { return [] }
    let folders = Set(places.map { ExactText($0.folder) }).sorted().map(\.text)
    let names = Set(places.map { ExactText($0.name) }).sorted().map(\.text)
    // The index begins with the folder.
    return try context.fetch(
      FetchRequest<LocalFile>(where: LocalFile.folder.isIn(folders) && LocalFile.name.isIn(names))
    ).filter { places.contains($0.place) }
  }
}
