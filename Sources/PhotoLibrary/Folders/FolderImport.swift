import Flickr
import Foundation
import ObjectGraph
import PhotoFiles
import PhotoMetadata

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
  /// The pictures of the photos that were deleted from the library, by ID.
  private let deleted: [String: FormerPicture]
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
      gone.compactMap { photo in
        (try? photo.values()).map { (photo.flickrID, FormerPicture($0.record)) }
      },
      uniquingKeysWith: { first, _ in first })
    trashed = Set(gone.filter { $0.trashed != nil }.map(\.flickrID))
  }

  /// A file that was read, with the ID of its photo.
  private struct FoundFile {
    let file: LocalFile
    let id: String
    let facts: PhotoFacts
    /// A Boolean value that indicates whether the facts are all that the file and its sidecar have.
    let isWhole: Bool
  }

  /// Imports the files.
  mutating func run() throws -> ImportSummary {
    var found: [FoundFile] = []
    var left: Set<Photo> = []
    for read in files {
      let (file, id) = try localFile(of: read, &left)
      found.append(
        FoundFile(file: file, id: id, facts: read.file.facts, isWhole: read.unreadableSidecar == nil))
    }
    let ids = Set(found.map(\.id))
    let known = try Self.photos(ids, in: context)
    let knownFiles = try context.prefetch([Photo.files.keyPath], of: Array(known.values))
    defer { withExtendedLifetime(knownFiles) {} }
    let (shown, copies) = try divided(found, known)
    let others = shown.flatMap { file in known[file.id].map { otherCopies(of: $0) } ?? [] }
    let merged = records(shown: shown, copies: copies, others: others, known)
    let summary = try PhotoImporter(context: context, source: source).run(merged.records)
    let photos = try known.merging(Self.photos(ids.subtracting(known.keys), in: context)) { $1 }
    let looks = try context.prefetch([Photo.look.keyPath], of: Array(known.values))
    defer { withExtendedLifetime(looks) {} }
    for file in shown { connect(file, photos[file.id], isShown: true) }
    for file in copies { connect(file, photos[file.id], isShown: false) }
    let kept = followMarks(photos, shown: shown, copies: copies + others).union(merged.kept)
    // The next refresh decides again on the removal of what an unreadable copy may have.
    for file in shown where kept.contains(file.id) { file.file.sidecarChanged = LocalFile.unreadSidecar }
    for photo in left where !photo.isDeleted {
      if try photo.followFiles(at: Date()) { lost.insert(photo.objectID) }
    }
    return summary
  }

  /// Divides files into those that their photos show, and copies.
  private func divided(
    _ files: [FoundFile], _ known: [String: Photo]
  ) throws -> (shown: [FoundFile], copies: [FoundFile]) {
    var paths = try shownPaths(of: Array(known.values))
    for file in files where paths[file.id] == nil { paths[file.id] = file.file.path }
    var (shown, copies): ([FoundFile], [FoundFile]) = ([], [])
    for file in files {
      if paths[file.id].isExactly(file.file.path) { shown.append(file) } else { copies.append(file) }
    }
    return (shown, copies)
  }

  /// Returns the copies of the file that a photo shows which are not imported now, with their facts: what the shown file lacks can
  /// be in one of them.
  private func otherCopies(of photo: Photo) -> [FoundFile] {
    let files = photo.files.filter { $0.missingSince == nil && !imported.contains($0.objectID) }
    return files.sorted { $0.path < $1.path }.map { file in
      let sidecar = try? SidecarFile(ofFile: file.path).read()
      let isSidecarWhole = sidecar.map { $0.fault == nil } ?? (SidecarFile.changed(ofFile: file.path) == 0)
      let read = try? PhotoFile(path: file.path, sidecar: sidecar?.facts)
      let isSame = read?.digest == file.digest
      // What cannot be read now is read, and added, by a later refresh.
      if !isSame { file.changed = 0 }
      if !isSidecarWhole { file.sidecarChanged = LocalFile.unreadSidecar }
      let facts = isSame ? read?.facts : nil
      return FoundFile(
        file: file, id: photo.flickrID, facts: facts ?? PhotoFacts(), isWhole: isSame && isSidecarWhole)
    }
  }

  /// Returns the records of files: a photo has the values of the file that it shows, and of its copies those that this one
  /// lacks.
  ///
  /// Values that no file has stay while a copy that may have them cannot be read as a whole.
  ///
  /// - Parameter others: The copies that are not imported, and have no records of their own.
  /// - Returns: The records, and the IDs of the photos with values that no file has as far as it can be read.
  private func records(
    shown: [FoundFile], copies: [FoundFile], others: [FoundFile], _ known: [String: Photo]
  ) -> (records: [PhotoRecord], kept: Set<String>) {
    var values = Dictionary(
      shown.map { ($0.id, OwnPhoto.record(id: $0.id, facts: $0.facts)) },
      uniquingKeysWith: { first, _ in first })
    for copy in copies + others {
      var record =
        values[copy.id] ?? known[copy.id]?.fileRecord(without: imported) ?? PhotoRecord(id: copy.id)
      record.addMissing(from: OwnPhoto.record(id: copy.id, facts: copy.facts))
      values[copy.id] = record
    }
    let unread = Dictionary(grouping: (copies + others).filter { !$0.isWhole }, by: \.id)
    var (records, kept): ([PhotoRecord], Set<String>) = ([], [])
    for file in shown {
      guard var record = values[file.id] else { continue }
      if let unread = unread[file.id], let photo = known[file.id] {
        let found = record
        record.addMissing(from: photo.fileValues(of: Set(unread.map(\.file.objectID))))
        if record != found { kept.insert(file.id) }
      }
      OwnPhoto.complete(&record, shownAt: file.file.path, facts: file.facts)
      records.append(record)
    }
    return (records + copies.compactMap { values[$0.id] }, kept)
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
  /// take the place of the file that it was made of, also if the attributes of that one have changed.
  private func shownPaths(of photos: [Photo]) throws -> [String: String] {
    let paths = photos.compactMap { photo in photo.filePath.map { (photo.flickrID, $0) } }
    let shown = try LocalFile.files(at: Set(paths.map { FolderPlace(path: $0.1) }), in: context)
    let isThere = Set(
      shown.filter { KnownContents($0).areSame }.map { ExactText("\($0.photoID) \($0.path)") })
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
    file.sidecarChanged = read.unreadableSidecar == nil ? read.wanted.sidecarChanged : LocalFile.unreadSidecar
    if file.digest != read.file.digest { file.digest = read.file.digest }
    let isUndated = read.file.facts.taken == nil
    if file.isUndated != isUndated { file.isUndated = isUndated }
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
    let picture = file.photo.map { FormerPicture($0) } ?? deleted[file.photoID]
    let wasListed = file.photo != nil && file.missingSince == nil
    return picture?.isShown(by: read.file.facts, wasUndated: file.isUndated, wasListed: wasListed) == true
  }

  /// Connects a file with its photo, which is not gone.
  ///
  /// The settings of the camera are those of the file that the photo shows; those of a copy count where the photo has none.
  private func connect(_ found: FoundFile, _ photo: Photo?, isShown: Bool) {
    let file = found.file
    if file.photo !== photo { file.photo = photo }
    guard let photo else { return }
    if photo.pictureGoneSince != nil { (photo.pictureGoneSince, photo.goneFingerprint) = (nil, nil) }
    photo.deleteOutdatedLook(isReplaced: true)
    guard isShown || photo.shot == nil, let record = OwnPhoto.shot(of: found.facts) else { return }
    if let shot = photo.shot, shot.record == record { return }
    guard let shot = photo.shot ?? (try? context.insert(Shot.self)) else { return }
    shot.set(record)
    photo.shot = shot
  }

  /// Gives photos the marks of the files that they show, or of copies of those without marks.
  ///
  /// A copy that is read alone counts where the photo has no marks, and so does a file that cannot be read as a whole, as while
  /// another program writes its sidecar: marks can be in the rest. The marks of a shown file count whatever its copies are.
  ///
  /// - Returns: The IDs of the photos that keep marks other than those of their files as far as these can be read.
  private func followMarks(
    _ photos: [String: Photo], shown: [FoundFile], copies: [FoundFile]
  ) -> Set<String> {
    let marks = Dictionary(
      (shown + copies).map { ($0.id, OwnPhoto.marks(of: $0.facts)) }.filter { !$0.1.isEmpty },
      uniquingKeysWith: { first, _ in first })
    let whole = shown.filter(\.isWhole)
    let marked = whole.filter { !OwnPhoto.marks(of: $0.facts).isEmpty }.map(\.id)
    let incomplete = (shown + copies).filter { !$0.isWhole }.map(\.id)
    let followed = Set(whole.map(\.id)).subtracting(incomplete).union(marked)
    var kept: Set<String> = []
    for (id, photo) in photos {
      let fileMarks = marks[id] ?? PhotoMarks()
      if followed.contains(id) || photo.marks.isEmpty {
        photo.follow(fileMarks: fileMarks)
      } else if photo.changes(byFileMarks: fileMarks) {
        kept.insert(id)
      }
    }
    return kept
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

  /// A Boolean value that indicates whether the file at the path has these contents, although its attributes may have changed:
  /// a new hard link changes the time of its last change.
  var areSame: Bool { isThere || exists && (try? PhotoFile(path: place.path).digest) == digest }
}
