import Flickr
import Foundation
import Synchronization
public import Transfer

/// Gets the files of pictures: from the sample roll, from the cache, or from the net.
///
/// A few transfers are under way at once, for the pictures nearest to where somebody looks. What several ask for is
/// fetched once, and no longer than one of them waits for it. A host that wants to be left alone is; when none can be
/// reached, it is tried again after growing pauses, and what is cached is served all the time.
///
/// May be used from anywhere and never holds its caller: nothing waits for the disk or the net on the caller's actor.
public final class PictureFetcher: Sendable {
  let cache: PictureCache
  let client: TransferClient
  let policy: PictureFetchPolicy
  let queue = Mutex(PictureQueue())
  private let gonePictures: GonePictures?
  private let samples: SamplePictures?
  private let notify: @Sendable (PictureNotice) -> Void

  /// Makes a fetcher, and has its cache tidied in the background unless `tidies` is off, as for a program that soon ends.
  ///
  /// Without `gonePictures` what is gone is known only as long as the fetcher lives. `notify` is called from anywhere.
  public init(
    cache: PictureCache, client: TransferClient, gonePictures: GonePictures? = nil,
    samples: SamplePictures? = nil, policy: PictureFetchPolicy = PictureFetchPolicy(), tidies: Bool = true,
    notify: @escaping @Sendable (PictureNotice) -> Void = { _ in }
  ) {
    self.cache = cache
    self.client = client
    self.gonePictures = gonePictures
    self.samples = samples
    self.policy = policy
    self.notify = notify
    if tidies { cache.tidy() }
  }

  deinit {
    queue.withLock { $0.alarm?.task.cancel() }
  }

  /// The picture of a photo whose longer side shall have so many pixels.
  ///
  /// `nearness` says how far from the middle of attention it is: pictures with smaller numbers come first. With
  /// `isPatient` a host that is busy or out of reach is waited for (a smaller picture is given instead where there is
  /// one); otherwise the first attempt decides. Cancelling the task ends the transfer, unless somebody else waits for
  /// the same.
  @concurrent
  public func picture(
    of subject: PictureSubject, longerSide: Int, nearness: Int = 0, isPatient: Bool = true
  ) async throws(PictureFetchError) -> PictureFile {
    if Task.isCancelled { throw .cancelled }
    if let since = queue.withLock({ $0.goneSince(subject) }) { throw .gone(since: since) }
    var presumed = subject.presumed
    while true {
      guard let choice = RenditionChoice(of: subject.renditions + presumed, longerSide: longerSide) else {
        throw .noAddress
      }
      do throws(PictureFetchError) {
        return try await picture(of: subject, choice, nearness, isPatient)
      } catch {
        guard case .status(404, _) = error, let absent = presumed.firstIndex(of: choice.best) else {
          throw error
        }
        presumed.remove(at: absent)
      }
    }
  }

  private func picture(
    of subject: PictureSubject, _ choice: RenditionChoice, _ nearness: Int, _ isPatient: Bool
  ) async throws(PictureFetchError) -> PictureFile {
    if let file = cached([choice.best] + choice.larger, subject) { return file }
    if let path = samples?.path(of: subject.flickrID) { return try sample(path, subject) }
    let key = PictureQueue.Key(flickrID: subject.flickrID, rendition: choice.best)
    let url = TransferURL(choice.best.url)
    guard url.scheme == "http" || url.scheme == "https" else { throw .address(url) }
    let (refusal, isUnreachable) = queue.withLock { queue in
      let isUnreachable = queue.isUnreachable(PictureAddress(url).host)
      return (queue.refusal(of: key, subject, isPatient: isPatient, at: .now), isUnreachable)
    }
    if isUnreachable, let file = cached(choice.smaller, subject) { return file.asSubstitute }
    if let refusal { throw refusal }
    return try await wait(for: key, of: subject, nearness, isPatient).get()
  }

  /// Says anew how near the pictures of photos are; takes effect on what has not begun.
  ///
  /// O(pictures that are waited for).
  public func prioritize(_ nearness: [String: Int]) {
    queue.withLock { $0.prioritize(nearness) }
  }

