import Foundation
import ObjectGraph
import PhotoFiles
import PictureFetching

/// Imports the photos in a folder of the user into the library.
///
/// Files are read, and never copied or written. Photos are saved in parts, so that the first ones appear soon. Canceling the
/// task ends the refresh between two parts; files that are missing are marked only at the end of a walk through the whole
/// folder.
struct FolderRefresh: Sendable {
  /// The path of the folder.
  let root: String
  /// The name of the source.
  let source: String
  let worker: BackgroundContext
  /// The turns at the files of the library: those of moves are between two parts of a walk.
  let turns: FileTurns
  /// Returns the package without which a file cannot be shown, by its name.
  var missingPackage: @Sendable (_ file: String) -> String? = MissingLibraries.package
  let progress: @Sendable (RefreshProgress) -> Void

  /// Creates the context of a refresh.
  ///
  /// An edit that is saved at the same time is a conflict, after which the refresh sees it: a file that is known is not read
  /// again, so that no later refresh would show the edit.
  static func makeWorker(in container: PersistentContainer) throws -> BackgroundContext {
    try container.makeBackgroundContext(mergePolicy: .error, durability: .normal, name: "import")
  }

  /// The numbers of files that are read and saved at once: few at first, for the first pictures.
  private static let batches = [20, 100, 250]

  /// Reads the folder.
  ///
  /// - Throws: A ``RefreshFailure``, also if the task is canceled.
  @concurrent
  func run() async throws -> RefreshSummary {
    try await RefreshRecord(source: source, worker: worker).recording { summary in
      await turns.begin()
      defer { turns.end() }
      try requireSavedMoves()
      var imported = Imported()
      while try await !walk(&summary, &imported) {
        summary.beginAgain()
        await worker.perform { $0.reset() }
      }
    }
  }

  private func requireSavedMoves() throws {
    if turns.hasUnsavedMoves { throw FolderError.unsavedMoves(path: root) }
  }

  /// Lets moves go first that wait.
  ///
  /// - Returns: A Boolean value that indicates whether files were moved in the folder meanwhile.
  private func letMovesGo() async throws -> Bool {
    let hasMoved = await turns.letOthersGo(below: root)
    try requireSavedMoves()
    return hasMoved
  }

  /// Walks through the folder.
  ///
  /// - Returns: A Boolean value that indicates whether the walk came to its end; `false` if the library moved files meanwhile, so
  ///   that files which were found are elsewhere.
  private func walk(_ summary: inout RefreshSummary, _ imported: inout Imported) async throws -> Bool {
    var walk = FolderWalk(from: root)
    var missing: [FolderPlace] = []
    var (visited, unexamined): (Set<ExactText>, [String]) = ([], [])
    var (mounts, familiar): (MountedFolders, [String]) = (MountedFolders(around: root), [])
    var wanted: [FolderScan.Wanted] = []
    while let listing = walk.next() {
      if try await letMovesGo() { return false }
      try Task.checkCancellation()
      if listing.path == root, listing.isEmpty { try await checkMounted() }
      visited.insert(ExactText(listing.path))
      mounts.add(listing.path, fileSystem: listing.fileSystem)
      summary.addUnreadable(
        UnreadableFile.misnamed(listing.misnamed, folders: listing.misnamedFolders, in: listing.path))
      unexamined += listing.unexamined.map { FolderPlace(folder: listing.path, name: $0).path }
      let step = try await step(listing, counted: imported.files)
      if step.hasKnownFile { familiar.append(listing.path) }
      summary.photos.unchanged += step.unchanged
      summary.otherKinds.merge(step.others, uniquingKeysWith: +)
      summary.addMissing(packages: listing.files.compactMap { missingPackage($0.name) })
      missing += step.missing
      wanted += step.wanted
      progress(.reading(folder: listing.path, files: summary.photos.unchanged + summary.photos.new))
      guard try await importParts(&wanted, &imported, &summary, isLast: false) else { return false }
    }
    if visited.isEmpty { throw FolderError.unreadable(path: root) }
    summary.addUnreadable(
      walk.unreadable.map { UnreadableFile(path: $0, reason: "the folder cannot be opened") }
        + unexamined.map(UnreadableFile.init(unexamined:)))
    guard try await importParts(&wanted, &imported, &summary, isLast: true) else { return false }
    let known = try await knownFiles()
    let unread = walk.unreadable + unexamined
    let outside = filesOutside(visited, unreadable: unread, known)
    missing += outside.missing
    let former = try await formerMounts()
    let disks = mounts.compared(with: former, unread: unread, familiar: familiar) {
      [missing = Set(missing)] in
      known.filter { $0.photo != nil && missing.contains($0.place) }.map(\.place.folder)
    }
    summary.addUnreadable(
      disks.withoutFiles.map { UnreadableFile(path: $0, isMounted: mounts.paths.contains(ExactText($0))) })
    missing.removeAll { place in
      disks.withoutFiles.contains { FolderPlace.contains($0, folder: place.folder) }
    }
    try await markMissing(missing, except: imported.files, &summary)
    summary.gone += try await countGone(imported.lost)
    try await alignSource(
      with: Set(known.filter { visited.contains(ExactText($0.place.folder)) }.compactMap(\.photo)),
      keeping: Set(known.filter { !outside.present.contains($0.place) }.compactMap(\.photo)))
    if disks.record != former, !known.isEmpty { try await record(mounts: disks.record) }
    return true
  }

