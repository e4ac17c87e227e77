import ObjectGraph

/// The place of a file.
struct FolderPlace: Hashable, Sendable {
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
}

extension FolderPlace {
  /// Creates the place of a file; `path` is absolute.
  init(path: String) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[slash...].dropFirst())
  }
}

extension LocalFile {
  /// Returns the known files at some places.
  static func files(at places: Set<FolderPlace>, in context: ManagedObjectContext) throws -> [LocalFile] {
    guard !places.isEmpty else { return [] }
    let folders = Set(places.map(\.folder)).sorted()
    let names = Set(places.map(\.name)).sorted()
    // The index begins with the folder.
    return try context.fetch(
      FetchRequest<LocalFile>(where: LocalFile.folder.isIn(folders) && LocalFile.name.isIn(names))
    ).filter { places.contains(FolderPlace(folder: $0.folder, name: $0.name)) }
  }
}