  /// Forgets a file that turned out to be damaged, so that it is fetched anew.
  @concurrent
  public func discard(_ file: PictureFile, of subject: PictureSubject) async {
    cache.forget(subject.flickrID, file.rendition)
  }

  /// Tries at once what waits for a connection or a better moment; a pause that a host asked for goes on.
  public func retryNow() {
    queue.withLock { $0.endWaiting() }
    pump()
  }

  /// How the fetching goes; changes are told as ``PictureNotice/supply(_:)``.
  public var supply: PictureSupply { queue.withLock { $0.supply } }

  // MARK: Without the net

  private func sample(_ path: String, _ subject: PictureSubject) throws(PictureFetchError) -> PictureFile {
    guard let (bytes, _) = CacheFile.read(path, sizes: 0...PictureCache.largestPicture),
      PictureFormat(bytes) != nil,
      // The roll has one picture for all sizes, as large as the largest that everybody may have.
      let choice = RenditionChoice(of: subject.renditions, longerSide: RenditionChoice.largestSide)
    else { throw .sample(path: path) }
    return PictureFile(bytes: bytes, rendition: choice.best)
  }

  private func cached(_ renditions: [Rendition], _ subject: PictureSubject) -> PictureFile? {
    for rendition in renditions {
      if let bytes = cache.read(subject.flickrID, rendition) {
        return PictureFile(bytes: bytes, rendition: rendition)
      }
    }
    return nil
  }

  // MARK: Waiting

  private func wait(
    for key: PictureQueue.Key, of subject: PictureSubject, _ nearness: Int, _ isPatient: Bool
  ) async -> Result<PictureFile, PictureFetchError> {
    let number = queue.withLock { $0.newNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let asker = PictureQueue.Asker(answer: continuation, isPatient: isPatient)
        let isWanted = queue.withLock { queue in
          // Within the lock: who is cancelled later finds the asker there.
          guard !Task.isCancelled else { return false }
          queue.join(key, asker, number: number, subject: subject, nearness: nearness)
          return true
        }
        guard isWanted else { return continuation.resume(returning: .failure(.cancelled)) }
        pump()
      }
    } onCancel: {
      let left = queue.withLock { $0.leave(key, number: number) }
      left?.task?.cancel()
      left?.asker.answer.resume(returning: .failure(.cancelled))
    }
  }

  /// Gives smaller pictures to those who wait for a host that cannot be reached.
  func offerSubstitutes(for keys: [PictureQueue.Key]) {
    for key in keys {
      guard let subject = queue.withLock({ $0.orders[key]?.subject }),
        let choice = RenditionChoice(
          of: subject.renditions + subject.presumed, longerSide: key.rendition.longerSide ?? .max),
        let file = cached(choice.smaller, subject)
      else { continue }
      carryOut(queue.withLock { $0.close(key, .success(file.asSubstitute)) })
    }
  }

  // MARK: Telling

  /// Does what follows from an answer.
  func carryOut(_ outcome: PictureQueue.Outcome) {
    for task in outcome.needless { task.cancel() }
    if let subject = outcome.gone {
      cache.forget(subject.flickrID)
      Task { [gonePictures, notify] in
        // What cannot be noted now will be found out again.
        try? await gonePictures?.note(subject)
        notify(.gone(id: subject.flickrID))
      }
    }
    for (continuation, result) in outcome.answers { continuation.resume(returning: result) }
  }

  func tellSupply() {
    let changed = queue.withLock { queue -> PictureSupply? in
      let supply = queue.supply
      guard supply != queue.toldSupply else { return nil }
      queue.toldSupply = supply
      return supply
    }
    if let changed { notify(.supply(changed)) }
  }

  func tell(_ error: PictureCacheError) {
    let isNews = queue.withLock { queue in
      defer { queue.hasToldOfCache = true }
      return !queue.hasToldOfCache
    }
    if isNews { notify(.cache(error)) }
  }
}

extension PictureFile {
  fileprivate var asSubstitute: PictureFile {
    PictureFile(bytes: bytes, rendition: rendition, isSubstitute: true)
  }
}
