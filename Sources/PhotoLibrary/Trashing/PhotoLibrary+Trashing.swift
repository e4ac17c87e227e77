import FileTrash
import Foundation
import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Returns what would be moved to the trash for photos.
  public func trashPlans(for photos: [Photo]) -> [TrashPlan] {
    living(photos).map(TrashPlan.init)
  }

  /// Moves the files of photos to the trash, deletes these photos in one undoable event, and saves.
  ///
  /// Files are moved in the background, and before the library is changed: a program that is killed in between leaves photos
  /// whose files are in the trash, and never the opposite. A photo whose files cannot be moved stays as it is.
  ///
  /// - Returns: The numbers of photos and files, and the reasons why others stay, or why files that should not stay in the
  ///   trash could not be moved back.
  /// - Throws: Errors of the store; the files are then where they were. ``LibraryError/leftInTrash(reason:problems:)`` if some
  ///   of them cannot be moved back.
  public func trash(_ plans: [TrashPlan]) async throws -> TrashSummary {
    try requireWritable()
    // A library that does not answer leaves the files where they are.
    _ = try await context.whenAtHand { try context.fetchIDs(Self.photos(plans.map(\.id))) }
    let (moved, problems) = await Self.move(plans, with: trash)
    var summary = TrashSummary()
    summary.problems = problems
    do {
      let deleted = try await context.whenAtHand {
        let photos = try context.fetch(Self.photos(moved.keys.sorted()))
        let ids = photos.map(\.flickrID)
        if !photos.isEmpty {
          try delete(photos, named: "moving \(Self.words(for: photos)) to the trash", trashed: moved)
        }
        return ids
      }
      // A photo that was deleted meanwhile leaves its files where they were.
      let here = Set(deleted)
      summary.problems += returnFiles(moved.filter { !here.contains($0.key) }.map(\.value)).problems
      summary.photos = deleted.count
      summary.files = deleted.reduce(0) { $0 + (moved[$1]?.count ?? 0) }
    } catch {
      let (returned, problems) = returnFiles(Array(moved.values))
      _ = try? await context.whenAtHand { try recordRestored(returned) }
      guard problems.isEmpty else { throw LibraryError.leftInTrash(reason: "\(error)", problems: problems) }
      throw error
    }
    return summary
  }

  /// Moves the files of photos that stay in the library back from the trash.
  ///
  /// - Returns: The paths of the files that are back, and the reasons why others stay in the trash.
  private func returnFiles(_ photos: [[TrashedFile]]) -> (returned: Set<String>, problems: [String]) {
    var (returned, problems): (Set<String>, [String]) = ([], [])
    for files in photos {
      do {
        try trash.restore(files)
        returned.formUnion(files.map(\.path))
      } catch {
        problems.append("\(error)")
      }
    }
    return (returned, problems)
  }

  private static func photos(_ ids: [String]) -> FetchRequest<Photo> {
    FetchRequest<Photo>(where: Photo.flickrID.isIn(ids))
  }

  @concurrent
  private static func move(
    _ plans: [TrashPlan], with trash: Trash
  ) async -> (moved: [String: [TrashedFile]], problems: [String]) {
    var moved: [String: [TrashedFile]] = [:]
    var problems: [String] = []
    var namesakes = Namesakes()
    for plan in plans where moved[plan.id] == nil {
      do {
        moved[plan.id] = try plan.run(with: trash, &namesakes)
      } catch {
        problems.append("\(error)")
      }
    }
    return (moved, problems)
  }

  /// Performs an undo or a redo, moves the files of the photos that it restores or deletes, and saves.
  ///
  /// Restored photos show their files where they are now.
  ///
  /// - Parameters:
  ///   - change: Changes the context; returns the name of the event.
  ///   - save: Saves the change, whose name is given.
  ///   - revert: Changes the context back.
  /// - Throws: ``TrashPlan/Obstacle``, `TrashError`, and errors of the store; files and context are then as they were.
  func movingFiles(
    _ change: () -> String?, save: (_ name: String) throws -> Void, revert: () -> String?
  ) throws -> String {
    var (deleted, inserted): (Set<ManagedObjectID>, Set<ManagedObjectID>) = ([], [])
    let observation = context.observe { changes in
      deleted.formUnion(changes.deleted)
      inserted.formUnion(changes.inserted)
    }
    context.processPendingChanges()
    (deleted, inserted) = ([], [])
    let name = change() ?? ""
    context.processPendingChanges()
    withExtendedLifetime(observation) {}
    let (returning, going) = (trashings(of: deleted), trashings(of: inserted))
    var areMoved = false
    do {
      let restored = inserted.compactMap { context.registeredObject(for: $0) as? Photo }
      try context.withoutUndo { try followFiles(of: restored, except: Set(files(of: returning).map(\.path))) }
      try moveBack(files(of: returning))
      try trashAgain(going)
      areMoved = true
      try save(name)
    } catch {
      _ = revert()
      context.processPendingChanges()
      if areMoved {
        try? trashAgain(returning)
        _ = try? moveBack(files(of: going))
      }
      throw error
    }
    return name
  }

  /// Returns those of some objects that have files in the trash.
  private func trashings(of ids: Set<ManagedObjectID>) -> [ManagedObjectID] {
    trashings.keys.filter(ids.contains).sorted()
  }

  /// Returns the files in the trash of some deleted photos.
  private func files(of trashed: [ManagedObjectID]) -> [TrashedFile] {
    trashed.flatMap { trashings[$0] ?? [] }
  }

  /// Connects photos of the user's own files with the files that show them, and other files with the photos that they show.
  ///
  /// Since a deletion, a file can have been moved, be missing, or have become another photo's. A photo without a file is marked as gone, unless it is one of those that return.
  ///
  /// - Parameters:
  ///   - returning: The paths of files that are going to be moved back from the trash.
  ///   - rereading: A Boolean value that indicates whether the next refresh reads the files again, for marks and settings of
  ///     the camera that a refresh has seen while the photos were deleted.
  func followFiles(of photos: [Photo], except returning: Set<String>, rereading: Bool = false) throws {
    let photos = photos.filter(\.isOwn)
    guard !photos.isEmpty else { return }
    let known = try context.fetch(
      FetchRequest<LocalFile>(where: LocalFile.photoID.isIn(photos.map(\.flickrID).sorted())))
    let read = try context.prefetch([Photo.files.keyPath], of: photos)
    defer { withExtendedLifetime(read) {} }
    let others = photos.flatMap { photo in photo.files.filter { $0.photoID != photo.flickrID } }
    if !others.isEmpty {
      let ids = Set(others.map(\.photoID)).sorted()
      let owners = try context.fetch(FetchRequest<Photo>(where: Photo.flickrID.isIn(ids)))
      for file in others { file.photo = owners.first { $0.flickrID == file.photoID } }
    }
    let files = Dictionary(grouping: known, by: \.photoID)
    for photo in photos {
      let files = files[photo.flickrID] ?? []
      for file in files where file.photo !== photo { file.photo = photo }
      // No sidecar has this time.
      if rereading { for file in files { file.sidecarChanged = -1 } }
      let places = files.isEmpty ? [photo.filePath].compactMap(\.self) : files.map(\.path)
      if places.allSatisfy({ !returning.contains($0) }) {
        try photo.follow(files, at: Date(), isUndone: true)
      }
    }
  }

  /// Moves files back from the trash, except those that another program moved back or deleted.
  ///
  /// A photo whose files were deleted there is restored without them: its marks and texts are in the library alone.
  ///
  /// - Returns: The paths of the files that are there now.
  @discardableResult
  func moveBack(_ files: [TrashedFile]) throws -> Set<String> {
    try trash.restore(files.filter(trash.contains))
    let paths = Set(files.map(\.path))
    let here = paths.filter(Trash.exists)
    let lost = paths.subtracting(here)
    try recordRestored(here)
    try recordLost(lost)
    lostFiles = lostFiles.subtracting(here).union(lost)
    return here
  }

  /// Marks files as missing, and photos as gone that have no other file.
  private func recordLost(_ paths: Set<String>) throws {
    let known = try LocalFile.files(at: Set(paths.map(FolderPlace.init(path:))), in: context)
    try context.withoutUndo {
      for file in known {
        file.missingSince = file.missingSince ?? Date()
        try file.photo?.followFiles(at: Date())
      }
    }
  }

  /// Moves the files of photos to the trash whose deletions were redone: all of them, or none.
  ///
  /// Files without which the photos came back, and sidecars that another program has deleted since, are left out.
  ///
  /// - Throws: ``TrashPlan/Obstacle/changed(path:)`` if a file is another one than that which was read, and `TrashError`.
  private func trashAgain(_ ids: [ManagedObjectID]) throws {
    try requireUnchangedFiles(of: ids)
    let paths = files(of: ids).map(\.path).filter {
      Trash.exists($0) || !lostFiles.contains($0) && !Namesakes.isSidecar($0)
    }
    let moved = Dictionary(
      try trash.move(paths).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for id in ids {
      let files = trashings[id] ?? []
      // The names in the trash may be others than before. Another undo records those that were left out as lost again; other
      // files can have their names in the trash by then.
      trashings[id] = files.map { moved[$0.path] ?? $0.outsideTrash }
      guard let deleted = context.object(with: id) as? DeletedPhoto, !deleted.isDeleted else { continue }
      let data = try JSONEncoder().encode(files.compactMap { moved[$0.path] })
      context.withoutUndo { deleted.trashed = data }
    }
  }

  /// Checks that the files of deleted photos are those that were read, unless they are missing.
  private func requireUnchangedFiles(of ids: [ManagedObjectID]) throws {
    let places = Set(files(of: ids).map { FolderPlace(path: $0.path) })
    let known = Dictionary(
      try LocalFile.files(at: places, in: context).map { ($0.place, $0) },
      uniquingKeysWith: { first, _ in first })
    for id in ids {
      guard let deleted = context.object(with: id) as? DeletedPhoto, !deleted.isDeleted else { continue }
      for path in trashings[id]?.map(\.path) ?? [] {
        guard let file = known[FolderPlace(path: path)], let state = FileState(path: path) else { continue }
        let isSame =
          file.photoID == deleted.flickrID && state == FileState(size: file.size, changed: file.changed)
        if !isSame { throw TrashPlan.Obstacle.changed(path: path) }
      }
    }
  }

  /// Records that files are there which were moved back, and their states: moving changes the times of their attributes.
  func recordRestored(_ paths: Set<String>) throws {
    let known = try LocalFile.files(at: Set(paths.map(FolderPlace.init(path:))), in: context)
    context.withoutUndo {
      for file in known {
        file.missingSince = nil
        if let state = FileState(path: file.path), state.size == file.size { file.changed = state.changed }
        if let state = FileState(path: SidecarFile(ofFile: file.path).path), file.sidecarChanged != 0 {
          file.sidecarChanged = state.changed
        }
      }
    }
  }
}
