import Foundation
import ObjectGraph
import PhotoFiles
import PictureFetching

/// The files of a photo that are moved together, and their new places.
public struct MovePlan: Sendable {
  /// A file with its place in the library.
  struct File: Sendable {
    /// The row of the file.
    let row: ManagedObjectID
    /// The ID of the photo and the digest of the contents that the row had when the move was planned.
    let photoID: String
    let digest: String
    let place: FolderPlace
    let destination: FolderPlace
    /// The state in which the file was read.
    var state: FileState
    /// The time of the last change of the sidecar that was read; 0 for none.
    var sidecarChanged: Int

    @MainActor init(_ file: LocalFile, from place: FolderPlace, to destination: FolderPlace) {
      (row, photoID, digest) = (file.objectID, file.photoID, file.digest)
      (self.place, self.destination) = (place, destination)
      state = FileState(size: file.size, changed: file.changed)
      sidecarChanged = file.sidecarChanged
    }
  }

  /// The files; that which the photo shows first.
  private(set) var files: [File]
  /// The reason why nothing is moved, as far as it is known before.
  let obstacle: MoveObstacle?

  /// Plans the moves of files back to former places, or forth again.
  init(_ files: [File]) { self.init(files, obstacle: nil) }

  private init(_ files: [File], obstacle: MoveObstacle?) {
    (self.files, self.obstacle) = (files, obstacle)
  }

  /// Plans the move of a photo to another folder: that of the file that it shows, and of its copies in the same folder.
  @MainActor init(moving photo: Photo, to folder: (_ former: String) -> String) {
    do throws(MoveObstacle) {
      let shown = try Self.shownFile(of: photo)
      let copies = photo.files.filter {
        $0 !== shown && $0.missingSince == nil && $0.folder.isExactly(shown.folder)
      }
      let destination = folder(shown.folder)
      if destination.isExactly(shown.folder) { throw .alreadyThere(path: shown.path) }
      files = ([shown] + copies.sorted { $0.path < $1.path }).map {
        File($0, from: $0.place, to: FolderPlace(folder: destination, name: $0.name))
      }
      obstacle = nil
    } catch {
      (files, obstacle) = ([], error)
    }
  }

  /// Plans another name for the file that a photo shows; its extension stays.
  @MainActor init(renaming photo: Photo, to stem: () throws(MoveObstacle) -> String) {
    do throws(MoveObstacle) {
      let shown = try Self.shownFile(of: photo)
      let name = try stem() + shown.place.ending
      if name.isExactly(shown.name) { throw .alreadyNamed(path: shown.path) }
      files = [File(shown, from: shown.place, to: FolderPlace(folder: shown.folder, name: name))]
      obstacle = nil
    } catch {
      (files, obstacle) = ([], error)
    }
  }

  /// Returns the file that a photo shows.
  @MainActor static func shownFile(of photo: Photo) throws(MoveObstacle) -> LocalFile {
    if let shown = photo.filePath, photo.isOwn {
      let place = FolderPlace(path: shown)
      guard let file = photo.files.first(where: { $0.place == place && $0.missingSince == nil }) else {
        throw .missing(path: shown)
      }
      return file
    }
    switch photo.ownPicture?.place {
    case .file(let path): throw .downloaded(path: path)
    case .entry(_, let archive): throw .archived(title: photo.title, archive: archive)
    case nil: throw .noFile(title: photo.title)
    }
  }

  /// The reason why nothing is moved in a sentence, as far as it is known before.
  public var problem: String? { obstacle?.description }

  /// The names of the file that the photo shows, before and after; `nil` if nothing is moved.
  public var names: (before: String, after: String)? {
    files.first.map { (before: $0.place.name, after: $0.destination.name) }
  }

