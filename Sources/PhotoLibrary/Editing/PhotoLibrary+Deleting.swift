import FileTrash
import Flickr
import Foundation
public import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Deletes photos in one undoable event, and saves.
  ///
  /// Each photo leaves a ``DeletedPhoto``, so that no refresh imports it again. A photographer is deleted
  /// with the last photo. A stack of look-alikes becomes smaller, and one photo alone is in none.
  ///
  /// - Parameter photos: The photos.
  /// - Returns: The pending save.
  /// - Throws: Errors of the store.
  @discardableResult
  public func delete(_ photos: [Photo]) throws -> PendingSave {
    try delete(photos, named: nil, trashed: [:])
  }

  /// Deletes photos whose files are in the trash by the IDs of the photos.
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - name: The name of the event; `nil` for that of a deletion.
  ///   - trashed: The files in the trash.
  /// - Throws: Errors of the store.
  @discardableResult
  func delete(
    _ photos: [Photo], named name: String?, trashed: [String: [TrashedFile]]
  ) throws -> PendingSave {
    // A photo that was already deleted, here or elsewhere, has already left its record.
    let photos = living(photos)
    let own = try photos.map { $0.ownValues.isEmpty ? nil : try JSONEncoder().encode($0.ownValues) }
    // Each result of the store must be merged with the pending changes. A query for each of many deleted
    // photos would take quadratic time, so the required data is read before.
    var related: [ManagedObject] = []
    defer { withExtendedLifetime(related) {} }
    var losing: [Photographer]?
    var stackPlaces: [(look: Look, place: StackPlace?)] = []
    let readings: [() throws -> Void] = [
      { related += try self.readRelated(photos) },
      {
        losing = try self.photographersLosingAllPhotos(photos)
        related += self.context.readForDeletion(of: losing ?? [])
      },
      { try self.context.readDuplicates(of: DeletedPhoto.flickrID, photos.map(\.flickrID)) },
      { stackPlaces = try self.stackPlaces(without: photos) },
    ]
    _ = try context.readTogether(readings) { try $0() }
    let values = try photos.map { try JSONEncoder().encode(DeletedValues($0)) }
    let sources = photos.map(\.sourceNames)
    let places = try photos.map { try AlbumPlace.places(of: $0).encoded() }
    let moved = try photos.map { try trashed[$0.flickrID].map { try JSONEncoder().encode($0) } }
    return try edit(name ?? "deleting \(Self.words(for: photos))") {
      // Another attempt follows a change of their photos.
      let left = try losing ?? photographersLosingAllPhotos(photos)
      losing = nil
      for (index, photo) in photos.enumerated() where !photo.isDeleted {
        let deleted = try context.insert(DeletedPhoto.self)
        deleted.flickrID = photo.flickrID
        deleted.deletedAt = Date()
        deleted.record = values[index]
        deleted.own = own[index]
        deleted.albums = places[index]
        deleted.sourceText = DeletedPhoto.sourceText(of: sources[index])
        if let files = trashed[photo.flickrID] {
          deleted.trashed = moved[index]
          trashings[deleted.objectID] = files
          for file in photo.files where file.missingSince == nil { file.missingSince = Date() }
        }
        context.delete(photo)
      }
      for photographer in left { context.delete(photographer) }
      for (look, place) in stackPlaces { look.move(to: place) }
    }
  }

  /// Reads the objects that the deletion of photos and its record need, for all of them at once, and returns what must be
  /// retained.
  private func readRelated(_ photos: [Photo]) throws -> [ManagedObject] {
    try context.prefetch([Photo.sources.keyPath, Photo.albumEntries.keyPath + ".album"], of: photos)
      + context.readForDeletion(of: photos)
  }

  /// Returns the photographers without other photos than these, who are deleted with the last of them.
  ///
  /// - Parameter others: The IDs of photographers to leave out.
  func photographersLosingAllPhotos(
    _ photos: [Photo], except others: Set<ManagedObjectID> = []
  ) throws -> [Photographer] {
    let owned = Set(photos).compactMap { $0.isDeleted ? nil : $0.photographer.map { ($0, 1) } }
    let numbers = Dictionary(owned, uniquingKeysWith: +).filter { !others.contains($0.key.objectID) }
      .sorted { $0.key.objectID < $1.key.objectID }
    return try context.readTogether(numbers) { photographer, going -> Photographer? in
      let isTheirs = Photo.taken(by: photographer.objectID)
      let count = try context.count(FetchRequest<Photo>(where: isTheirs, limit: going + 1))
      guard count == going else { return nil }
      return photographer
    }.compactMap(\.self)
  }

  /// Returns the deleted photos, the one that was deleted last first.
  ///
  /// - Throws: Errors of the store.
  public func deletedPhotos() throws -> [DeletedPhoto] {
    try context.fetch(FetchRequest<DeletedPhoto>(order: DeletedPhoto.listOrder))
  }

  /// Returns the number of deleted photos; reads in the background.
  ///
  /// - Throws: Errors of the store.
  public func deletedPhotoCount() async throws -> Int {
    let query = FetchRequest<DeletedPhoto>().query(in: context.model)
    return try await container.coordinator.readCancellably { try $0.count(query) }
  }

  /// Restores deleted photos by their Flickr IDs, in one undoable event, and saves.
  ///
  /// Files that were moved to the trash with the photos are moved back.
  ///
  /// - Throws: ``LibraryError/notDeleted(id:)`` if one of the photos was not deleted, and `TrashError` if a file cannot be
  ///   moved back, in which cases nothing changes; errors of the store.
  /// - Complexity: O(*n*) in the number of photos.
  @discardableResult
  public func restore(_ ids: [String]) throws -> PendingSave {
    try requireWritable()
    let deleted = try deletedPhotos(ids)
    let values = try deleted.map { try $0.values() }
    let records = try records(of: values)
    let own = try deleted.map { (id: $0.flickrID, values: try $0.ownValues()) }
    let places = try deleted.map { (id: $0.flickrID, places: try $0.albumPlaces()) }
    let trashed = try deleted.map { (id: $0.objectID, files: try $0.trashedFiles()) }
    let away = trashed.filter { !$0.files.isEmpty }
      .map { (id: $0.id, files: $0.files.filter { !Trash.exists($0.path) }) }
    // From here on, files and objects change.
    try context.requireAtHand()
    let returned = try moveBack(trashed.flatMap(\.files))
    let lost = Set(trashed.flatMap(\.files).map(\.path)).subtracting(returned)
    let save = try edit(ids.count == 1 ? "restoring one photo" : "restoring \(ids.count) photos") {
      let sourceNames = deleted.map { (id: $0.flickrID, names: $0.sourceNames) }
      for photo in deleted { context.delete(photo) }
      context.processPendingChanges()
      // All photos are looked up at once. Each result of the store is merged with all unsaved changes, so
      // that a look-up for each photo would take quadratic time.
      var page = try PageImport(records, from: nil, in: context)
      for record in records { try page.apply(record) }
      _ = try page.finish()
      for (id, values) in own where !values.isEmpty {
        page.photo(id)?.editOwnValues { own, _ in own = values }
      }
      for values in values {
        if let photo = page.photo(values.record.id) { try values.addRest(to: photo, withoutFiles: lost) }
      }
      try restore(
        places.flatMap { id, places in page.photo(id).map { photo in places.map { (photo, $0) } } ?? [] })
      let sources = try Source.named(sourceNames.flatMap(\.names), in: context)
      for (id, names) in sourceNames {
        for name in names {
          if let source = sources[ExactText(name)] { page.photo(id)?.sources.insert(source) }
        }
      }
      try followFiles(of: ids.compactMap { page.photo($0) }, except: returned, rereading: true)
    }
    // An earlier session may have moved them to the trash, where undo moves them again. Files that another program had moved
    // back stay.
    for (id, files) in away { trashings[id] = files }
    return save
  }

  /// Makes changes in one undoable event, and saves; changes that cannot be made as a whole or saved are taken back.
  ///
  /// An import that ends between the changes and the save can insert a photo of a photographer who is being
  /// deleted. A validation failure is therefore retried.
  @discardableResult
  func edit(_ name: String, _ changes: () throws -> Void) throws -> PendingSave {
    try requireWritable()
    try context.requireAtHand()
    var attempts = 1
    while true {
      // What was changed before is a group of its own.
      context.processPendingChanges()
      do {
        return try context.withWholeUndoGroup(named: name) {
          try changes()
          return try save(name)
        }
      } catch is ValidationError where attempts < 3 {
        attempts += 1
      }
    }
  }

  /// Returns those of some photos that are not deleted, with their values, which are read for all of them at once.
  ///
  /// If they cannot be read, they are returned as they are.
  public func living(_ photos: [Photo]) -> [Photo] {
    let photos = photos.filter { $0.managedObjectContext === context }
    _ = context.readAhead(photos.map(\.objectID))
    return photos.filter { !$0.isDeleted }
  }

  /// Returns the photo with that Flickr ID.
  public func photo(_ id: String) throws -> Photo? {
    try context.fetch(FetchRequest<Photo>(where: Photo.flickrID == id)).first
  }

  /// Returns the records of deleted photos, by the values of these.
  ///
  /// The name of a photographer who is in the library is removed from the record, because it may have
  /// changed since.
  private func records(of values: [DeletedValues]) throws -> [PhotoRecord] {
    let records = values.map(\.record)
    let owners = Set(records.map { ExactText($0.ownerID ?? "") }).sorted().map(\.text)
    let isOwner = Photographer.ownerID.isIn(owners)
    let known = Set(
      try context.fetch(FetchRequest<Photographer>(where: isOwner)).map { ExactText($0.ownerID) })
    return records.map { record in
      var record = record
      if known.contains(ExactText(record.ownerID ?? "")) { record.ownerName = nil }
      return record
    }
  }

  /// Returns the deleted photos with these Flickr IDs, each once, in the order of the IDs.
  private func deletedPhotos(_ ids: [String]) throws -> [DeletedPhoto] {
    let request = FetchRequest<DeletedPhoto>(where: DeletedPhoto.flickrID.isIn(Set(ids).sorted()))
    let photos = Dictionary(
      try context.fetch(request).map { ($0.flickrID, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    return try ids.filter { seen.insert($0).inserted }.map { id in
      guard let photo = photos[id] else { throw LibraryError.notDeleted(id: id) }
      return photo
    }
  }
}