  /// An empty folder is probably the place of a disk that is not mounted.
  private func checkMounted() async throws {
    let root = root
    let count = try await worker.perform {
      try $0.count(FetchRequest<LocalFile>(where: LocalFile.isBelow(root) && LocalFile.missingSince == nil))
    }
    if count > 0 { throw FolderError.empty(path: root, photos: count) }
  }

  /// Compares a folder with the library.
  ///
  /// - Parameter files: The files that were read in a walk before, and are counted already.
  private func step(
    _ listing: FolderListing, counted files: Set<ManagedObjectID>
  ) async throws -> FolderScan.Step {
    try await worker.perform { context in
      let found = try context.fetchValues(FetchRequest<LocalFile>(where: LocalFile.folder == listing.path))
      let known = Dictionary(
        found.map {
          (
            FolderPlace(folder: listing.path, name: $0[LocalFile.name]),
            FolderScan.KnownFile($0, isCounted: files.contains($0.objectID))
          )
        },
        uniquingKeysWith: { first, _ in first })
      let orphans = known.values.filter { !$0.hasPhoto }.map(\.photoID)
      let deleted =
        orphans.isEmpty
        ? []
        : try context.fetchValues(FetchRequest<DeletedPhoto>(where: DeletedPhoto.flickrID.isIn(orphans)))
      return FolderScan.step(listing, known: known, deleted: Set(deleted.map { $0[DeletedPhoto.flickrID] }))
    }
  }

  // MARK: Reading

  /// The results of imports.
  private struct Imported: Sendable {
    /// The files that were read; another context may still show the former path of one that was moved.
    var files: Set<ManagedObjectID> = []
    /// The photos whose last files show other photos now.
    var lost: Set<ManagedObjectID> = []
  }

  /// Imports the files that were found, in parts.
  ///
  /// - Returns: A Boolean value that indicates whether they are still there; `false` if files were moved meanwhile.
  private func importParts(
    _ wanted: inout [FolderScan.Wanted], _ imported: inout Imported, _ summary: inout RefreshSummary,
    isLast: Bool
  ) async throws -> Bool {
    var next = 0
    // Once for all parts: each removal moves the rest.
    defer { wanted.removeFirst(next) }
    while next < wanted.count {
      let size = Self.batches[min(summary.pages, Self.batches.count - 1)]
      guard isLast || wanted.count - next >= size else { break }
      if try await letMovesGo() { return false }
      let part = Array(wanted[next...].prefix(size))
      let folder = part[0].folder
      next += part.count
      try Task.checkCancellation()
      let (read, unreadable) = await Self.read(part)
      try Task.checkCancellation()
      summary.addUnreadable(unreadable)
      summary.addUnreadable(sidecars: read.compactMap(\.unreadableSidecar))
      let (photos, result) = try await importFiles(read)
      summary.photos += photos
      imported.files.formUnion(result.files)
      imported.lost.formUnion(result.lost)
      summary.pages += 1
      progress(.reading(folder: folder, files: summary.photos.unchanged + summary.photos.new))
    }
    return true
  }

