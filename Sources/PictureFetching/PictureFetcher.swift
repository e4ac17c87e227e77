import Flickr
import Foundation
import PictureBasics
import Pictures
import Synchronization
public import Transfer
import ZipReading

/// A source of picture files: the sample roll, the cache, or the network.
///
/// A few transfers are in flight at once, for the pictures with the highest priority. A picture with
/// several waiters is fetched once, and the transfer is canceled with its last waiter. A host that asks for
/// a pause gets it. If no host can be reached, requests are retried with exponential backoff, and cached
/// pictures remain available.
///
/// It may be used from any isolation: nothing blocks on the disk or the network on the caller's actor.
public final class PictureFetcher: Sendable {
  let cache: PictureCache
  private let localPictures: LocalPictures
  let client: TransferClient
  let policy: PictureFetchPolicy
  let queue = Mutex(PictureQueue())
  /// The state of the fetching that was last reported.
  private let notifiedSupply = Mutex(PictureSupply.flowing)
  private let gonePictures: (any GonePictureRecorder)?
  private let samples: SamplePictures?
  private let notify: @Sendable (PictureNotice) -> Void

  /// Creates a fetcher, and examines its cache in the background unless `tidies` is `false`, as for a
  /// short-lived program.
  ///
  /// Without `gonePictures`, gone pictures are remembered only for the life of the fetcher. `notify` is
  /// called on any thread, and must not call the fetcher.
  public init(
    cache: PictureCache, client: TransferClient, gonePictures: (any GonePictureRecorder)? = nil,
    samples: SamplePictures? = nil, policy: PictureFetchPolicy = PictureFetchPolicy(), tidies: Bool = true,
    notify: @escaping @Sendable (PictureNotice) -> Void = { _ in }
  ) {
    self.cache = cache
    localPictures = LocalPictures(cache: cache, archives: ZipReader())
    self.client = client
    self.gonePictures = gonePictures
    self.samples = samples
    self.policy = policy
    self.notify = notify
    if tidies { cache.tidy() }
  }

  /// The time for which requests of a picture that failed have the same error at once.
  public var failureTime: Duration { policy.picture.longestDelay }

  deinit {
    queue.withLock { $0.timer?.task.cancel() }
  }

  /// Returns the picture of a photo for a size of the longer side in pixels.
  ///
  /// Pictures with a smaller `priority`, the distance from the center of attention, are fetched first. With
  /// `isPatient`, the function waits for a host that is busy or unreachable, and meanwhile returns a smaller
  /// picture if there is one, as a substitute (``PictureFile/isSubstitute``), unless `takesSubstitute` is false. Otherwise
  /// the first attempt decides, and there are no substitutes. Canceling the task ends the transfer, unless it has other
  /// waiters.
  @concurrent
  public func picture(
    of subject: PictureSubject, longerSide: Int, priority: Int = 0, isPatient: Bool = true,
    takesSubstitute: Bool = true
  ) async throws(PictureFetchError) -> PictureFile {
    if Task.isCancelled { throw .canceled }
    if subject.ownPicture == nil, let since = goneSince(subject) {
      guard let path = subject.filePath else { throw .gone(since: since) }
      // What is at the path by now may be another photo.
      throw .file(path: path, reason: "it was missing when its folder was last read")
    }
    if let file = try ownFile(of: subject, longerSide: longerSide) { return file }
    var presumed = subject.presumed
    while true {
      guard let choice = RenditionChoice(of: subject.renditions + presumed, longerSide: longerSide) else {
        throw .noAddress
      }
      do throws(PictureFetchError) {
        return try await picture(
          of: subject, choice, priority, isPatient, takesSubstitute: isPatient && takesSubstitute)
      } catch {
        guard case .status(404, _) = error, let absent = presumed.firstIndex(of: choice.best) else {
          throw error
        }
        presumed.remove(at: absent)
      }
    }
  }

