import FileTrash
import Flickr
import Foundation
import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Returns the path of a folder as a user names it: an absolute path, one from the folder of the user (`~`), or one below the
  /// folder of the source of a photo.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - photo: The photo; one without a file, or outside all sources, has its own folder, or the current one.
  /// - Throws: Errors of the store.
  public func folderPath(named name: String, for photo: Photo?) throws -> String {
    let names = FolderNames(sources: try sourceNames())
    let folder = photo?.filePath.map { FolderPlace(path: $0).folder }
    return Self.folderPath(named: name, below: folder.map { names.root(of: $0) ?? $0 })
  }

  private static func folderPath(named name: String, below root: String?) -> String {
    let path = UserPath.expanded(name)
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : root.map { $0 + "/" + path } ?? path
    let standard = URL(filePath: whole).standardizedFileURL.path(percentEncoded: false)
    // Refreshes know folders by their paths without links.
    return FolderPlace(path: FileMove.resolved(standard + "/.")).folder
  }

  /// Returns what would be moved for photos.
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - folder: The folder, as for ``folderPath(named:for:)``; each photo goes below the folder of its own source.
  /// - Throws: ``MoveObstacle`` if files cannot be moved to the folder; errors of the store.
  public func movePlans(for photos: [Photo], to folder: String) throws -> [MovePlan] {
    let photos = living(photos)
    let read = try context.prefetch([Photo.files.keyPath], of: photos)
    defer { withExtendedLifetime(read) {} }
    let destinations = try MoveDestinations(in: self)
    var known: [ExactText: String] = [:]
    let plans = photos.map { photo in
      MovePlan(moving: photo) { former in
        let root = destinations.names.root(of: former) ?? former
        let path = known[ExactText(root)] ?? Self.folderPath(named: folder, below: root)
        known[ExactText(root)] = path
        return path
      }
    }
    for path in known.values.sorted() { try destinations.check(path) }
    return plans
  }

  /// Moves the files of photos to another folder, in one undoable event, and returns when that is saved.
  ///
  /// Files are moved in the background, and before the library is changed: a refresh finds those that were moved by a program
  /// that was killed in between. A photo whose files cannot be moved stays as it is, and so do those that are left when the task
  /// is canceled. A file never replaces another one, and never gets the sidecar of another one.
  ///
  /// - Parameters:
  ///   - plans: The photos.
  ///   - folder: The folder as the user named it, for the name of the event.
  ///   - didMove: Called with `true` when the library has the new places, and with `false` if that could not be saved and was
  ///     taken back.
  /// - Returns: The numbers of photos and files, and the reasons why others stay.
  /// - Throws: Errors of the store; the files are then where they were. ``LibraryError/leftMoved(reason:problems:)`` if some of
  ///   them cannot be moved back, or if other changes came after the move, so that it waits for the next save.
  @discardableResult
  public func move(
    _ plans: [MovePlan], to folder: String, didMove: @escaping (_ isMoved: Bool) -> Void = { _ in }
  ) async throws -> MoveSummary {
    try await move(plans, didMove: didMove) { "moving \($0) to \(folder)" }
  }

  /// Makes planned moves.
  ///
  /// - Parameter name: Returns the name of the event for the photos in words.
  func move(
    _ plans: [MovePlan], didMove: @escaping (_ isMoved: Bool) -> Void = { _ in },
    named name: @escaping (_ photos: String) -> String
  ) async throws -> MoveSummary {
    try requireWritable()
    await fileTurns.begin()
    var folders: Set<ExactText> = []
    defer { fileTurns.end(moving: folders) }
    let current = try await context.whenAtHand { try followingRows(plans) }
    let run = await MoveRun.run(current.map { $0.following(returnedFiles) })
    folders = run.folders
    await record(returned: run.returned, saves: true)
    var summary = MoveSummary()
    (summary.problems, summary.taken) = (run.problems, run.taken)
    guard !run.plans.isEmpty else { return summary }
    try await commit(run, didChange: didMove) { [self] in try relocate(run, named: name) }
    summary.photos = run.plans.count
    summary.files = run.count
    return summary
  }

  /// Returns plans for the places and states that files have now: other moves and refreshes can have had turns since they were made.
  private func followingRows(_ plans: [MovePlan]) throws -> [MovePlan] {
    // A library that does not answer leaves the files where they are; reading ahead throws no errors.
    _ = try context.fetchIDs(FetchRequest<Source>())
    let ids = Set(plans.flatMap(\.files).map(\.row)).sorted()
    let read = context.readAhead(ids)
    defer { withExtendedLifetime(read) {} }
    try context.requireAtHand()
    var rows: [ManagedObjectID: LocalFile] = [:]
    for id in ids { rows[id] = try context.existingObject(with: id) as? LocalFile }
    return plans.map { $0.following(rows) }
  }

  /// Gives files that were moved their new places, and shows their photos there.
  func relocate(_ run: MoveRun, named name: (_ photos: String) -> String) throws -> RecordedChange {
    let files = run.files
    let rows = try currentRows(of: files.map(\.file)).own
    // The next refresh follows the files of the others.
    let moved = files.compactMap { file -> (file: MovedFile, row: LocalFile)? in
      rows[file.file.row].map { (file, $0) }
    }
    let photos = living(Set(moved.compactMap(\.row.photo)).sorted { $0.objectID < $1.objectID })
    let read = try context.prefetch([Photo.files.keyPath, Photo.sources.keyPath], of: photos)
    defer { withExtendedLifetime(read) {} }
    let former = try LocalFile.files(at: Set(moved.map(\.file.file.destination)), in: context)
    let sources = try context.fetch(FetchRequest<Source>())
    try context.requireAtHand()
    context.withoutUndo {
      for (moved, row) in moved {
        // A refresh that was faster than this has found the file at its new place. Undo must know the former one.
        if row.place != moved.file.place { row.place = moved.file.place }
        row.record(moved)
      }
    }
    let own = Set(moved.map(\.row.objectID))
    let shown = Set(run.plans.compactMap(\.files.first?.row))
    return try recordedChange(name(Self.words(for: photos)), .edit) { name in
      try edit(name) {
        // Files that were known at these places are not there any more.
        let replaced = former.filter { !own.contains($0.objectID) }
        let bereft = Set(replaced.compactMap(\.photo))
        for file in replaced { context.delete(file) }
        for (moved, row) in moved { row.place = moved.file.destination }
        try show(moved.map(\.row).filter { shown.contains($0.objectID) })
        followFolders(moved.map { (file: $0.file.file, row: $0.row) }, among: sources)
        context.processPendingChanges()
        for photo in bereft where !photo.isDeleted { try photo.followFiles(at: Date()) }
      }
    }
  }

  /// Has the photos of files show these files.
  private func show(_ files: [LocalFile]) throws {
    let records = files.compactMap { file -> PhotoRecord? in
      guard let photo = file.photo, !photo.isDeleted, let shown = photo.filePath else { return nil }
      if photo.pictureGoneSince != nil { (photo.pictureGoneSince, photo.goneFingerprint) = (nil, nil) }
      return photo.recordShowing(file, insteadOf: shown)
    }
    // All at once: each result of the store is merged with all unsaved changes.
    _ = try PhotoImporter(context: context).run(records)
  }

  /// Makes photos members of those sources that are folders around their files, as the refreshes of these would.
  private func followFolders(_ moved: [(file: MovePlan.File, row: LocalFile)], among sources: [Source]) {
    let folders = sources.compactMap { source in
      LibrarySource.folderPath(ofSource: source.name).map { (source, path: $0) }
    }
    for (file, row) in moved {
      guard let photo = row.photo, !photo.isDeleted else { continue }
      for (source, path) in folders {
        let wasInside = FolderPlace.contains(path, folder: file.place.folder)
        let isInside = FolderPlace.contains(path, folder: file.destination.folder)
        if isInside, !wasInside {
          photo.sources.insert(source)
        } else if wasInside, !isInside,
          !photo.files.contains(where: {
            $0.missingSince == nil && FolderPlace.contains(path, folder: $0.folder)
          })
        {
          photo.sources.remove(source)
        }
      }
    }
  }
}