  /// Returns the plan for the places and states that its files have now.
  ///
  /// A file whose row shows another photo by now stays in the plan as it was, and is refused if that one's file is in its place.
  ///
  /// - Parameter rows: The rows of the files.
  @MainActor func following(_ rows: [ManagedObjectID: LocalFile]) -> MovePlan {
    guard let first = files.first else { return self }
    let current = files.map { file in
      guard let row = rows[file.row], !row.isDeleted, row.photoID == file.photoID else { return file }
      return File(row, from: row.place, to: file.destination(from: row.place))
    }
    let moving = current.filter { $0.place != $0.destination }
    guard moving.isEmpty else { return MovePlan(moving, obstacle: obstacle) }
    let path = current[0].place.path
    return MovePlan(
      [], obstacle: first.keepsName ? .alreadyThere(path: path) : .alreadyNamed(path: path))
  }

  /// Returns the plan with the states of files that were moved there and back since they were read.
  func following(_ returned: [FolderPlace: MovedFile]) -> MovePlan {
    var plan = self
    for index in files.indices {
      let file = files[index]
      guard let moved = returned[file.place], moved.file.row == file.row, moved.file.state == file.state
      else { continue }
      plan.files[index].state = moved.state
      if moved.file.sidecarChanged == file.sidecarChanged {
        plan.files[index].sidecarChanged = moved.sidecarChanged
      }
    }
    return plan
  }
}

extension MovePlan.File {
  /// Returns a Boolean value that indicates whether the row is still that of the file, with some values of it.
  ///
  /// A refresh by another program that finds another file at a place gives its row that one's photo. One that finds the file at its
  /// new place can have moved the row there.
  func isDescribed(by values: ObjectValues<LocalFile>) -> Bool {
    let current = FolderPlace(folder: values[LocalFile.folder], name: values[LocalFile.name])
    return values[LocalFile.photoID] == photoID && values[LocalFile.digest] == digest
      && (current == place || current == destination)
  }

  /// A Boolean value that indicates whether the file only goes to another folder.
  var keepsName: Bool { place.name.isExactly(destination.name) }

  /// Returns the place to which the file goes from where it is now: one that only goes to another folder keeps its name, and one
  /// that only gets another name its folder.
  func destination(from current: FolderPlace) -> FolderPlace {
    if keepsName { return FolderPlace(folder: destination.folder, name: current.name) }
    guard place.folder.isExactly(destination.folder) else { return destination }
    return FolderPlace(folder: current.folder, name: destination.name)
  }

  /// Checks whether the file is the one that was read.
  func check() throws(MoveObstacle) {
    let path = place.path
    guard let found = FileState(path: path) else { throw .missing(path: path) }
    guard found == state else { throw .changed(path: path) }
    try checkLink(path)
  }

  /// Checks whether a file leads elsewhere from another folder.
  func checkLink(_ path: String) throws(MoveObstacle) {
    var status = stat()
    guard !place.folder.isExactly(destination.folder), lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFLNK { throw .link(path: path) }
  }

  /// Returns the place of a sidecar of the file after the move; `nil` for a sidecar of another file.
  ///
  /// That of `a.jpg` is `a.jpg.xmp` or `a.xmp`.
  func destination(ofSidecar sidecar: FolderPlace) -> FolderPlace? {
    Self.place(ofSidecar: sidecar, from: place, to: destination)
  }

  /// Returns the place of a sidecar that it had before it was at a place of the name that it has after the move.
  func origin(ofSidecar sidecar: FolderPlace) -> FolderPlace? {
    Self.place(ofSidecar: sidecar, from: destination, to: place)
  }

  private static func place(
    ofSidecar sidecar: FolderPlace, from place: FolderPlace, to destination: FolderPlace
  ) -> FolderPlace? {
    guard sidecar.folder.isExactly(place.folder) else { return nil }
    if sidecar.stem.isExactly(place.name) {
      return FolderPlace(folder: destination.folder, name: destination.name + sidecar.ending)
    }
    guard sidecar.stem.isExactly(place.stem) else { return nil }
    return FolderPlace(folder: destination.folder, name: destination.stem + sidecar.ending)
  }
}
