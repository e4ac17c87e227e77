import PhotoFiles

/// The folders of a walk in which disks are mounted, that of the walk included.
///
/// They are recorded for the next walk. A folder without its disk looks like one whose files were deleted, and so does a folder
/// over which a disk was mounted since. The number of a file system is no mark of a disk, but whether a folder is in another
/// one than the folder around it stays the same as long as its disk is mounted. So a disk in place of another one is not
/// noticed, and neither is a part of the file system around it (a bind mount).
struct MountedFolders {
  /// The paths of the folders.
  private(set) var paths: Set<ExactText> = []
  /// The numbers of the file systems of the folders so far, by their paths.
  private var fileSystems: [ExactText: UInt64] = [:]

  /// Begins with the folder around that of the walk.
  init(around root: String) {
    let folder = FolderPlace(path: root).folder
    fileSystems[ExactText(folder)] = FileSystem.number(ofPath: folder)
  }

  /// Adds a folder of the walk, after the folder around it.
  mutating func add(_ folder: String, fileSystem: UInt64) {
    let place = ExactText(FolderPlace(path: folder).folder)
    let around = fileSystems[place]
    fileSystems[ExactText(folder)] = fileSystem
    // Nothing is around the root of the file system.
    if let around, around != fileSystem, place != ExactText(folder) { paths.insert(ExactText(folder)) }
  }

  /// The difference between two walks.
  struct Comparison: Equatable {
    /// The folders whose disks were mounted or removed and whose files are all missing, in order.
    var withoutFiles: [String] = []
    /// The folders to record: those of now, except that the former state of folders without files stays, and of those that
    /// could not be read.
    let record: Set<ExactText>
  }

  /// Compares the folders with those of the last walk.
  ///
  /// - Parameters:
  ///   - former: The folders of the last walk; `nil` if they are not known.
  ///   - unread: The folders that could not be read.
  ///   - familiar: The folders in which known files were found.
  ///   - lost: Returns the folders of missing files of photos.
  func compared(
    with former: Set<ExactText>?, unread: [String], familiar: [String], lost: () -> [String]
  ) -> Comparison {
    let changed = (former ?? paths).symmetricDifference(paths)
    guard !changed.isEmpty else { return Comparison(record: paths) }
    let lost = lost()
    let unknown = changed.filter { path in unread.contains { FolderPlace.contains($0, folder: path.text) } }
    let empty = changed.subtracting(unknown).filter { path in
      !familiar.contains { FolderPlace.contains(path.text, folder: $0) }
        && lost.contains { FolderPlace.contains(path.text, folder: $0) }
    }
    return Comparison(
      withoutFiles: empty.sorted().map(\.text),
      record: paths.symmetricDifference(unknown).symmetricDifference(empty))
  }
}