  /// Reads the picture of a photo for a size of the longer side in pixels, as
  /// ``picture(of:longerSide:priority:isPatient:takesSubstitute:)`` returns it.
  ///
  /// A file that is no picture is discarded. If it was kept from earlier, the picture is then made or fetched again.
  ///
  /// - Parameter read: Makes something of the file; throws `PictureError` if it is no picture.
  /// - Throws: `PictureFetchError`, and what `read` throws.
  @concurrent
  public func read<Made: Sendable>(
    _ subject: PictureSubject, longerSide: Int, priority: Int = 0, isPatient: Bool = true,
    takesSubstitute: Bool = true, by read: @Sendable (PictureFile) async throws -> Made
  ) async throws -> Made {
    var discarded: Set<Rendition> = []
    while true {
      let file = try await picture(
        of: subject, longerSide: longerSide, priority: priority, isPatient: isPatient,
        takesSubstitute: takesSubstitute)
      do {
        return try await read(file)
      } catch let error as PictureError {
        cache.forget(subject.flickrID, file.rendition)
        // A cache that cannot be written keeps what is damaged.
        guard file.isCached, discarded.insert(file.rendition).inserted else { throw error }
      }
    }
  }

  /// Returns the largest picture in the cache that is smaller than the one for a size of the longer side; `nil` if that one
  /// is in the cache itself, or none is.
  @concurrent
  public func preview(of subject: PictureSubject, longerSide: Int) async -> PictureFile? {
    if let own = subject.localPicture, own.place.exists {
      return localPictures.preview(of: subject, own, longerSide: longerSide)
    }
    guard let choice = RenditionChoice(of: subject.renditions + subject.presumed, longerSide: longerSide),
      samples?.path(of: subject.flickrID) == nil, cached([choice.best] + choice.larger, subject) == nil
    else { return nil }
    return cached(choice.smaller, subject)
  }

  /// Returns a picture of a photo that needs no transfer: one of the user's files, of the sample roll or of the cache, for a
  /// size of the longer side in pixels or else the largest smaller one; `nil` if there is none.
  ///
  /// - Throws: An error about a file of the user that cannot be read.
  @concurrent
  public func localPicture(
    of subject: PictureSubject, longerSide: Int
  ) async throws(PictureFetchError) -> PictureFile? {
    if let file = try ownFile(of: subject, longerSide: longerSide) { return file }
    if let path = samples?.path(of: subject.flickrID) { return try sample(path, subject) }
    guard let choice = RenditionChoice(of: subject.renditions + subject.presumed, longerSide: longerSide)
    else { return nil }
    return cached([choice.best] + choice.larger + choice.smaller, subject)
  }

  private func picture(
    of subject: PictureSubject, _ choice: RenditionChoice, _ priority: Int, _ isPatient: Bool,
    takesSubstitute: Bool
  ) async throws(PictureFetchError) -> PictureFile {
    if let file = cached([choice.best] + choice.larger, subject) { return file }
    if let path = samples?.path(of: subject.flickrID) { return try sample(path, subject) }
    let key = PictureQueue.Key(flickrID: subject.flickrID, rendition: choice.best)
    let url = TransferURL(choice.best.url)
    guard url.scheme == "http" || url.scheme == "https" else { throw .address(url) }
    if takesSubstitute, queue.withLock({ $0.isPaused(PictureAddress(url).host, at: .now) }),
      let file = cached(choice.smaller, subject)
    {
      return file.asSubstitute
    }
    return try await wait(for: key, of: subject, priority, isPatient, takesSubstitute: takesSubstitute).get()
  }

  /// Updates the priority of the pictures of photos; affects only transfers that have not started.
  ///
  /// - Complexity: O(*n*) in the number of requested pictures.
  public func prioritize(_ priority: [String: Int]) {
    queue.withLock { $0.prioritize(priority) }
  }

  /// Retries at once all requests that wait for a connection or after a failure; a pause that a host asked
  /// for continues.
  public func retryNow() {
    queue.withLock { $0.endWaiting() }
    pump()
  }

  /// The state of the fetching; ``PictureNotice/supply(_:)`` reports its changes.
  public var supply: PictureSupply { queue.withLock { $0.supply(at: .now) } }

  /// Returns a Boolean value that indicates whether the host of a picture is paused: a smaller picture that came in its place
  /// would come again.
  public func isPaused(_ subject: PictureSubject, longerSide: Int) -> Bool {
    let renditions = subject.renditions + subject.presumed
    guard let choice = RenditionChoice(of: renditions, longerSide: longerSide) else { return false }
    let host = PictureAddress(TransferURL(choice.best.url)).host
    return queue.withLock { $0.isPaused(host, at: .now) }
  }

  // MARK: Without the net

