public import Flickr
import Foundation
public import ObjectGraph
import Transfer

/// Finds out which photos their owners took away, marks them, and forgets their pictures.
///
/// Photos are asked for one after the other, in the turn of all processes, those that were asked for longest ago first.
/// With a key it is Flickr's API that is asked, which knows of photos that were made private, too; without one, and for
/// photos that pages elsewhere told of, it is the host of the pictures. What was found out about a photo is saved
/// before the next one is asked for.
public struct Sync: Sendable {
  private let client: FlickrClient
  private let cache: PictureCache
  private let worker: BackgroundContext
  private let progress: @Sendable (SyncProgress) -> Void

  /// How many photos in a row may stay unclear before the line or the server is to blame.
  private static let patience = 3

  /// Makes a sync of a library; pictures of photos that are gone leave `cache`, and `progress` is called from anywhere.
  public init(
    of container: PersistentContainer, with client: FlickrClient, forgettingIn cache: PictureCache,
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) throws {
    self.client = client.counting()
    self.cache = cache
    self.progress = progress
    worker = try container.makeWorker(name: "sync")
  }

  /// How many photos are asked for unless somebody says otherwise: the host of the pictures was seen to refuse after 20
  /// to 30 (mikf/gallery-dl#8297), the API takes one a second.
  public static func gentleLimit(with client: FlickrClient) -> Int { client.hasKey ? 100 : 25 }

  /// Asks for so many photos at the most.
  ///
  /// Throws ``SyncFailure``, also when the task is cancelled, which ends it at once.
  @concurrent
  public func run(limit: Int) async throws -> SyncSummary {
    var summary = SyncSummary()
    do {
      try await check(limit, &summary)
      summary.end = summary.waiting > 0 ? .limit : .everythingChecked
    } catch {
      let cause = error.tellingCancellation
      summary.end = cause is CancellationError ? .cancelled : .failed
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
      try await note(id, question, finding)
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

  /// What is to be asked about a photo; `nil` if somebody deleted it meanwhile.
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
      return SyncFinding(try await client.pictureResponse(at: url, waiting: waiting), to: url)
    } catch {
      guard error.mayConcernOnePhoto else { throw error }
      return .unclear(error)
    }
  }

  // MARK: Noting

  private func note(_ id: ManagedObjectID, _ question: SyncQuestion, _ finding: SyncFinding) async throws {
    let isGone = if case .gone = finding { true } else { false }
    try await worker.performRepeatedly { context in
      guard let photo = try context.existingObject(with: id) as? Photo else { return }
      photo.checkedAt = .now
      if isGone { photo.noteGone(question.subject, since: .now) }
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
  /// What the answer of the host means for a photo.
  fileprivate init(_ response: TransferResponse, to url: TransferURL) {
    switch PictureAnswer(response, to: url) {
    case .picture, .cached: self = .present
    case .gone: self = .gone
    // A page of a network where one has to log in comes for all pictures.
    case .failed(.notPicture(_, isMarkup: true)): self = .unclear(.markup)
    default: self = .unclear(nil)
    }
  }
}

extension FlickrError {
  /// Whether the next photo may have another answer: neither the key, the line nor the pace is to blame.
  fileprivate var mayConcernOnePhoto: Bool {
    switch self {
    case .status(let status, _): status != 429
    case .markup, .notJSON, .cutOff, .unexpectedShape, .tooManyPhotos: true
    case .transfer(let error):
      switch PictureAnswer(error) {
      case .again, .failed: true
      default: false
      }
    case .failed, .leftAlone, .keyRequired, .noSampleRoll: false
    }
  }
}
