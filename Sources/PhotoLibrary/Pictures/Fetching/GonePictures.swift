public import Foundation
public import ObjectGraph

/// Notes in a library which photos have no picture any more.
///
/// It does so in a context of its own: nothing of it can be undone, and no import is overwritten.
public actor GonePictures {
  private let container: PersistentContainer
  private var worker: BackgroundContext?

  /// Notes in the library of `container`.
  public init(container: PersistentContainer) { self.container = container }

  /// Notes that the pictures of a photo are gone, unless the photo went, too, or has others by now.
  ///
  /// Throws what the library throws.
  public func note(_ subject: PictureSubject, since date: Date = .now) async throws {
    let worker = try worker ?? container.makeWorker(name: "gone pictures")
    self.worker = worker
    var attempts = 1
    while true {
      do {
        return try await worker.perform { context in
          defer { context.reset() }
          try Self.note(subject, date, in: context)
        }
      } catch let conflict as ConflictError {
        // An import changed or a deletion took the photo at this moment: look again.
        attempts += 1
        if attempts > 5 { throw conflict }
      }
    }
  }

  private static func note(
    _ subject: PictureSubject, _ date: Date, in context: ManagedObjectContext
  ) throws {
    let hasID = FetchPredicate.comparison(.init("flickrID", .equal, .value(.string(subject.flickrID))))
    guard let photo = try context.fetch(FetchRequest<Photo>(where: hasID)).first else { return }
    let fingerprint = photo.pictureSubject.fingerprint
    guard fingerprint == subject.fingerprint, !photo.isPictureGone else { return }
    photo.pictureGoneSince = date
    photo.goneFingerprint = fingerprint
    try context.save()
  }
}
