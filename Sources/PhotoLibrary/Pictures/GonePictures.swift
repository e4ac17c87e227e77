public import Foundation
public import ObjectGraph
public import PictureFetching

/// Records in a library which photos have no picture any more.
///
/// It uses a separate context: its changes cannot be undone, and overwrite no import.
public actor GonePictures: GonePictureRecorder {
  private let container: PersistentContainer
  private var worker: BackgroundContext?

  /// Creates a recorder for the library of `container`.
  public init(container: PersistentContainer) { self.container = container }

  /// Records that the pictures of a photo are gone, unless the photo was deleted or has other pictures by
  /// now.
  ///
  /// - Returns: A Boolean value that indicates whether the library has the record.
  /// - Throws: Errors of the library.
  public func record(_ subject: PictureSubject, since date: Date) async throws -> Bool {
    let worker = try worker ?? container.makeBackgroundContext(name: "gone pictures")
    self.worker = worker
    return try await worker.performRepeatedly { try Self.record(subject, date, in: $0) }
  }

  private static func record(
    _ subject: PictureSubject, _ date: Date, in context: ManagedObjectContext
  ) throws -> Bool {
    let hasID = Photo.flickrID == subject.flickrID
    guard let photo = try context.fetch(FetchRequest<Photo>(where: hasID)).first else { return false }
    let isRecorded = photo.recordGone(subject, since: date)
    if context.hasChanges { try context.save() }
    return isRecorded
  }
}
