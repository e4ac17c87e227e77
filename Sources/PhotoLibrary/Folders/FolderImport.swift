import Flickr
import Foundation
import ObjectGraph
import PhotoFiles
import PhotoMetadata
import PictureBasics

/// The import of files that were read into a context.
///
/// A photo is identified by the contents of its file when it was first found. Later, the path identifies it, if the file at
/// the path still shows the same photo, or else the contents: a file that is moved keeps its photo, and so does one into which
/// another program writes.
struct FolderImport {
  private let context: ManagedObjectContext
  /// The IDs of the files that were imported.
  private(set) var imported: Set<ManagedObjectID> = []
  /// The photos whose last files show other photos now; their own may be found elsewhere.
  private(set) var lost: Set<ManagedObjectID> = []
  private let source: String
  private let files: [ReadFile]
  private var atPlace: [FolderPlace: LocalFile]
  private var byDigest: [String: [KnownContents]]
  /// The IDs of the photos that were first found with the contents of a file that has changed.
  private let firstContents: Set<String>
  /// The dates taken of the photos that were deleted from the library, by ID.
  private let deleted: [String: String?]
  /// The IDs of those whose files are in the trash, from where they may come back to their places.
  private let trashed: Set<String>

  /// Looks up files.
  init(_ files: [ReadFile], from source: String, in context: ManagedObjectContext) throws {
    (self.source, self.context) = (source, context)
    let near = try LocalFile.files(at: Set(files.map(\.place)), in: context)
    atPlace = Dictionary(
      near.map { ($0.place, $0) },
      uniquingKeysWith: { first, _ in first })
    // Files at known paths first: a copy of one that has changed finds its new contents.
    let places = atPlace
    self.files = files.filter { places[$0.place] != nil } + files.filter { places[$0.place] == nil }
    let digests = Set(files.map(\.file.digest)).sorted()
    let same = try context.fetch(FetchRequest<LocalFile>(where: LocalFile.digest.isIn(digests)))
    byDigest = Dictionary(grouping: same.map(KnownContents.init), by: \.digest)
    let changed = files.filter { read in places[read.place].map { $0.digest != read.file.digest } == true }
    let foundWith = Set(changed.map { OwnPhoto.id(ofDigest: $0.file.digest) })
    firstContents = Set(try Self.photos(foundWith, in: context).keys)
    let ids = Set(near.map(\.photoID) + same.map(\.photoID)).sorted()
    let gone = try context.fetch(FetchRequest<DeletedPhoto>(where: DeletedPhoto.flickrID.isIn(ids)))
    deleted = Dictionary(
      gone.map { ($0.flickrID, (try? $0.values())?.record.taken?.localTime) },
      uniquingKeysWith: { first, _ in first })
    trashed = Set(gone.filter { $0.trashed != nil }.map(\.flickrID))
  }

  /// Imports the files.
  mutating func run() throws -> ImportSummary {
    var owners: [(file: LocalFile, id: String, facts: PhotoFacts)] = []
    var left: Set<Photo> = []
    for read in files {
      let (file, id) = try localFile(of: read, &left)
      owners.append((file, id, read.file.facts))
    }
    let ids = Set(owners.map(\.id))
    let known = try Self.photos(ids, in: context)
    var shown = try shownPaths(of: Array(known.values))
    for owner in owners where shown[owner.id] == nil { shown[owner.id] = owner.file.path }
    let records = owners.map { file, id, facts in
      let isShown = shown[id].isExactly(file.path)
      return OwnPhoto.record(id: id, facts: facts, shownAt: isShown ? file.path : nil)
    }
    let summary = try PhotoImporter(context: context, source: source).run(records)
    let photos = try known.merging(Self.photos(ids.subtracting(known.keys), in: context)) { $1 }
    for owner in owners { connect(owner.file, photos[owner.id], owner.facts) }
    for photo in left where !photo.isDeleted {
      if try photo.followFiles(at: Date()) { lost.insert(photo.objectID) }
    }
    return summary
  }

