import Flickr
import ObjectGraph

/// The import of a page into a context: the known objects of its records, and the results so far.
struct PageImport {
  /// The results so far.
  var summary = ImportSummary()
  private let context: ManagedObjectContext
  private let source: Source?
  private var photographers: [String: Photographer]
  /// The photos of the records by their Flickr IDs, both existing and new ones.
  private(set) var photos: [String: Photo]
  private let deleted: [String: DeletedPhoto]
  /// The photos that were not imported from the source before.
  private var strangers: [Photo] = []
  /// The photographers who lost a photo to another one.
  private var bereft: Set<Photographer> = []

  /// Fetches the known objects of records.
  init(_ records: [PhotoRecord], from source: String?, in context: ManagedObjectContext) throws {
    self.context = context
    let (ids, owners) = (records.map(\.id), records.map(\.owner))
    // Photos can be deleted between two queries. In this order no photo counts as known while its
    // photographer counts as unknown, and none counts as new that has just been deleted.
    photographers = try Self.known(Photographer.ownerID, owners, key: \.ownerID, in: context)
    photos = try Self.known(Photo.flickrID, ids, key: \.flickrID, in: context)
    deleted = try Self.known(DeletedPhoto.flickrID, ids, key: \.flickrID, in: context)
    guard let source, !records.isEmpty else {
      self.source = nil
      return
    }
    let row = try Source.named(source, in: context)
    self.source = row
    strangers = try photosNotImported(from: row)
  }

  /// Returns whether a record inserts no new photo.
  func knows(_ record: PhotoRecord) -> Bool { photos[record.id] != nil || deleted[record.id] != nil }

  /// Imports a record.
  mutating func apply(_ record: PhotoRecord) throws {
    if deleted[record.id] != nil {
      summary.deleted += 1
    } else if let photo = photos[record.id] {
      photo.apply(record)
      // A response without owners does not change the photographer of the photo.
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

  /// Records the source, deletes photographers without photos, and returns the results.
  func finish() throws -> ImportSummary {
    var summary = summary
    summary.count(changed: photos.values.count { $0.isUpdated && !$0.changedValues().isEmpty })
    if let source { for photo in strangers { photo.sources.insert(source) } }
    for photographer in bereft where !photographer.hasPhotos() { context.delete(photographer) }
    return summary
  }

  /// Returns the known photos that were not imported from a source before.
  private func photosNotImported(from source: Source) throws -> [Photo] {
    let all = photos.values.sorted { $0.objectID < $1.objectID }
    guard !source.isInserted, !all.isEmpty else { return all }
    let isOneOf = Photo.flickrID.isIn(photos.keys.sorted())
    let imported = Set(
      try context.fetchIDs(FetchRequest<Photo>(where: isOneOf && Photo.imported(from: source.objectID))))
    return all.filter { !imported.contains($0.objectID) }
  }

  /// Returns the objects that have one of `values`, by that value.
  private static func known<Object: ManagedObject>(
    _ property: Property<Object, String>, _ values: [String], key: KeyPath<Object, String>,
    in context: ManagedObjectContext
  ) throws -> [String: Object] {
    let objects = try context.fetch(FetchRequest<Object>(where: property.isIn(Set(values).sorted())))
    return Dictionary(objects.map { ($0[keyPath: key], $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func photographer(of record: PhotoRecord) throws -> Photographer {
    // A name without an ID belongs to no photographer.
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
    photo.apply(record)
    photo.photographer = photographer
    return photo
  }

  /// Assigns a photo to a photographer.
  private mutating func hand(_ photo: Photo, to photographer: Photographer) {
    let former = photo.photographer
    guard former !== photographer else { return }
    photo.photographer = photographer
    if let former { bereft.insert(former) }
  }
}

extension PhotoRecord {
  /// The identifier of the photographer; empty if the response does not contain the owner.
  fileprivate var owner: String { ownerID ?? "" }
}

extension ImportSummary {
  /// Moves the changed photos from the count of unchanged ones, which includes all known photos.
  fileprivate mutating func count(changed count: Int) {
    changed = count
    unchanged -= count
  }
}
