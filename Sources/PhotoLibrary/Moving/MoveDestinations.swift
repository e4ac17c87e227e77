import ObjectGraph
import PhotoFiles

/// The folders to which files can be moved: those that refreshes read, on disks that are mounted.
///
/// A refresh finds files there also if the program was killed before it recorded their moves.
struct MoveDestinations {
  /// The names of all folders that are sources.
  let names: FolderNames
  private let folders: [String]
  private let mounts: Set<ExactText>

  /// Creates the folders of sources.
  ///
  /// - Parameter mounts: The folders in which disks were mounted when the sources were last read.
  init(sources: [String], mounts: Set<ExactText>) {
    names = FolderNames(sources: sources)
    folders = sources.compactMap(LibrarySource.folderPath(ofSource:))
    self.mounts = mounts
  }

  /// Reads the folders from a library.
  @MainActor init(in library: PhotoLibrary) throws {
    let progress = try library.context.fetch(FetchRequest<SourceProgress>())
    let mounts = progress.reduce(into: Set<ExactText>()) { $0.formUnion($1.mountedFolders ?? []) }
    self.init(sources: try library.sourceNames(), mounts: mounts)
  }

  /// Checks whether files can be moved to a folder.
  func check(_ folder: String) throws(MoveObstacle) {
    guard folders.contains(where: { isRead(folder, from: $0) }) else { throw .unread(folder: folder) }
    for mount in mounts.sorted().map(\.text) where FolderPlace.contains(mount, folder: folder) {
      let around = FileSystem.number(ofPath: FolderPlace(path: mount).folder)
      let isMounted = FileSystem.number(ofPath: mount).map { $0 != around } ?? false
      if !isMounted { throw .unmounted(folder: folder, place: mount) }
    }
  }

  /// Returns a Boolean value that indicates whether a walk from the folder of a source comes to a folder.
  private func isRead(_ folder: String, from root: String) -> Bool {
    guard FolderPlace.contains(root, folder: folder) else { return false }
    let below = folder.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)
    return below.split(separator: UInt8(ascii: "/")).allSatisfy { $0.first != UInt8(ascii: ".") }
  }
}
