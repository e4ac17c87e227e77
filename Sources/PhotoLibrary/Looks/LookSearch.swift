public import ObjectGraph
public import PictureFetching
import PictureLooks

/// Computes the looks of all photos of a library that have none and whose pictures are on this computer, and finds stacks.
public struct LookSearch: Sendable {
  private let fetcher: PictureFetcher
  private let worker: BackgroundContext
  private let keeper: LookKeeper
  private let progress: @Sendable (LookProgress) -> Void

  /// The number of photos whose looks are saved at once.
  private static let batch = 200
  /// The longer side of the pictures that are examined: that of thumbnails.
  private static let longerSide = 240
  /// The number of pictures that are decoded at once.
  private static let atOnce = 4

  /// Creates a search; `progress` is called from anywhere.
  ///
  /// - Throws: Errors of the store when a reader is opened.
  public init(
    of container: PersistentContainer, with fetcher: PictureFetcher,
    progress: @escaping @Sendable (LookProgress) -> Void = { _ in }
  ) throws {
    self.fetcher = fetcher
    self.progress = progress
    worker = try container.makeBackgroundContext(name: "look search")
    // The search ends with the stacks of all looks.
    keeper = LookKeeper(container: container, pause: nil)
  }

  /// The result for a photo.
  private enum Finding: Sendable {
    case look(PictureLook, of: PictureVersion)
    case noPicture
    case unreadable
  }

  /// Examines the pictures, and finds stacks; no picture is fetched.
  ///
  /// - Throws: A ``LookFailure``, also if the task is canceled.
  /// - Complexity: O(*n*) pictures, and that of ``LookKeeper/findStacks()``.
  @concurrent
  public func run() async throws -> LookSummary {
    var summary = LookSummary()
    do {
      try await examine(&summary)
      progress(.comparing)
      summary.stacks = try await keeper.findStacks()
    } catch {
      let cause = error.orCancellation
      summary.end = cause is CancellationError ? .canceled : .failed
      throw LookFailure(summary: summary, cause: cause)
    }
    return summary
  }

  private func examine(_ summary: inout LookSummary) async throws {
    let ids = try await worker.perform { context in
      try context.fetchIDs(FetchRequest<Photo>(where: Photo.look == nil))
    }
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      progress(.examining(done: start, of: ids.count))
      let part = Array(ids[start..<min(start + Self.batch, ids.count)])
      for (id, finding) in try await findings(try await subjects(part)) {
        switch finding {
        case .look(let look, let version):
          await keeper.keep(look, of: id, madeOf: version)
          summary.found += 1
        case .noPicture: summary.withoutPicture += 1
        case .unreadable: summary.unreadable += 1
        }
      }
      try await keeper.savePending()
    }
  }

  private func subjects(_ ids: [ManagedObjectID]) async throws -> [(ManagedObjectID, PictureSubject)] {
    try await worker.perform { context in
      defer { context.reset() }
      return try context.fetch(FetchRequest<Photo>(where: .isOne(of: ids))).map {
        ($0.objectID, $0.pictureSubject)
      }
    }
  }

  /// Examines the pictures of photos, a few at once.
  private func findings(
    _ subjects: [(ManagedObjectID, PictureSubject)]
  ) async throws -> [(ManagedObjectID, Finding)] {
    try await withThrowingTaskGroup(of: (ManagedObjectID, Finding).self) { group in
      var findings: [(ManagedObjectID, Finding)] = []
      for (number, (id, subject)) in subjects.enumerated() {
        if number >= Self.atOnce, let finding = try await group.next() { findings.append(finding) }
        group.addTask { (id, try await finding(subject)) }
      }
      for try await finding in group { findings.append(finding) }
      return findings
    }
  }

  private func finding(_ subject: PictureSubject) async throws -> Finding {
    try Task.checkCancellation()
    do {
      guard let file = try await fetcher.localPicture(of: subject, longerSide: Self.longerSide) else {
        return .noPicture
      }
      return .look(try PictureLook(of: file.bytes), of: file.version)
    } catch let error where error is CancellationError {
      throw error
    } catch {
      return .unreadable
    }
  }
}
