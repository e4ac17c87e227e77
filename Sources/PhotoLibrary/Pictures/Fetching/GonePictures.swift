public import Foundation
public import ObjectGraph

/// Records in a library which photos have no picture any more.
///
/// It uses a separate context: its changes cannot be undone, and overwrite no import.
public actor GonePictures {
  private let container: PersistentContainer
  private var worker: BackgroundContext?

  /// Creates a recorder for the library of `container`.
  public init(container: PersistentContainer) { self.container = container }

  /// Records that the pictures of a photo are gone, unless the photo was deleted or has other pictures by
  /// now.
  ///
  /// - Throws: Errors of the library.
  public func record(_ subject: PictureSubject, since date: Date = .now) async throws {
    let worker = try worker ?? container.makeBackgroundContext(name: "gone pictures")
    self.worker = worker
    try await worker.performRepeatedly { try Self.record(subject, date, in: $0) }
  }

  private static func record(
    _ subject: PictureSubject, _ date: Date, in context: ManagedObjectContext
  ) throws {
    let hasID = Photo.flickrID == subject.flickrID
    guard let photo = try context.fetch(FetchRequest<Photo>(where: hasID)).first else { return }
    photo.recordGone(subject, since: date)
    if context.hasChanges { try context.save() }
  }
}

extension Photo {
  /// Records that the pictures are gone, unless there are others by now or it is already recorded.
  func recordGone(_ subject: PictureSubject, since date: Date) {
    let fingerprint = pictureSubject.fingerprint
    guard fingerprint == subject.fingerprint, !isPictureGone else { return }
    pictureGoneSince = date
    goneFingerprint = fingerprint
  }
}

extension BackgroundContext {
  /// Performs work in the context, including a save, and retries it after a conflict with a concurrent
  /// import or deletion; leaves the context empty.
  func performRepeatedly(
    attempts most: Int = 5, _ work: @Sendable (ManagedObjectContext) throws -> Void
  ) async throws {
    var attempts = 1
    while true {
      do {
        return try perform { context in
          defer { context.reset() }
          try work(context)
        }
      } catch let conflict as ConflictError {
        attempts += 1
        if attempts > most { throw conflict }
      }
    }
  }
}
