import Flickr
import ObjectGraph

/// A page on its way into a context: what the library knows of it, and what has become of its records so far.
struct PageImport {
  /// What became of the records so far.
  var summary = ImportSummary()
  private let context: ManagedObjectContext
  private let source: Source?
  private var photographers: [String: Photographer]
  /// The photos of the records by their Flickr IDs, those that were in the library before and new ones.
  private(set) var photos: [String: Photo]
  private let deleted: [String: DeletedPhoto]
  /// The photos that the source had not brought before.
  private var strangers: [Photo] = []
  /// The photographers who lost a photo to another one.
  private var bereft: Set<Photographer> = []

  /// Asks the library what it knows of records.
  init(_ records: [PhotoRecord], from source: String?, in context: ManagedObjectContext) throws {
    self.context = context
    let (ids, owners) = (records.map(\.id), records.map(\.owner))
    // Somebody can delete photos between two questions. In this order no photo is taken for known whose photographer
    // is taken for unknown, and none for new that has just been deleted.
    photographers = try Self.known(Photographer.self, "ownerID", owners, key: \.ownerID, in: context)
    photos = try Self.known(Photo.self, "flickrID", ids, key: \.flickrID, in: context)
    deleted = try Self.known(DeletedPhoto.self, "flickrID", ids, key: \.flickrID, in: context)
    guard let source, !records.isEmpty else {
      self.source = nil
      return
    }
    let row = try Source.named(source, in: context)
    self.source = row
    strangers = try photosNotBrought(by: row)
  }

  /// Whether a record makes no new photo.
  func knows(_ record: PhotoRecord) -> Bool { photos[record.id] != nil || deleted[record.id] != nil }

  /// Takes a record over.
  mutating func take(_ record: PhotoRecord) throws {
    if deleted[record.id] != nil {
      summary.deleted += 1
    } else if let photo = photos[record.id] {
      photo.take(record)
      // An answer without owners says nothing about whose the photo is.
      if record.ownerID != nil { hand(photo, to: try photographer(of: record)) }
      summary.unchanged += 1
    } else {
      let photographer = try photographer(of: record)
      let photo = try make(record, photographer)
      photos[record.id] = photo
      strangers.append(photo)
      summary.new += 1
    }
  }

  /// Notes the source, lets photographers go who have no photos any more, and tells what became of the page.
  func finish() throws -> ImportSummary {
    var summary = summary
    summary.settle(changed: photos.values.count { $0.isUpdated && !$0.changedValues().isEmpty })
    if let source { for photo in strangers { photo.sources.insert(source) } }
    for photographer in bereft where !photographer.hasPhotos() { context.delete(photographer) }
    return summary
  }

  /// The known photos that a source has not brought before.
  private func photosNotBrought(by source: Source) throws -> [Photo] {
    let all = photos.values.sorted { $0.objectID < $1.objectID }
    guard !source.isInserted, !all.isEmpty else { return all }
    let isOneOf = FetchPredicate.isOne(of: Set(photos.keys), in: "flickrID")
    let brought = Set(
      try context.fetchIDs(FetchRequest<Photo>(where: isOneOf && Photo.brought(by: source.objectID))))
    return all.filter { !brought.contains($0.objectID) }
  }

  /// The objects that have one of `values`, by it.
  private static func known<Object: ManagedObject>(
    _ type: Object.Type, _ name: String, _ values: [String], key: KeyPath<Object, String>,
    in context: ManagedObjectContext
  ) throws -> [String: Object] {
    let objects = try context.fetch(FetchRequest<Object>(where: .isOne(of: Set(values), in: name)))
    return Dictionary(objects.map { ($0[keyPath: key], $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func photographer(of record: PhotoRecord) throws -> Photographer {
    // A name without an id is nobody's.
    let name = record.ownerID == nil ? nil : record.displayOwnerName
    if let photographer = photographers[record.owner] {
      if let name, photographer.name != name { photographer.rename(name) }
      return photographer
    }
    let photographer = try context.insert(Photographer.self)
    photographer.ownerID = record.owner
    photographer.rename(name ?? (record.owner.isEmpty ? "Unknown" : record.owner))
    photographers[record.owner] = photographer
    return photographer
  }

  private func make(_ record: PhotoRecord, _ photographer: Photographer) throws -> Photo {
    let photo = try context.insert(Photo.self)
    photo.flickrID = record.id
    photo.take(record)
    photo.photographer = photographer
    return photo
  }

  /// Gives a photo to a photographer.
  private mutating func hand(_ photo: Photo, to photographer: Photographer) {
    let former = photo.photographer
    guard former !== photographer else { return }
    photo.photographer = photographer
    if let former { bereft.insert(former) }
  }
}

extension PhotoRecord {
  /// What tells the photographer apart; empty when the answer does not say whose the photo is.
  fileprivate var owner: String { ownerID ?? "" }
}

extension ImportSummary {
  /// Tells those that changed from the known photos, which have all been counted as unchanged.
  fileprivate mutating func settle(changed count: Int) {
    changed = count
    unchanged -= count
  }
}
