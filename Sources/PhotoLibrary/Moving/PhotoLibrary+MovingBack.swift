import Foundation
import ObjectGraph

/// Files that follow an undo or a redo.
extension PhotoLibrary {
  /// Returns the moves of files to the places that the next undo or redo gives them, photo by photo.
  ///
  /// - Throws: `FetchError.wouldWait` in `whenAtHand`, and errors of the store.
  func movePlans(of direction: ChangeDirection) throws -> [MovePlan] {
    let restored: [RestoredAttributes<LocalFile>]
    switch direction {
    case .undo:
      try context.readForUndo()
      restored = context.attributesRestoredByUndo(of: LocalFile.self)
    case .redo:
      try context.readForRedo()
      restored = context.attributesRestoredByRedo(of: LocalFile.self)
    }
    // All rows at once, which the objects keep until the end.
    let objects = context.readAhead(restored.map(\.objectID))
    defer { withExtendedLifetime(objects) {} }
    let moved = try restored.compactMap { values -> (photo: ManagedObjectID, file: MovePlan.File)? in
      guard let file = try context.existingObject(with: values.objectID) as? LocalFile else { return nil }
      let place = FolderPlace(
        folder: values[LocalFile.folder] ?? file.folder, name: values[LocalFile.name] ?? file.name)
      guard place != file.place else { return nil }
      return (file.photo?.objectID ?? file.objectID, MovePlan.File(file, from: file.place, to: place))
    }
    let photos = Dictionary(grouping: moved, by: \.photo)
    var seen: Set<ManagedObjectID> = []
    // In the order of the files. One photo has all of its copies, which can be links to one file.
    return moved.compactMap { file in
      guard seen.insert(file.photo).inserted else { return nil }
      return MovePlan((photos[file.photo] ?? []).map(\.file))
    }
  }

  /// Reads the rows of files that were moved for an undo or a redo, or that stay, before it changes the context.
  ///
  /// - Throws: `FetchError.wouldWait` in `whenAtHand`, and errors of the store.
  func followedRows(of run: MoveRun) throws -> FollowedRows {
    let (files, left) = (run.files, run.left.flatMap(\.files))
    let rows = try currentRows(of: files.map(\.file) + left)
    let moved = files.compactMap { file -> (file: MovedFile, row: LocalFile)? in
      rows.own[file.file.row].map { (file, $0) }
    }
    let staying = left.compactMap { file -> (file: MovePlan.File, row: LocalFile)? in
      rows.own[file.row].map { (file, $0) }
    }
    let kept = context.readAhead(rows.others.keys.sorted()).compactMap {
      object -> (row: LocalFile, place: FolderPlace)? in
      guard let row = object as? LocalFile, let place = rows.others[row.objectID] else { return nil }
      return (row, place)
    }
    let places = Set(moved.map(\.file.file.destination) + staying.map(\.file.place))
    let others = try LocalFile.files(at: places, in: context).filter { rows.own[$0.objectID] == nil }
    let known: [LocalFile] = Array(rows.own.values) + others + kept.map(\.row)
    let photos = Set(known.compactMap(\.photo)).sorted { $0.objectID < $1.objectID }
    let read = try context.prefetch([Photo.files.keyPath], of: photos)
    return FollowedRows(
      moved: moved, left: staying, kept: kept, others: others, problems: run.problems,
      read: (photos as [ManagedObject]) + read)
  }

  /// Records moves to the places that an undo or a redo has given to files: those that were not moved have their former places
  /// again.
  ///
  /// - Parameters:
  ///   - rows: The rows of the files.
  ///   - restored: The rows that the undo or redo has restored.
  /// - Throws: Errors of the store; no row is deleted then.
  func record(_ rows: FollowedRows, restored: [LocalFile]) throws {
    let (places, ids) = (rows.places, rows.ids)
    try context.withoutUndo {
      for (row, place) in rows.kept where !row.isDeleted { row.place = place }
      for (file, row) in rows.left where !row.isDeleted { row.place = file.place }
      for (file, row) in rows.moved where !row.isDeleted {
        row.place = file.file.destination
        row.record(file)
      }
      context.processPendingChanges()
      // Files that were known there, or that the undo restores, are not there.
      let others = Set(rows.others + rows.kept.map(\.row) + restored).filter {
        !$0.isDeleted && places.contains($0.place) && !ids.contains($0.objectID)
      }
      let files: [LocalFile] =
        rows.moved.map(\.row) + rows.left.map(\.row) + rows.kept.map(\.row) + Array(others)
      let photos = Set(files.filter { !$0.isDeleted }.compactMap(\.photo)).filter { !$0.isDeleted }
      try Photo.follow(
        photos.sorted { $0.objectID < $1.objectID }, without: Set(others.map(\.objectID)), in: context)
      for file in others { context.delete(file) }
      context.processPendingChanges()
    }
  }
}
