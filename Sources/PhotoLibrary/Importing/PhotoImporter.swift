public import Flickr
public import ObjectGraph

/// Brings the photos of a page into a context: makes what is new, updates what changed, leaves the rest alone.
///
/// The library is asked a few times a page, each time by an index: for the photographers, the photos, deleted ones, and
/// those that the source has brought before. Belongs to the isolation of its context; saving is the caller's.
public struct PhotoImporter {
  private let context: ManagedObjectContext
  private let source: String?

  /// Makes an importer for a context; photos remember `source` as one that brought them.
  public init(context: ManagedObjectContext, source: String? = nil) {
    self.context = context
    self.source = source
  }

  /// Imports a page; as soon as it has brought `newAtMost` new photos, it leaves the rest.
  ///
  /// Throws what the library throws; then nothing is saved, and the context should be reset.
  public func run(_ page: PhotoPage, newAtMost: Int? = nil) throws -> ImportSummary {
    var summary = try run(page.records, newAtMost: newAtMost ?? .max)
    summary.unreadable = page.skipped
    return summary
  }

  /// Imports records; of those with one id, each adds to what the ones before said.
  func run(_ records: [PhotoRecord], newAtMost: Int = .max) throws -> ImportSummary {
    var summary = ImportSummary()
    // Somebody can delete photos between two questions. In this order no photo is taken for known whose photographer
    // is taken for unknown, and none for new that has just been deleted.
    var photographers = try known(Photographer.self, "ownerID", records.map(\.owner), key: \.ownerID)
    var photos = try known(Photo.self, "flickrID", records.map(\.id), key: \.flickrID)
    let deleted = try known(DeletedPhoto.self, "flickrID", records.map(\.id), key: \.flickrID)
    let source = try source.map { try Source.named($0, in: context) }
    var strangers = try source.map { try photosNotBrought(by: $0, among: photos) } ?? []
    var bereft: Set<Photographer> = []
    for (index, record) in records.enumerated() {
      if deleted[record.id] != nil {
        summary.deleted += 1
      } else if let photo = photos[record.id] {
        photo.take(record)
        // An answer without owners says nothing about whose the photo is.
        if record.ownerID != nil {
          let former = hand(photo, to: try photographer(of: record, in: &photographers))
          if let former { bereft.insert(former) }
        }
        summary.unchanged += 1
      } else {
        if summary.new >= newAtMost {
          summary.left = records.count - index
          break
        }
        let photo = try make(record, photographer(of: record, in: &photographers))
        photos[record.id] = photo
        strangers.append(photo)
        summary.new += 1
      }
    }
    summary.settle(changed: photos.values.count { $0.isUpdated && !$0.changedValues().isEmpty })
    if let source { for photo in strangers { photo.sources.insert(source) } }
    for photographer in bereft where !photographer.hasPhotos() { context.delete(photographer) }
    return summary
  }

  /// The photos that the source has not brought before.
  private func photosNotBrought(by source: Source, among photos: [String: Photo]) throws -> [Photo] {
    let all = photos.values.sorted { $0.objectID < $1.objectID }
    guard !source.isInserted, !all.isEmpty else { return all }
    let isOneOf = FetchPredicate.comparison(
      .init("flickrID", .in, .values(photos.keys.sorted().map { .string($0) })))
    let brought = Set(
      try context.fetchIDs(FetchRequest<Photo>(where: isOneOf && Photo.brought(by: source.objectID))))
    return all.filter { !brought.contains($0.objectID) }
  }

  /// The objects that have one of `values`, by it.
  private func known<Object: ManagedObject>(
    _ type: Object.Type, _ name: String, _ values: [String], key: KeyPath<Object, String>
  ) throws -> [String: Object] {
    let wanted = Set(values).sorted().map { PropertyValue.string($0) }
    let isOneOf = FetchPredicate.comparison(.init(name, .in, .values(wanted)))
    let objects = try context.fetch(FetchRequest<Object>(where: isOneOf))
    return Dictionary(objects.map { ($0[keyPath: key], $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func photographer(
    of record: PhotoRecord, in known: inout [String: Photographer]
  ) throws -> Photographer {
    // A name without an id is nobody's.
    let name = record.ownerID == nil ? nil : record.displayOwnerName
    if let photographer = known[record.owner] {
      if let name, photographer.name != name { photographer.rename(name) }
      return photographer
    }
    let photographer = try context.insert(Photographer.self)
    photographer.ownerID = record.owner
    photographer.rename(name ?? (record.owner.isEmpty ? "Unknown" : record.owner))
    known[record.owner] = photographer
    return photographer
  }

  private func make(_ record: PhotoRecord, _ photographer: Photographer) throws -> Photo {
    let photo = try context.insert(Photo.self)
    photo.flickrID = record.id
    photo.take(record)
    photo.photographer = photographer
    return photo
  }

  /// Gives a photo to a photographer, and returns who had it before, if that was somebody else.
  private func hand(_ photo: Photo, to photographer: Photographer) -> Photographer? {
    let former = photo.photographer
    guard former !== photographer else { return nil }
    photo.photographer = photographer
    return former
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
