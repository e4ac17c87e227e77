import Flickr
import Foundation
import ObjectGraph
import PictureFetching

/// Imports the photos of a download into the library.
///
/// Files are read, and never copied or written. The pictures of known photos are not read again.
struct DownloadRefresh: Sendable {
  let kind: DownloadKind
  /// The path of the folder, or of a zip file.
  let root: String
  /// The name of the source.
  let source: String
  let worker: BackgroundContext
  /// Returns the package without which a file cannot be shown, by its name.
  var missingPackage: @Sendable (_ file: String) -> String? = MissingLibraries.package
  let progress: @Sendable (RefreshProgress) -> Void

  private static let batch = 250

  /// Reads the download.
  ///
  /// - Throws: A ``RefreshFailure``, also if the task is canceled, and if a part of the download cannot be read; the other parts are
  ///   imported.
  @concurrent
  func run() async throws -> RefreshSummary {
    try await RefreshRecord(source: source, worker: worker).recording { try await read(&$0) }
  }

  private func read(_ summary: inout RefreshSummary) async throws {
    progress(.reading(folder: root, files: 0))
    let download = try Download.read(kind, at: root)
    summary.addUnreadable(download.unreadable)
    summary.otherKinds = download.otherKinds
    summary.addMissing(packages: download.items.compactMap { $0.picture.flatMap { missingPackage($0.name) } })
    if download.isEmpty { try await refuseEmpty() }
    // A zip file has pictures of many batches.
    let reader = DownloadReader()
    for start in stride(from: 0, to: download.items.count, by: Self.batch) {
      try Task.checkCancellation()
      let items = Array(download.items[start..<min(download.items.count, start + Self.batch)])
      let (photos, unreadable) = Self.facts(
        of: items, except: try await photosWithPicture(items), with: reader)
      try Task.checkCancellation()
      summary.addUnreadable(unreadable)
      let photoImport = DownloadImport(photos: photos, root: root, source: source)
      summary.photos += try await worker.performRepeatedly { context in
        let summary = try photoImport.run(in: context)
        if context.hasChanges { try context.save() }
        return summary
      }
      summary.pages += 1
      progress(.reading(folder: root, files: start + items.count))
    }
    try await importAlbums(of: download)
    // A part that cannot be read may have the pictures that are missing elsewhere.
    if let fault = download.faults.first { throw fault }
    summary.gone += try await markMissing(download.items)
  }

  /// Imports the albums of a download, after their photos.
  private func importAlbums(of download: Download) async throws {
    for album in download.albums {
      try Task.checkCancellation()
      let albumImport = AlbumImport(
        album: album.record, photos: album.photos, isWhole: true, isFetched: false)
      try await worker.performRepeatedly { context in
        try albumImport.run(in: context)
        if context.hasChanges { try context.save() }
      }
    }
  }

  /// Refuses a folder without photos: it is not a download, or the place of a disk that is not mounted.
  private func refuseEmpty() async throws -> Never {
    let source = source
    let count = try await worker.perform { context in
      guard let id = try context.fetchIDs(FetchRequest<Source>(where: Source.name == source)).first else {
        return 0
      }
      return try context.count(FetchRequest<Photo>(where: Photo.imported(from: id)))
    }
    throw count > 0
      ? FolderError.empty(path: root, photos: count) : FolderError.nothingFound(path: root, kind: kind)
  }

  /// Returns the IDs of the photos that go on with the pictures that the library shows.
  private func photosWithPicture(_ items: [Download.Item]) async throws -> Set<String> {
    let places = Dictionary(
      items.compactMap { item in item.picture.map { (item.record.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    let (ids, root) = (items.map(\.record.id), root)
    return try await worker.perform { context in
      let known = try context.fetchValues(FetchRequest<Photo>(where: Photo.flickrID.isIn(ids)))
      let staying = known.filter { photo in
        guard let shown = photo[Photo.ownPictureText].flatMap(OwnPicture.init(text:))?.place else {
          return false
        }
        return places[photo[Photo.flickrID]].map { shown.stays(against: $0, ofDownload: root) } ?? true
      }
      return Set(staying.map { $0[Photo.flickrID] })
    }
  }

  /// Reads the facts of pictures; a photo whose picture cannot be read comes without it.
  private static func facts(
    of items: [Download.Item], except known: Set<String>, with reader: DownloadReader
  ) -> ([DownloadImport.Described], [UnreadableFile]) {
    var photos: [DownloadImport.Described] = []
    var unreadable: [UnreadableFile] = []
    for item in items {
      if Task.isCancelled { break }
      guard let place = item.picture, !known.contains(item.record.id) else {
        photos.append(.init(item: item, facts: nil))
        continue
      }
      do throws(UnreadableFile) {
        photos.append(.init(item: item, facts: try reader.facts(of: place)))
      } catch {
        unreadable.append(error)
        var item = item
        item.picture = nil
        photos.append(.init(item: item, facts: nil))
      }
    }
    return (photos, unreadable)
  }

  /// Records for photos of this source that their own picture is missing, and returns their number.
  private func markMissing(_ items: [Download.Item]) async throws -> Int {
    let there = Set(items.filter { $0.picture != nil }.map(\.record.id))
    let (source, root) = (source, root)
    let missing = try await worker.perform { context -> [ManagedObjectID] in
      guard let id = try context.fetchIDs(FetchRequest<Source>(where: Source.name == source)).first else {
        return []
      }
      let hasPicture = Photo.imported(from: id) && Photo.ownPictureText != nil
      return try context.fetchValues(FetchRequest<Photo>(where: hasPicture)).filter { photo in
        let picture = photo[Photo.ownPictureText].flatMap(OwnPicture.init(text:))
        return !there.contains(photo[Photo.flickrID]) && picture?.place.isIn(root) ?? true
      }.map(\.objectID)
    }
    var count = 0
    for start in stride(from: 0, to: missing.count, by: Self.batch) {
      let part = missing[start...].prefix(Self.batch)
      count += try await worker.performRepeatedly { context in
        let photos = try context.fetch(FetchRequest<Photo>(where: .isOne(of: part)))
        // Another refresh may have found the picture elsewhere meanwhile.
        let lost = photos.filter { $0.ownPictureText != nil && $0.ownPicture?.place.isIn(root) ?? true }
        for photo in lost {
          photo.ownPictureText = nil
          if photo.isOwn { photo.recordGone(photo.pictureSubject, since: Date()) }
        }
        if context.hasChanges { try context.save() }
        return lost.count
      }
    }
    return count
  }
}
