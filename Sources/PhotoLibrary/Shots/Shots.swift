import Flickr
import Foundation
import ObjectGraph

/// Fetches the settings with which photos were taken, and keeps them in a library.
///
/// It uses a separate context: its changes cannot be undone, and overwrite no import.
public actor Shots {
  private let client: FlickrClient
  private let container: PersistentContainer
  private var worker: BackgroundContext?
  /// The photos whose settings are being fetched, are kept, or are refused by Flickr.
  private var asked: Set<String> = []

  init(client: FlickrClient, container: PersistentContainer) {
    self.client = client
    self.container = container
  }

  /// Fetches the settings of a photo and keeps them, unless they are kept or there is no key for Flickr's API.
  ///
  /// It also does nothing if Flickr refused them before.
  ///
  /// - Parameter flickrID: Flickr's ID of the photo.
  /// - Throws: A `FlickrError`; errors of the library.
  public func fetch(_ flickrID: String) async throws {
    guard client.hasKey, asked.insert(flickrID).inserted else { return }
    let record = try await settings(flickrID)
    do {
      let worker = try worker ?? container.makeBackgroundContext(name: "shots")
      self.worker = worker
      let isKept = try await worker.performRepeatedly { try Self.keep(record, of: flickrID, in: $0) }
      // The deletion of the photo can be undone.
      if !isKept { asked.remove(flickrID) }
    } catch {
      // They can be fetched again when the library can be written.
      asked.remove(flickrID)
      throw error
    }
  }

  /// Returns the settings of a photo; those of an owner who hides them, or of a photo that is gone, have no values.
  private func settings(_ flickrID: String) async throws -> ShotRecord {
    do {
      return try await client.shot(ofPhoto: flickrID) ?? ShotRecord()
    } catch {
      if case .failed(code: 1...2, message: _) = error { return ShotRecord() }
      // They can be fetched later, unless Flickr refuses that.
      if !error.isRefusal { asked.remove(flickrID) }
      throw error
    }
  }

  /// Keeps the settings of a photo; returns `false` if the photo is not in the library.
  private static func keep(
    _ record: ShotRecord, of flickrID: String, in context: ManagedObjectContext
  ) throws -> Bool {
    let hasID = Photo.flickrID == flickrID
    guard let photo = try context.fetch(FetchRequest<Photo>(where: hasID)).first else { return false }
    let shot = try photo.shot ?? context.insert(Shot.self)
    shot.set(record)
    shot.photo = photo
    if context.hasChanges { try context.save() }
    return true
  }
}

extension Shot {
  /// The record with these values.
  var record: ShotRecord {
    var record = ShotRecord()
    record.camera = camera
    record.lens = lens
    record.exposure = exposure
    record.aperture = aperture
    record.iso = iso
    record.focalLength = focalLength
    return record
  }

  /// A Boolean value that indicates whether there are settings, and not only the knowledge that none can be had.
  public var hasSettings: Bool { record != ShotRecord() }

  /// Sets the values of a record.
  func set(_ record: ShotRecord) {
    camera = record.camera
    lens = record.lens
    exposure = record.exposure
    aperture = record.aperture
    iso = record.iso
    focalLength = record.focalLength
    fetchedAt = Date()
  }
}
