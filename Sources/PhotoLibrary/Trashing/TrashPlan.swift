import FileTrash
import Foundation
import PhotoFiles
import PictureFetching

/// The files of a photo that go to the trash together: the pictures, and the sidecars that belong to no other file.
public struct TrashPlan: Sendable {
  /// The reason why the files of a photo are not moved.
  public enum Obstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The photo has no file of the user.
    case noFile(title: String)
    /// The picture is in a zip file, which has others.
    case archived(title: String, archive: String)
    /// The file is not there.
    case missing(path: String)
    /// The file is another one than that which was read.
    case changed(path: String)

    /// The obstacle in one sentence.
    public var description: String {
      switch self {
      case .noFile(let title):
        "“\(title)” was not moved to the trash: it has no file of yours. Delete it instead."
      case .archived(let title, let archive):
        "“\(title)” was not moved to the trash: it is in \(archive). Delete it instead."
      case .missing(let path): "\(path) was not moved to the trash: there is no such file."
      case .changed(let path):
        "\(path) was not moved to the trash: it has changed since it was read. Refresh the folder first."
      }
    }
  }

  /// The ID of the photo.
  public let id: String
  /// The picture files, that which the photo shows first, with the states in which they were read if they are known.
  private let files: [(path: String, state: FileState?)]
  private let obstacle: Obstacle?

  /// Reads the files of a photo from the library.
  @MainActor init(_ photo: Photo) {
    id = photo.flickrID
    let known = photo.files.filter { $0.missingSince == nil }
      .map { (path: $0.path, state: FileState(size: $0.size, changed: $0.changed) as FileState?) }
      .sorted { $0.path < $1.path }
    guard known.isEmpty else {
      let shown = photo.filePath
      files = known.filter { shown.isExactly($0.path) } + known.filter { !shown.isExactly($0.path) }
      obstacle = nil
      return
    }
    switch photo.ownPicture?.place {
    case .file(let path): (files, obstacle) = ([(path, nil)], nil)
    case .entry(_, let archive): (files, obstacle) = ([], .archived(title: photo.title, archive: archive))
    case nil: (files, obstacle) = ([], photo.filePath.map(Obstacle.missing) ?? .noFile(title: photo.title))
    }
  }

  /// The paths of the pictures: that which the photo shows, and its copies.
  public var paths: [String] { files.map(\.path) }

  /// The number of pictures.
  public var count: Int { files.count }

  /// Moves the files to the trash.
  ///
  /// - Parameters:
  ///   - trash: The trash.
  ///   - namesakes: The files of the folders that were read before.
  /// - Returns: The files in the trash, sidecars included.
  /// - Throws: An ``Obstacle`` or a `TrashError`; all files are then where they were.
  func run(with trash: Trash, _ namesakes: inout Namesakes) throws -> [TrashedFile] {
    if let obstacle { throw obstacle }
    for file in files {
      guard let state = FileState(path: file.path) else { throw Obstacle.missing(path: file.path) }
      guard file.state ?? state == state else { throw Obstacle.changed(path: file.path) }
    }
    let paths = files.map(\.path)
    return try trash.move(paths + namesakes.sidecars(goingWith: paths))
  }
}

extension Trash {
  /// Moves several files to the trash, or none.
  ///
  /// - Throws: A `TrashError`; all files are then where they were.
  func move(_ paths: [String], waitsForDisk: Bool = true) throws(TrashError) -> [TrashedFile] {
    var moved: [TrashedFile] = []
    for path in paths {
      do {
        moved.append(try move(path, waitsForDisk: waitsForDisk))
      } catch {
        for file in moved.reversed() { try? restore(file) }
        throw error
      }
    }
    return moved
  }

  /// Moves several files back, or none.
  ///
  /// - Throws: A `TrashError`; all files are then in the trash, under the names that are recorded.
  func restore(_ files: [TrashedFile]) throws(TrashError) {
    for file in files { try check(file) }
    var restored: [TrashedFile] = []
    for file in files {
      do {
        try restore(file)
        restored.append(file)
      } catch {
        for file in restored { try? moveAgain(file) }
        throw error
      }
    }
  }
}
