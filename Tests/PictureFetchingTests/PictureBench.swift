import Flickr
import Foundation
import Synchronization
import TestSupport
import Transfer

@testable import PictureFetching

/// A host of pictures, a cache in a folder of its own, and a fetcher between them.
final class PictureBench: Sendable {
  let folder: TemporaryFolder
  let host: LoopbackPictures
  let cache: PictureCache
  let fetcher: PictureFetcher
  let notices: PictureNotices

  /// A policy whose pauses are too short to be waited for.
  static var hurried: PictureFetchPolicy {
    var policy = PictureFetchPolicy()
    policy.picture = RetryPolicy(
      attempts: 3, firstDelay: .milliseconds(5), longestDelay: .milliseconds(20))
    policy.host = RetryPolicy(
      attempts: .max, firstDelay: .milliseconds(5), longestDelay: .milliseconds(20))
    policy.limits = TransferLimits(
      bodyBytes: 1 << 20, connectTime: .seconds(600), stallTime: .seconds(600), overallTime: .seconds(600))
    return policy
  }

  /// A policy whose pauses are longer than any test.
  static var patient: PictureFetchPolicy {
    var policy = hurried
    policy.picture = RetryPolicy(attempts: 3, firstDelay: .seconds(3_600), longestDelay: .seconds(3_600))
    policy.host = RetryPolicy(attempts: .max, firstDelay: .seconds(3_600), longestDelay: .seconds(3_600))
    return policy
  }

  /// Creates a host, and a fetcher with an empty cache.
  ///
  /// - Parameters:
  ///   - policy: How pictures are fetched.
  ///   - stallTime: The time without a byte after which a transfer ends; without one, that of the policy.
  ///   - cacheFolder: The folder of the cache.
  ///   - samples: The pictures of the sample roll.
  init(
    policy: PictureFetchPolicy = hurried, stallTime: Duration? = nil, cacheFolder: String = "cache",
    samples: SamplePictures? = nil
  ) throws {
    var policy = policy
    if let stallTime { policy.limits.stallTime = stallTime }
    folder = try TemporaryFolder()
    host = try LoopbackPictures()
    cache = PictureCache(folder: folder.url.appendingPathComponent(cacheFolder))
    let notices = PictureNotices()
    self.notices = notices
    fetcher = PictureFetcher(
      cache: cache, client: TransferClient(), samples: samples, policy: policy
    ) { notices.take($0) }
  }

  /// A photo whose pictures are on the host.
  func subject(_ id: String, only suffixes: Set<String>? = nil) -> PictureSubject {
    PictureSubject(flickrID: id, renditions: host.renditions(of: id, only: suffixes).map(Rendition.init))
  }

  /// Asks for a picture in a task of its own.
  func ask(
    _ id: String, longerSide: Int = 240, priority: Int = 0, isPatient: Bool = true,
    takesSubstitute: Bool = true
  ) -> Task<Result<PictureFile, PictureFetchError>, Never> {
    let subject = subject(id)
    return Task { [fetcher] in
      do throws(PictureFetchError) {
        return .success(
          try await fetcher.picture(
            of: subject, longerSide: longerSide, priority: priority, isPatient: isPatient,
            takesSubstitute: takesSubstitute))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns when `count` pictures are waited for; polls, as the fetcher posts no notification.
  func untilOrdered(_ count: Int) async throws {
    try await until { fetcher.queue.withLock { $0.requests.count } == count }
  }

  /// Returns when so many wait for pictures.
  func untilAsked(by count: Int) async throws {
    try await until {
      fetcher.queue.withLock { $0.requests.values.reduce(0) { $0 + $1.waiters.count } } == count
    }
  }
}

extension Rendition {
  init(_ rendition: LoopbackPictures.Rendition) {
    self.init(
      suffix: rendition.suffix, url: rendition.url, width: rendition.width, height: rendition.height)
  }

  /// A small picture of a photo, anywhere.
  init(_ id: String, _ suffix: String = "s", secret: String = "5ec3e7") {
    self.init(suffix: suffix, url: "https://live.staticflickr.com/1/\(id)_\(secret)_\(suffix).jpg")
  }
}

/// The notices of a fetcher.
final class PictureNotices: Sendable {
  private struct State {
    var notices: [PictureNotice] = []
    var waiting: [(PictureNotice, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var all: [PictureNotice] { state.withLock { $0.notices } }

  func take(_ notice: PictureNotice) {
    let arrived = state.withLock { state in
      state.notices.append(notice)
      let arrived = state.waiting.filter { $0.0 == notice }
      state.waiting.removeAll { $0.0 == notice }
      return arrived
    }
    for (_, continuation) in arrived { continuation.resume() }
  }

  /// Returns as soon as the notice was posted.
  func wait(for notice: PictureNotice) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if !state.notices.contains(notice) { state.waiting.append((notice, continuation)) }
        return state.notices.contains(notice)
      }
      if isThere { continuation.resume() }
    }
  }
}
