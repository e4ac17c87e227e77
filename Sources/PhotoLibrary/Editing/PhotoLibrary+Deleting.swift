import Flickr
import Foundation
public import ObjectGraph

extension PhotoLibrary {
  /// Deletes photos in one event that can be undone, and saves.
  ///
  /// Each leaves a ``DeletedPhoto``, so that no refresh brings it again; a photographer goes with the last of the
  /// photos. Returns the save on its way to the disk.
  @discardableResult
  public func delete(_ photos: [Photo]) throws -> Saving {
    try context.undoable(Self.name(of: photos)) {
      for photo in photos {
        let deleted = try context.insert(DeletedPhoto.self)
        deleted.flickrID = photo.flickrID
        deleted.deletedAt = Date()
        deleted.record = try JSONEncoder().encode(photo.record)
        context.delete(photo)
      }
    }
    return try context.save()
  }

  /// Undoes the last event and saves.
  ///
  /// Returns the event's name; nil when there was nothing to undo.
  @discardableResult
  public func undo() throws -> String? {
    guard context.undoHistory?.canUndo == true else { return nil }
    let name = context.undo()
    try context.save()
    return name ?? ""
  }

  /// Does the last undone event again and saves.
  ///
  /// Returns the event's name; nil when there was nothing to redo.
  @discardableResult
  public func redo() throws -> String? {
    guard context.undoHistory?.canRedo == true else { return nil }
    let name = context.redo()
    try context.save()
    return name ?? ""
  }

  /// Brings deleted photos back by Flickr's ids, in one event that can be undone, and saves.
  ///
  /// Throws ``LibraryError/notDeleted(id:)`` when one of them was not deleted, and changes nothing then.
  @discardableResult
  public func restore(_ ids: [String]) throws -> Saving {
    let deleted = try ids.map { id in
      guard let deleted = try deletedPhoto(id) else { throw LibraryError.notDeleted(id: id) }
      return deleted
    }
    let records = try deleted.map { try JSONDecoder().decode(PhotoRecord.self, from: $0.record) }
    try context.undoable(ids.count == 1 ? "restoring one photo" : "restoring \(ids.count) photos") {
      for photo in deleted { context.delete(photo) }
      context.processPendingChanges()
      _ = try PhotoImporter(context: context).run(records)
    }
    return try context.save()
  }

  /// The photo with that id of Flickr's.
  public func photo(_ id: String) throws -> Photo? {
    let hasID = FetchPredicate.comparison(.init("flickrID", .equal, .value(.string(id))))
    return try context.fetch(FetchRequest<Photo>(where: hasID)).first
  }

  private func deletedPhoto(_ id: String) throws -> DeletedPhoto? {
    let hasID = FetchPredicate.comparison(.init("flickrID", .equal, .value(.string(id))))
    return try context.fetch(FetchRequest<DeletedPhoto>(where: hasID)).first
  }

  /// What was done, as it is told when it is undone.
  private static func name(of photos: [Photo]) -> String {
    guard photos.count == 1, let photo = photos.first else { return "deleting \(photos.count) photos" }
    return "deleting “\(photo.title)”"
  }
}