  /// Reads files, several at once, and returns them in their order.
  private static func read(_ wanted: [FolderScan.Wanted]) async -> ([ReadFile], [UnreadableFile]) {
    let lanes = max(2, ProcessInfo.processInfo.activeProcessorCount)
    let results = await withTaskGroup(of: [(Int, Result<ReadFile, UnreadableFile>)].self) { group in
      for lane in 0..<lanes {
        group.addTask(executorPreference: ReadingThreads.shared) {
          stride(from: lane, to: wanted.count, by: lanes).compactMap { index in
            Task.isCancelled
              ? nil : (index, Result { () throws(UnreadableFile) in try ReadFile(wanted[index]) })
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    return results.reduce(into: ([], [])) {
      switch $1 {
      case .success(let file): $0.0.append(file)
      case .failure(let file): $0.1.append(file)
      }
    }
  }

  private func importFiles(_ files: [ReadFile]) async throws -> (ImportSummary, Imported) {
    guard !files.isEmpty else { return (ImportSummary(), Imported()) }
    let source = source
    return try await worker.performRepeatedly { context in
      var fileImport = try FolderImport(files, from: source, in: context)
      let summary = try fileImport.run()
      try context.save()
      return (summary, Imported(files: fileImport.imported, lost: fileImport.lost))
    }
  }

  // MARK: Missing files

  /// A file in the folder that the library knows.
  private struct KnownFile: Sendable {
    let place: FolderPlace
    let isMissing: Bool
    let photo: ManagedObjectID?
  }

  private func knownFiles() async throws -> [KnownFile] {
    let root = root
    return try await worker.perform { context in
      try context.fetchValues(FetchRequest<LocalFile>(where: LocalFile.isBelow(root))).map {
        KnownFile(
          place: FolderPlace(folder: $0[LocalFile.folder], name: $0[LocalFile.name]),
          isMissing: $0[LocalFile.missingSince] != nil, photo: $0[LocalFile.photo])
      }
    }
  }

  /// Returns the files in folders that the walk did not visit: those in folders that no longer exist, and those that are there,
  /// in a hidden folder that is a source of its own.
  private func filesOutside(
    _ visited: Set<ExactText>, unreadable: [String], _ known: [KnownFile]
  ) -> (missing: [FolderPlace], present: Set<FolderPlace>) {
    let places = known.filter { !$0.isMissing }.map(\.place).filter { place in
      !visited.contains(ExactText(place.folder))
        && !unreadable.contains { FolderPlace.contains($0, folder: place.folder) }
    }
    let present = Set(places.filter { FileState(path: $0.path) != nil })
    return (places.filter { !present.contains($0) }, present)
  }

  private func markMissing(
    _ places: [FolderPlace], except imported: Set<ManagedObjectID>, _ summary: inout RefreshSummary
  ) async throws {
    for start in stride(from: 0, to: places.count, by: 250) {
      let part = Array(places[start..<min(places.count, start + 250)])
      summary.gone += try await worker.performRepeatedly { context in
        let count = try LocalFile.markMissing(part, except: imported, at: Date(), in: context)
        if context.hasChanges { try context.save() }
        return count
      }
    }
  }

  /// Returns how many photos are gone of those that lost their last files; the others were found elsewhere.
  private func countGone(_ photos: Set<ManagedObjectID>) async throws -> Int {
    guard !photos.isEmpty else { return 0 }
    return try await worker.perform { context in
      try context.count(
        FetchRequest<Photo>(where: .and([.isOne(of: photos.sorted()), Photo.withoutPicture])))
    }
  }

  // MARK: Disks

  /// Returns the folders in which disks were mounted when the folder was last read; `nil` if they are not known.
  private func formerMounts() async throws -> Set<ExactText>? {
    let source = source
    return try await worker.perform { try SourceProgress.of(source, in: $0)?.mountedFolders }
  }

  private func record(mounts: Set<ExactText>) async throws {
    let source = source
    try await worker.performRepeatedly { context in
      let progress = try SourceProgress.of(source, in: context) ?? context.insert(SourceProgress.self)
      progress.source = source
      progress.mountedFolders = mounts
      try context.save()
    }
  }

  // MARK: Members

  /// Makes the photos of the files in the folder those of the source, and takes those from it whose files are all elsewhere:
  /// another source can have read the same files, and a file can have moved to another folder.
  ///
  /// - Parameters:
  ///   - photos: The photos of the files in the folders of the walk.
  ///   - kept: The photos that stay in the source: these, and those of files that are missing or in folders that cannot be read.
  private func alignSource(with photos: Set<ManagedObjectID>, keeping kept: Set<ManagedObjectID>) async throws
  {
    let source = source
    let members = try await worker.perform { context in
      guard let id = try context.fetchIDs(FetchRequest<Source>(where: Source.name == source)).first else {
        return Set<ManagedObjectID>()
      }
      return Set(try context.fetchIDs(FetchRequest<Photo>(where: Photo.imported(from: id))))
    }
    let changed = photos.subtracting(members).union(members.subtracting(kept)).sorted()
    for start in stride(from: 0, to: changed.count, by: 250) {
      try Task.checkCancellation()
      let part = changed[start...].prefix(250)
      try await worker.performRepeatedly { context in
        let source = try Source.named(source, in: context)
        for photo in try context.fetch(FetchRequest<Photo>(where: .isOne(of: part))) {
          if photos.contains(photo.objectID) {
            photo.sources.insert(source)
          } else if !photo.files.isEmpty {
            photo.sources.remove(source)
          }
        }
        if context.hasChanges { try context.save() }
      }
    }
  }
}
