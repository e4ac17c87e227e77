import Flickr
import Foundation
public import ObjectGraph

extension PhotoLibrary {
  /// Deletes photos in one event that can be undone, and saves.
  ///
  /// Each leaves a ``DeletedPhoto``, so that no refresh brings it again; a photographer goes with the last of the
  /// photos. Returns the save on its way to the disk.
  @discardableResult
  public func delete(_ photos: [Photo]) throws -> PendingSave {
    // A photo that went already, here or elsewhere, has left what there is to leave.
    let photos = photos.filter { $0.managedObjectContext === context && !$0.isDeleted }
    let records = try photos.map { try JSONEncoder().encode($0.record) }
    // An answer of the store has to be laid over with what is pending: asked for each of many photos that are being
    // deleted, it takes time that grows with the square of their number. So what deleting asks for is read before.
    let sources = photos.map(\.sourceNames)
    let photographers = Dictionary(photos.compactMap { $0.photographer.map { ($0, 1) } }, uniquingKeysWith: +)
    defer {
      for photographer in photographers.keys { photographer.photosLeft = nil }
    }
    return try edit(Self.name(of: photos)) {
      try countPhotos(of: photographers)
      for (index, photo) in photos.enumerated() where !photo.isDeleted {
        let deleted = try context.insert(DeletedPhoto.self)
        deleted.flickrID = photo.flickrID
        deleted.deletedAt = Date()
        deleted.record = records[index]
        deleted.sourceText = sources[index].joined(separator: "\n")
        context.delete(photo)
      }
    }
  }

  /// Finds out how many photos photographers have who lose so many.
  private func countPhotos(of photographers: [Photographer: Int]) throws {
    for (photographer, going) in photographers {
      let isTheirs = Photo.taken(by: photographer.objectID)
      let count = try context.count(FetchRequest<Photo>(where: isTheirs, limit: going + 1))
      photographer.photosLeft = count
      // Who goes, too, is asked for all of them.
      if count == going { _ = Array(photographer.photos) }
    }
  }

  /// Undoes the last event and saves.
  ///
  /// Returns the event's name; nil when there was nothing to undo.
  @discardableResult
  public func undo() throws -> String? {
    guard context.undoHistory?.canUndo == true else { return nil }
    let name = context.undo() ?? ""
    try save("undo of " + name)
    return name
  }

  /// Does the last undone event again and saves.
  ///
  /// Returns the event's name; nil when there was nothing to redo.
  @discardableResult
  public func redo() throws -> String? {
    guard context.undoHistory?.canRedo == true else { return nil }
    let name = context.redo() ?? ""
    try save(name)
    return name
  }

  /// Restores deleted photos by their Flickr IDs, in one event that can be undone, and saves.
  ///
  /// - Throws: ``LibraryError/notDeleted(id:)`` when one of the photos was not deleted, and changes nothing then; what
  ///   the store throws.
  /// - Complexity: O(*n*) in the number of photos.
  @discardableResult
  public func restore(_ ids: [String]) throws -> PendingSave {
    let deleted = try deletedPhotos(ids)
    let records = try records(of: deleted)
    return try edit(ids.count == 1 ? "restoring one photo" : "restoring \(ids.count) photos") {
      let sourceNames = deleted.map { (id: $0.flickrID, names: $0.sourceNames) }
      for photo in deleted { context.delete(photo) }
      context.processPendingChanges()
      // Everything is looked up for all photos at once. Each answer of the store is merged with all unsaved changes,
      // so that a look-up for each photo would take time that grows with the square of their number.
      var page = try PageImport(records, from: nil, in: context)
      for record in records { try page.take(record) }
      _ = try page.finish()
      let sources = try Source.named(sourceNames.flatMap(\.names), in: context)
      for (id, names) in sourceNames {
        for name in names { if let source = sources[name] { page.photos[id]?.sources.insert(source) } }
      }
    }
  }

  /// Changes something in one event that can be undone, and saves; what cannot be saved is taken back.
  ///
  /// An import that ends between the changes and the save can bring a photo of a photographer who is to go: what is
  /// not valid then is tried again.
  private func edit(_ name: String, _ changes: () throws -> Void) throws -> PendingSave {
    var attempts = 1
    while true {
      try context.undoable(name, changes)
      do {
        return try save(name)
      } catch {
        context.undo()
        guard error is ValidationError, attempts < 3 else { throw error }
        attempts += 1
      }
    }
  }

  /// The photo with that id of Flickr's.
  public func photo(_ id: String) throws -> Photo? {
    let hasID = FetchPredicate.comparison(.init("flickrID", .equal, .value(.string(id))))
    return try context.fetch(FetchRequest<Photo>(where: hasID)).first
  }

  /// The records of deleted photos.
  ///
  /// A record loses the name of its photographer when the library knows the photographer, whose name may have changed
  /// since.
  private func records(of photos: [DeletedPhoto]) throws -> [PhotoRecord] {
    let records = try photos.map { try JSONDecoder().decode(PhotoRecord.self, from: $0.record) }
    let isOwner = FetchPredicate.isOne(of: Set(records.map { $0.ownerID ?? "" }), in: "ownerID")
    let known = Set(try context.fetch(FetchRequest<Photographer>(where: isOwner)).map(\.ownerID))
    return records.map { record in
      var record = record
      if known.contains(record.ownerID ?? "") { record.ownerName = nil }
      return record
    }
  }

  /// The deleted photos with these Flickr IDs, each once, in the order of the IDs.
  private func deletedPhotos(_ ids: [String]) throws -> [DeletedPhoto] {
    let request = FetchRequest<DeletedPhoto>(where: .isOne(of: Set(ids), in: "flickrID"))
    let photos = Dictionary(
      try context.fetch(request).map { ($0.flickrID, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    return try ids.filter { seen.insert($0).inserted }.map { id in
      guard let photo = photos[id] else { throw LibraryError.notDeleted(id: id) }
      return photo
    }
  }

  /// What was done, as it is told when it is undone.
  private static func name(of photos: [Photo]) -> String {
    guard photos.count == 1, let photo = photos.first else { return "deleting \(photos.count) photos" }
    return "deleting “\(photo.title)”"
  }
}
