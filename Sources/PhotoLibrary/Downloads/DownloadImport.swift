import Flickr
import ObjectGraph
import PhotoMetadata
import PictureBasics
import PictureFetching

/// The import of photos of a download into a context.
///
/// A photo that was also fetched from Flickr keeps the values from there, which are newer, and gets those that it lacks. So does
/// a known photo of which the download has the picture alone: another part of the download describes it.
struct DownloadImport {
  /// A photo with the facts of its picture; `nil` if the picture was not read.
  struct Described: Sendable {
    let item: Download.Item
    let facts: PhotoFacts?
  }

  let photos: [Described]
  /// The path of the download.
  let root: String
  let source: String

  /// Imports the photos.
  ///
  /// - Throws: The errors of the context.
  func run(in context: ManagedObjectContext) throws -> ImportSummary {
    let ids = photos.map(\.item.record.id).sorted()
    let known = try Self.photos(ids, in: context)
    let names = try names(in: context)
    let records = photos.map { photo in
      var record = record(of: photo, known: known[photo.item.record.id])
      // The library may have the name from a later page of Flickr.
      record.ownerName = record.ownerID.flatMap { names[$0] } ?? record.ownerName
      return record
    }
    var summary = try PhotoImporter(context: context, source: source).run(records)
    let all = try Self.photos(ids, in: context)
    let looks = try context.prefetch([Photo.look.keyPath], of: Array(known.values))
    defer { withExtendedLifetime(looks) {} }
    for photo in photos {
      guard let object = all[photo.item.record.id] else { continue }
      let wasUpdated = object.isInserted || object.isUpdated
      try show(photo, in: object, context)
      if !wasUpdated, object.isUpdated {
        summary.changed += 1
        summary.unchanged -= 1
      }
    }
    return summary
  }

  /// Returns the names of the known photographers among the owners, by ID.
  private func names(in context: ManagedObjectContext) throws -> [String: String] {
    let owners = Set(photos.compactMap(\.item.record.ownerID)).sorted()
    let known = try context.fetchValues(
      FetchRequest<Photographer>(where: Photographer.ownerID.isIn(owners)))
    return Dictionary(
      known.map { ($0[Photographer.ownerID], $0[Photographer.name]) }, uniquingKeysWith: { first, _ in first }
    )
  }

  private func record(of photo: Described, known: Photo?) -> PhotoRecord {
    var record = photo.item.record
    if let facts = photo.facts {
      var other = OwnPhoto.record(id: record.id, facts: facts)
      // The artist of a file is a name, which says nothing about the account.
      (other.ownerID, other.ownerName) = (nil, nil)
      record.addMissing(from: other)
      record.taken = record.taken ?? OwnPhoto.changeDate(of: facts)
    }
    guard let known, known.isFromFlickr || !photo.item.isDescribed else { return record }
    var whole = known.record
    // A photo of an unknown photographer has the owner of the download.
    if whole.ownerID?.isEmpty == true { (whole.ownerID, whole.ownerName) = (nil, nil) }
    whole.addMissing(from: record)
    return whole
  }

  private func show(
    _ photo: Described, in object: Photo, _ context: ManagedObjectContext
  ) throws {
    guard let place = photo.item.picture else { return }
    let former = object.ownPicture
    var isReplaced = false
    if former?.place.stays(against: place, ofDownload: root) != true {
      let size = photo.facts?.size
      let picture = OwnPicture(place, width: size?.width, height: size?.height)
      // A file that was moved has the same size.
      if let former { isReplaced = former.width != picture.width || former.height != picture.height }
      object.ownPictureText = picture.text
    }
    // The file may have been replaced at its place.
    object.deleteOutdatedLook(isReplaced: isReplaced)
    if object.pictureGoneSince != nil { (object.pictureGoneSince, object.goneFingerprint) = (nil, nil) }
    guard object.shot == nil, let record = photo.facts.flatMap(OwnPhoto.shot) else { return }
    let shot = try context.insert(Shot.self)
    shot.set(record)
    object.shot = shot
  }

  private static func photos(
    _ ids: [String], in context: ManagedObjectContext
  ) throws -> [String: Photo] {
    Dictionary(
      try context.fetch(FetchRequest<Photo>(where: Photo.flickrID.isIn(ids)))
        .map { ($0.flickrID, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