  /// Returns the photos with some IDs, by ID.
  private static func photos(
    _ ids: Set<String>, in context: ManagedObjectContext
  ) throws -> [String: Photo] {
    guard !ids.isEmpty else { return [:] }
    let found = try context.fetch(FetchRequest<Photo>(where: Photo.flickrID.isIn(ids.sorted())))
    return Dictionary(found.map { ($0.flickrID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the paths of the files that photos show, if these are still there, by the ID of the photo: a copy does not
  /// take the place of the file that it was made of.
  private func shownPaths(of photos: [Photo]) throws -> [String: String] {
    let paths = photos.compactMap { photo in photo.filePath.map { (photo.flickrID, $0) } }
    let shown = try LocalFile.files(at: Set(paths.map { FolderPlace(path: $0.1) }), in: context)
    let isThere = Set(
      shown.filter { KnownContents($0).isThere }.map { ExactText("\($0.photoID) \($0.path)") })
    return Dictionary(
      paths.filter { isThere.contains(ExactText("\($0.0) \($0.1)")) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the object of a file, with the ID of its photo.
  private mutating func localFile(
    of read: ReadFile, _ left: inout Set<Photo>
  ) throws -> (LocalFile, id: String) {
    let known = atPlace[read.place]
    let others = (byDigest[read.file.digest] ?? []).filter { $0.place != read.place }
    var id = known.flatMap { stillShows($0, read, others) ? $0.photoID : nil }
    if id == nil, let photo = known?.photo { left.insert(photo) }
    var moved: LocalFile?
    if id == nil {
      if let former = others.first(where: { !$0.isThere }) {
        id = former.photoID
        // Another copy is moved from elsewhere.
        if known == nil, !former.exists, !trashed.contains(former.photoID) {
          moved = former.file
          byDigest[read.file.digest]?.removeAll { $0.file === former.file }
        }
      } else if !others.isEmpty {
        // A copy, or a file with the same beginning and end.
        let digest = try? PhotoFile.wholeDigest(path: read.place.path)
        let copy = others.first { (try? PhotoFile.wholeDigest(path: $0.place.path)) == digest }
        id = copy?.photoID ?? digest.map(OwnPhoto.id)
      }
    }
    let photoID = id ?? OwnPhoto.id(ofDigest: read.file.digest)
    let file = try known ?? moved ?? context.insert(LocalFile.self)
    (file.folder, file.name) = (read.place.folder, read.place.name)
    (file.size, file.changed) = (read.wanted.file.status.size, read.wanted.file.status.changed)
    // One with a fault is read and named again.
    file.sidecarChanged = read.unreadableSidecar == nil ? read.wanted.sidecarChanged : 0
    if file.digest != read.file.digest {
      if let photo = known?.photo, photo.flickrID == photoID, photo.filePath.isExactly(file.path) {
        photo.deleteLook()
      }
      file.digest = read.file.digest
    }
    if file.photoID != photoID { file.photoID = photoID }
    file.missingSince = nil
    imported.insert(file.objectID)
    atPlace[read.place] = file
    byDigest[read.file.digest, default: []].append(KnownContents(file))
    return (file, photoID)
  }

  /// Returns whether the file at a known place still shows the same photo, which may have been deleted from the library.
  ///
  /// Contents that another file had, or with which another photo was found, are those of another photo: the frames of a burst
  /// are taken at the same time.
  ///
  /// - Parameter others: The files elsewhere that had these contents.
  private func stillShows(_ file: LocalFile, _ read: ReadFile, _ others: [KnownContents]) -> Bool {
    if file.digest == read.file.digest { return true }
    let id = OwnPhoto.id(ofDigest: read.file.digest)
    guard others.isEmpty, id == file.photoID || !firstContents.contains(id) else { return false }
    if let photo = file.photo { return photo.shows(read.file.facts) }
    guard let taken = deleted[file.photoID] else { return false }
    return taken != nil && taken == read.file.facts.taken
  }

  /// Connects a file with its photo, which is not gone.
  private func connect(_ file: LocalFile, _ photo: Photo?, _ facts: PhotoFacts) {
    if file.photo !== photo { file.photo = photo }
    guard let photo else { return }
    if photo.pictureGoneSince != nil { (photo.pictureGoneSince, photo.goneFingerprint) = (nil, nil) }
    if let marks = OwnPhoto.marks(of: facts) { photo.follow(fileMarks: marks) }
    guard let record = OwnPhoto.shot(of: facts) else { return }
    if let shot = photo.shot, shot.record == record { return }
    guard let shot = photo.shot ?? (try? context.insert(Shot.self)) else { return }
    shot.set(record)
    photo.shot = shot
  }
}

/// Contents of a file as they were when it was last read.
private struct KnownContents {
  let file: LocalFile
  let digest: String
  let photoID: String
  let place: FolderPlace
  private let state: FileState

  init(_ file: LocalFile) {
    (self.file, digest, photoID, place) = (file, file.digest, file.photoID, file.place)
    state = FileState(size: file.size, changed: file.changed)
  }

  /// A Boolean value that indicates whether there is a file at the path.
  var exists: Bool { FileState(path: place.path) != nil }

  /// A Boolean value that indicates whether the file at the path still has these contents.
  var isThere: Bool { FileState(path: place.path) == state }
}

extension Photo {
  /// Returns whether a file that has changed still shows this photo: it was taken at the same time, or no time is known and it
  /// has the same size.
  fileprivate func shows(_ facts: PhotoFacts) -> Bool {
    if taken != nil || facts.taken != nil { return taken == facts.taken }
    guard let size = facts.size, let largest = largestSize else { return false }
    return size.width == largest.width && size.height == largest.height
  }
}
