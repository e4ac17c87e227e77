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
    try await worker.performRepeatedly { try Self.note(subject, date, in: $0) }
  }

  private static func note(
    _ subject: PictureSubject, _ date: Date, in context: ManagedObjectContext
  ) throws {
    let hasID = FetchPredicate.comparison(.init("flickrID", .equal, .value(.string(subject.flickrID))))
    guard let photo = try context.fetch(FetchRequest<Photo>(where: hasID)).first else { return }
    photo.noteGone(subject, since: date)
    if context.hasChanges { try context.save() }
  }
}

extension Photo {
  /// Notes that its pictures are gone, unless it has others by now, or that is known.
  func noteGone(_ subject: PictureSubject, since date: Date) {
    let fingerprint = pictureSubject.fingerprint
    guard fingerprint == subject.fingerprint, !isPictureGone else { return }
    pictureGoneSince = date
    goneFingerprint = fingerprint
  }
}

extension BackgroundContext {
  /// Does something in the context, saving included, and again where an import changed or a deletion took the same at
  /// this moment; leaves the context empty.
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
