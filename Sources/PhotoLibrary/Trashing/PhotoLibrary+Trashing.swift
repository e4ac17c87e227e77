import FileTrash
import Foundation
import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Returns what would be moved to the trash for photos.
  public func trashPlans(for photos: [Photo]) -> [TrashPlan] {
    living(photos).map(TrashPlan.init)
  }

  /// Moves the files of photos to the trash, deletes these photos in one undoable event, and returns when that is saved.
  ///
  /// Files are moved in the background, and before the library is changed: a program that is killed in between leaves photos
  /// whose files are in the trash, and never the opposite. A photo whose files cannot be moved stays as it is, and so do those
  /// that are left when the task is canceled; the photos whose files were moved until then are deleted nevertheless.
  ///
  /// - Parameters:
  ///   - plans: The files.
  ///   - didDelete: Called with `true` when the photos were deleted, and with `false` if that could not be saved and was taken
  ///     back.
  /// - Returns: The numbers of photos and files, and the reasons why others stay, or why files that should not stay in the
  ///   trash could not be moved back.
  /// - Throws: Errors of the store; the files are then where they were. ``LibraryError/leftInTrash(reason:problems:)`` if some
  ///   of them cannot be moved back, or if other changes came after the deletion, so that it waits for the next save.
  public func trash(
    _ plans: [TrashPlan], didDelete: @escaping (_ isDeleted: Bool) -> Void = { _ in }
  ) async throws -> TrashSummary {
    try requireWritable()
    // A library that does not answer leaves the files where they are.
    _ = try await context.whenAtHand { try context.fetchIDs(Self.photos(plans.map(\.id))) }
    let (moved, summary) = await Self.move(plans, with: trash)
    // A task of its own: a cancellation must not end the recording of what was moved.
    return try await Task {
      try await deletePhotos(of: plans, moved: moved, summary: summary, didDelete: didDelete)
    }.value
  }

  /// Deletes the photos whose files were moved, and completes the summary when that is saved.
  private func deletePhotos(
    of plans: [TrashPlan], moved: [String: [TrashedFile]], summary: TrashSummary,
    didDelete: (_ isDeleted: Bool) -> Void
  ) async throws -> TrashSummary {
    var summary = summary
    let deletion: Deletion?
    do {
      deletion = try await context.whenAtHand { () -> Deletion? in
        let photos = try context.fetch(Self.photos(moved.keys.sorted()))
        guard !photos.isEmpty else { return nil }
        let (ids, objects) = (photos.map(\.flickrID), photos.map(\.objectID))
        let change = try recordedChange("moving \(Self.words(for: photos)) to the trash", .edit) {
          try delete(photos, named: $0, trashed: moved)
        }
        return Deletion(ids: ids, objects: objects, change: change)
      }
    } catch {
      throw await failure(error, returning: Array(moved.values))
    }
    // A photo that was deleted meanwhile leaves its files where they were.
    let here = Set(deletion?.ids ?? [])
    summary.problems += returnFiles(moved.filter { !here.contains($0.key) }.map(\.value)).problems
    guard let deletion else { return summary }
    didDelete(true)
    do {
      try await deletion.change.save.committed()
    } catch {
      guard await takeBack(deletion.change) else {
        // An undo that came before has moved the files back.
        guard deletion.objects.contains(where: { context.object(with: $0).isDeleted }) else { throw error }
        let problem = "The files are in the trash, and the deletion of their photos is not saved yet."
        throw LibraryError.leftInTrash(reason: "\(error)", problems: [problem])
      }
      didDelete(false)
      throw await failure(error, returning: deletion.ids.compactMap { moved[$0] })
    }
    let ids = await deletedIDs(of: deletion)
    summary.photos = ids.count
    summary.files = ids.reduce(0) { $0 + (moved[$1]?.count ?? 0) }
    let plans = Dictionary(plans.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    summary.copies = ids.compactMap { plans[$0]?.paths }.filter { $0.count > 1 }
    return summary
  }

  /// A deletion of photos whose files are in the trash, which is being saved.
  private struct Deletion {
    let ids: [String]
    let objects: [ManagedObjectID]
    let change: RecordedChange
  }

  /// Returns the IDs of the photos that a deletion has deleted, without those that an undo brought back before it was saved.
  private func deletedIDs(of deletion: Deletion) async -> [String] {
    if isLast(deletion.change) { return deletion.ids }
    let back = try? await context.whenAtHand { () -> Set<String> in
      Set(try context.fetch(Self.photos(deletion.ids)).map(\.flickrID))
    }
    return deletion.ids.filter { back?.contains($0) != true }
  }

  /// Moves files back after an error, and returns the error with the reasons why some cannot be moved back.
  private func failure(_ error: any Error, returning files: [[TrashedFile]]) async -> any Error {
    let (returned, problems) = returnFiles(files)
    _ = try? await context.whenAtHand { try recordRestored(returned) }
    return problems.isEmpty ? error : LibraryError.leftInTrash(reason: "\(error)", problems: problems)
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
  ) async -> (moved: [String: [TrashedFile]], summary: TrashSummary) {
    var moved: [String: [TrashedFile]] = [:]
    var summary = TrashSummary()
    var namesakes = Namesakes()
    for plan in plans where moved[plan.id] == nil {
      guard !Task.isCancelled else {
        summary.isCanceled = true
        break
      }
      do {
        moved[plan.id] = try plan.run(with: trash, &namesakes)
      } catch {
        summary.problems.append("\(error)")
      }
    }
    return (moved, summary)
  }

  @concurrent
  private static func synchronize(_ files: [TrashedFile], of trash: Trash) async { trash.synchronize(files) }

  /// Performs an undo or a redo, moves the files of the photos that it restores or deletes from and to the trash, and saves.
  ///
  /// Restored photos show their files where they are now.
  ///
  /// - Parameters:
  ///   - rows: The rows of the files that were moved to the places that the change gives them.
  ///   - change: Changes the context; returns the name of the event.
  ///   - save: Saves the change, whose name is given.
  ///   - revert: Changes the context back.
  /// - Returns: The name of the event, and the pending save.
  /// - Throws: ``TrashPlan/Obstacle``, `TrashError`, and errors of the store; files in the trash and context are then as they
  ///   were.
  func movingFiles(
    _ rows: FollowedRows?, _ change: () -> String?, save: (_ name: String) throws -> PendingSave,
    revert: () -> String?
  ) throws -> (name: String, save: PendingSave) {
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
    let pending: PendingSave
    do {
      let objects = inserted.compactMap { context.registeredObject(for: $0) }
      if let rows { try record(rows, restored: objects.compactMap { $0 as? LocalFile }) }
      let restored = objects.compactMap { $0 as? Photo }
      try context.withoutUndo { try followFiles(of: restored, except: Set(files(of: returning).map(\.path))) }
      try moveBack(files(of: returning))
      try trashAgain(going)
      areMoved = true
      pending = try save(name)
      // The main actor does not wait for the disk.
      if !going.isEmpty {
        Task { [trash, files = files(of: going)] in await Self.synchronize(files, of: trash) }
      }
    } catch {
      _ = revert()
      context.processPendingChanges()
      if areMoved {
        try? trashAgain(returning)
        _ = try? moveBack(files(of: going))
      }
      throw error
    }
    undoProblems = rows?.problems ?? []
    return (name, pending)
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
      if rereading { for file in files { file.sidecarChanged = LocalFile.unreadSidecar } }
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
  /// - Throws: `TrashError`, also if a file can be in a trash that is not here: only the record of the photo names it.
  @discardableResult
  func moveBack(_ files: [TrashedFile]) throws -> Set<String> {
    try trash.restore(files.filter { try trash.contains($0) })
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
      try trash.move(paths, waitsForDisk: false).map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
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

  /// Records that files are there which were moved back, and their states.
  ///
  /// A refresh that read their folder while they were being moved has marked their photos as gone.
  func recordRestored(_ paths: Set<String>) throws {
    let known = try LocalFile.files(at: Set(paths.map(FolderPlace.init(path:))), in: context)
    try context.withoutUndo {
      for file in known { file.recordReturn() }
      for photo in Set(known.compactMap(\.photo)) where photo.pictureGoneSince != nil {
        try photo.followFiles(at: Date())
      }
    }
  }
}
