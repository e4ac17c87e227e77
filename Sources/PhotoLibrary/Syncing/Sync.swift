public import Flickr
import Foundation
public import ObjectGraph
public import PictureFetching

/// Detects photos that their owners removed, marks them, and removes their cached pictures.
///
/// Photos are checked one after the other, under the rate limit of all processes, the least recently
/// checked first. With a key, Flickr's API is asked, which also knows of private photos. Without a key, and
/// for photos from other pages, the host of the pictures is asked. The result for a photo is saved before
/// the next one is checked.
public struct Sync: Sendable {
  private let client: FlickrClient
  private let cache: PictureCache
  private let worker: BackgroundContext
  private let progress: @Sendable (SyncProgress) -> Void

  /// The number of consecutive unclear photos that indicates a problem of the network or the server.
  private static let patience = 3

  /// Makes a sync of a library; pictures of photos that are gone leave `cache`, and `progress` is called from anywhere.
  public init(
    of container: PersistentContainer, with client: FlickrClient, forgettingIn cache: PictureCache,
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) throws {
    self.client = client.counting()
    self.cache = cache
    self.progress = progress
    worker = try container.makeBackgroundContext(name: "sync")
  }

  /// The default number of photos: the host of the pictures was observed to refuse after 20 to 30
  /// (mikf/gallery-dl#8297), the API accepts one a second.
  public static func gentleLimit(with client: FlickrClient) -> Int { client.hasKey ? 100 : 25 }

  /// Checks at most `limit` photos.
  ///
  /// - Throws: A ``SyncFailure``, also if the task is canceled, which ends the sync at once.
  @concurrent
  public func run(limit: Int) async throws -> SyncSummary {
    var summary = SyncSummary()
    do {
      try await check(limit, &summary)
      summary.end = summary.waiting > 0 ? .limit : .everythingChecked
    } catch {
      let cause = error.orCancellation
      summary.end = cause is CancellationError ? .canceled : .failed
      summary.requests = client.tally.count
      throw SyncFailure(summary: summary, cause: cause)
    }
    summary.requests = client.tally.count
    return summary
  }

  private func check(_ limit: Int, _ summary: inout SyncSummary) async throws {
    let (ids, count) = try await photos(limit)
    summary.waiting = count
    var failures = 0
    for (index, id) in ids.enumerated() {
      try Task.checkCancellation()
      progress(.asking(photo: index + 1, of: ids.count))
      guard let question = try await question(id) else {
        summary.waiting -= 1
        continue
      }
      let finding = try await finding(question, number: index + 1)
      if case .unclear(let error?) = finding {
        failures += 1
        if failures >= Self.patience { throw error }
      } else {
        failures = 0
      }
      try await record(id, question, finding)
      summary.add(finding, question)
    }
  }

  /// The first of the photos to be asked for, and how many there are.
  private func photos(_ limit: Int) async throws -> ([ManagedObjectID], count: Int) {
    try await worker.perform { context in
      defer { context.reset() }
      guard var request = try SyncQuestion.request(in: context) else { return ([], 0) }
      let count = try context.count(request)
      request.limit = limit
      return (try context.fetchIDs(request), count)
    }
  }

  /// Returns the question about a photo; `nil` if it was deleted meanwhile.
  private func question(_ id: ManagedObjectID) async throws -> SyncQuestion? {
    try await worker.perform { context in
      defer { context.reset() }
      return try (context.existingObject(with: id) as? Photo).map { SyncQuestion($0) }
    }
  }

  // MARK: Asking

  private func finding(_ question: SyncQuestion, number: Int) async throws -> SyncFinding {
    let waiting: @Sendable (FlickrWait) -> Void = { wait in
      progress(.waiting(photo: number, why: wait.why, seconds: wait.seconds))
    }
    do throws(FlickrError) {
      let isPublic =
        question.isFlickrs
        ? try await client.isPublic(photo: question.subject.flickrID, waiting: waiting) : nil
      if let isPublic { return isPublic ? .present : .gone }
      guard let url = question.pictureURL else { return .unclear(nil) }
      let response = try await client.pictureResponse(at: url, waiting: waiting)
      return SyncFinding(PictureAvailability(response, to: url))
    } catch {
      guard error.mayConcernOnePhoto else { throw error }
      return .unclear(error)
    }
  }

  // MARK: Noting

  private func record(_ id: ManagedObjectID, _ question: SyncQuestion, _ finding: SyncFinding) async throws {
    let isGone = if case .gone = finding { true } else { false }
    try await worker.performRepeatedly { context in
      guard let photo = try context.existingObject(with: id) as? Photo else { return }
      photo.checkedAt = .now
      if isGone { photo.recordGone(question.subject, since: .now) }
      try context.save()
    }
    if isGone { cache.forget(question.subject.flickrID) }
  }
}

extension SyncSummary {
  fileprivate mutating func add(_ finding: SyncFinding, _ question: SyncQuestion) {
    waiting -= 1
    switch finding {
    case .present: present += 1
    case .gone: gone.append(Gone(id: question.subject.flickrID, title: question.title))
    case .unclear: unclear += 1
    }
  }
}

extension SyncFinding {
  /// Creates the result for a photo from what its host has.
  fileprivate init(_ availability: PictureAvailability) {
    switch availability {
    case .present: self = .present
    case .gone: self = .gone
    // The login page of a network comes for all pictures.
    case .markup: self = .unclear(.markup)
    case .unclear: self = .unclear(nil)
    }
  }
}

extension FlickrError {
  /// A Boolean value that indicates whether the next photo may have another result: neither the key, the
  /// network nor the rate limit is the cause.
  fileprivate var mayConcernOnePhoto: Bool {
    switch self {
    case .status(let status, _): status != 429
    case .markup, .notJSON, .cutOff, .unexpectedShape, .tooManyPhotos: true
    case .transfer(let error): error.mayConcernOnePicture
    case .failed, .leftAlone, .keyRequired, .noSampleRoll: false
    }
  }
}