  /// Returns the picture of the user's own file; `nil` if there is no such file, or it cannot be read and Flickr may have the
  /// picture, too.
  private func ownFile(
    of subject: PictureSubject, longerSide: Int
  ) throws(PictureFetchError) -> PictureFile? {
    guard let own = subject.localPicture else { return nil }
    do throws(PictureFetchError) {
      return try localPictures.picture(of: subject, own, longerSide: longerSide)
    } catch {
      guard subject.ownPicture != nil, !subject.renditions.isEmpty, goneSince(subject) == nil else {
        throw error
      }
      return nil
    }
  }

  private func goneSince(_ subject: PictureSubject) -> Date? { queue.withLock { $0.goneSince(subject) } }

  private func sample(_ path: String, _ subject: PictureSubject) throws(PictureFetchError) -> PictureFile {
    guard let (bytes, _) = CacheFile.read(path, sizes: 0...PictureCache.largestPicture),
      PictureFormat(served: bytes) != nil,
      // The roll has one picture for all sizes, as large as the largest public one.
      let choice = RenditionChoice(of: subject.renditions, longerSide: RenditionChoice.largestSide)
    else { throw .sample(path: path) }
    return PictureFile(bytes: bytes, rendition: choice.best)
  }

  private func cached(_ renditions: [Rendition], _ subject: PictureSubject) -> PictureFile? {
    for rendition in renditions {
      if let bytes = cache.read(subject.flickrID, rendition) {
        return PictureFile(bytes: bytes, rendition: rendition).asCached
      }
    }
    return nil
  }

  // MARK: Waiting

  private func wait(
    for key: PictureQueue.Key, of subject: PictureSubject, _ priority: Int, _ isPatient: Bool,
    takesSubstitute: Bool
  ) async -> Result<PictureFile, PictureFetchError> {
    let number = queue.withLock { $0.newNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = PictureQueue.Waiter(
          answer: continuation, isPatient: isPatient, takesSubstitute: takesSubstitute)
        let refusal = queue.withLock { queue -> PictureFetchError? in
          // Within the lock: a later cancellation finds the waiter there, and so does a later pause of the host.
          if Task.isCancelled { return .canceled }
          if let refusal = queue.refusal(of: key, subject, isPatient: isPatient, at: .now) { return refusal }
          queue.join(key, waiter, number: number, subject: subject, priority: priority)
          return nil
        }
        if let refusal { return continuation.resume(returning: .failure(refusal)) }
        pump()
      }
    } onCancel: {
      let left = queue.withLock { $0.cancel(key, number: number) }
      left?.task?.cancel()
      left?.waiter.answer.resume(returning: .failure(.canceled))
    }
  }

  /// Offers smaller pictures to the patient waiters for a paused host.
  func offerSubstitutes(for keys: [PictureQueue.Key]) {
    for key in keys {
      guard let subject = queue.withLock({ $0.requests[key]?.subject }),
        let choice = RenditionChoice(
          of: subject.renditions + subject.presumed, longerSide: key.rendition.longerSide ?? .max),
        let file = cached(choice.smaller, subject)
      else { continue }
      carryOut(queue.withLock { $0.offer(key, file.asSubstitute) })
    }
  }

  // MARK: Notifications

  /// Performs the consequences of a response.
  func carryOut(_ outcome: PictureQueue.Outcome) {
    for task in outcome.cancelable { task.cancel() }
    if let subject = outcome.gone {
      cache.forget(subject.flickrID)
      Task { [weak self, gonePictures, notify] in
        // Only the library knows when the photo is shown again. What it cannot record stays known here, and the next fetcher
        // detects it again.
        if let gonePictures, (try? await gonePictures.record(subject, since: .now)) == true {
          self?.queue.withLock { $0.forgetGone(subject) }
        }
        notify(.gone(id: subject.flickrID))
      }
    }
    for (continuation, result) in outcome.answers { continuation.resume(returning: result) }
  }

  func notifySupply() {
    // The lock keeps the order: otherwise another thread could report a later state first.
    notifiedSupply.withLock { notified in
      let supply = supply
      guard supply != notified else { return }
      notified = supply
      notify(.supply(supply))
    }
  }

  func report(_ error: PictureCacheError) {
    let isNews = queue.withLock { queue in
      defer { queue.hasReportedCache = true }
      return !queue.hasReportedCache
    }
    if isNews { notify(.cache(error)) }
  }
}
