import PictureBasics

/// A walk through a folder and those in it, one after the other, by name.
///
/// Hidden files and folders are left out, as are links to folders: they could lead in a circle, or out of the folder.
public struct FolderWalk: Sequence, IteratorProtocol {
  private var pending: [String]
  /// The paths of folders that could not be read, in the order of the walk.
  public private(set) var unreadable: [String] = []

  /// Creates a walk from a folder.
  public init(from path: String) { pending = [path] }

  /// Lists the next folder; returns `nil` at the end.
  public mutating func next() -> FolderListing? {
    while let path = pending.popLast() {
      guard let contents = FolderContents(path: path) else {
        unreadable.append(path)
        continue
      }
      pending += contents.folderPaths.reversed()
      return listing(of: path, contents)
    }
    return nil
  }

  private func listing(of path: String, _ contents: FolderContents) -> FolderListing {
    var files: [FolderListing.File] = []
    var others: [String: Int] = [:]
    for (name, status) in contents.files.sorted(by: { $0.key < $1.key }) {
      let name = name.text
      let ending = PhotoFileExtension.of(name)
      if PhotoFileExtension.shown.contains(ending) {
        files.append(.init(name: name, status: status, sidecar: Self.sidecar(of: name, contents)))
      } else if PhotoFileExtension.others.contains(ending) {
        others[ending, default: 0] += 1
      }
    }
    return FolderListing(
      path: path, fileSystem: contents.fileSystem, files: files,
      misnamed: contents.misnamed.filter { PhotoFileExtension.shown.contains(PhotoFileExtension.of($0)) },
      misnamedFolders: contents.misnamedFolders, unexamined: contents.unexamined, others: others,
      isEmpty: contents.isEmpty)
  }

  private static func sidecar(of name: String, _ contents: FolderContents) -> FolderListing.Sidecar? {
    for candidate in SidecarFile.names(of: name) {
      if let status = contents.files[ExactText(candidate)] { return .init(name: candidate, status: status) }
    }
    return nil
  }
}
