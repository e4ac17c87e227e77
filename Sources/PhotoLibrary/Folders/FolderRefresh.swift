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
  /// Returns the package without which a file cannot be shown, by its name.
  var missingPackage: @Sendable (_ file: String) -> String? = MissingLibraries.package
  let progress: @Sendable (RefreshProgress) -> Void

  /// The numbers of files that are read and saved at once: few at first, for the first pictures.
  private static let batches = [20, 100, 250]

  /// Reads the folder.
  ///
  /// - Throws: A ``RefreshFailure``, also if the task is canceled.
  @concurrent
  func run() async throws -> RefreshSummary {
    try await RefreshRecord(source: source, worker: worker).recording { try await walk(&$0) }
  }

  private func walk(_ summary: inout RefreshSummary) async throws {
    var walk = FolderWalk(from: root)
    var missing: [FolderPlace] = []
    var visited: Set<String> = []
    var wanted: [FolderScan.Wanted] = []
    // Another context may still show the former path of one that was moved.
    var imported: Set<ManagedObjectID> = []
    while let listing = walk.next() {
      try Task.checkCancellation()
      if listing.path == root, listing.isEmpty { try await checkMounted() }
      visited.insert(listing.path)
      summary.addUnreadable(
        UnreadableFile.misnamed(listing.misnamed, folders: listing.misnamedFolders, in: listing.path))
      let step = try await step(listing)
      summary.photos.unchanged += step.unchanged
      summary.otherKinds.merge(step.others, uniquingKeysWith: +)
      for package in listing.files.compactMap({ missingPackage($0.name) }) {
        summary.missingPackages[package, default: 0] += 1
      }
      missing += step.missing.map { FolderPlace(folder: step.folder, name: $0) }
      wanted += step.wanted
      progress(.reading(folder: listing.path, files: summary.photos.unchanged + summary.photos.new))
      imported.formUnion(try await importParts(&wanted, &summary, isLast: false))
    }
    if visited.isEmpty { throw FolderError.unreadable(path: root) }
    summary.addUnreadable(
      walk.unreadable.map { UnreadableFile(path: $0, reason: "the folder cannot be opened") })
    imported.formUnion(try await importParts(&wanted, &summary, isLast: true))
    missing += try await filesOutside(visited, unreadable: walk.unreadable)
    try await markMissing(missing, except: imported, &summary)
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
  private func step(_ listing: FolderListing) async throws -> FolderScan.Step {
    try await worker.perform { context in
      let found = try context.fetchValues(FetchRequest<LocalFile>(where: LocalFile.folder == listing.path))
      let known = Dictionary(
        found.map { ($0[LocalFile.name], FolderScan.KnownFile($0)) }, uniquingKeysWith: { first, _ in first })
      let orphans = known.values.filter { !$0.hasPhoto }.map(\.photoID)
      let deleted =
        orphans.isEmpty
        ? []
        : try context.fetchValues(FetchRequest<DeletedPhoto>(where: DeletedPhoto.flickrID.isIn(orphans)))
      return FolderScan.step(listing, known: known, deleted: Set(deleted.map { $0[DeletedPhoto.flickrID] }))
    }
  }

  // MARK: Reading

  private func importParts(
    _ wanted: inout [FolderScan.Wanted], _ summary: inout RefreshSummary, isLast: Bool
  ) async throws -> Set<ManagedObjectID> {
    var imported: Set<ManagedObjectID> = []
    while !wanted.isEmpty {
      let size = Self.batches[min(summary.pages, Self.batches.count - 1)]
      guard isLast || wanted.count >= size else { break }
      let part = Array(wanted.prefix(size))
      wanted.removeFirst(part.count)
      try Task.checkCancellation()
      let (read, unreadable) = await Self.read(part)
      try Task.checkCancellation()
      summary.addUnreadable(unreadable)
      summary.addUnreadable(sidecars: read.compactMap(\.unreadableSidecar))
      let (photos, ids) = try await importFiles(read)
      summary.photos += photos
      imported.formUnion(ids)
      summary.pages += 1
      progress(.reading(folder: part[0].folder, files: summary.photos.unchanged + summary.photos.new))
    }
    return imported
  }

  /// Reads files, several at once, and returns them in their order.
  private static func read(_ wanted: [FolderScan.Wanted]) async -> ([ReadFile], [UnreadableFile]) {
    let lanes = max(2, ProcessInfo.processInfo.activeProcessorCount)
    let results = await withTaskGroup(of: [(Int, Result<ReadFile, UnreadableFile>)].self) { group in
      for lane in 0..<lanes {
        group.addTask {
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

  private func importFiles(_ files: [ReadFile]) async throws -> (ImportSummary, Set<ManagedObjectID>) {
    guard !files.isEmpty else { return (ImportSummary(), []) }
    let source = source
    return try await worker.performRepeatedly { context in
      var fileImport = try FolderImport(files, from: source, in: context)
      let summary = try fileImport.run()
      try context.save()
      return (summary, fileImport.imported)
    }
  }

  // MARK: Missing files

  /// Returns the known files in folders that no longer exist.
  private func filesOutside(_ visited: Set<String>, unreadable: [String]) async throws -> [FolderPlace] {
    let root = root
    let known = try await worker.perform { context in
      try context.fetchValues(
        FetchRequest<LocalFile>(where: LocalFile.isBelow(root) && LocalFile.missingSince == nil)
      ).map { FolderPlace(folder: $0[LocalFile.folder], name: $0[LocalFile.name]) }
    }
    return known.filter { place in
      !visited.contains(place.folder)
        && !unreadable.contains { place.folder == $0 || place.folder.hasPrefix($0 + "/") }
    }
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
}
