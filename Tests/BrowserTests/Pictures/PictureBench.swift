import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import Pictures
import Synchronization
import Terminal
import TerminalPicturesSupport
import TestSupport
import Transfer

@testable import Browser
@testable import PictureFetching

/// A library whose pictures a host on this machine has, and what fetches them.
@MainActor final class PictureBench {
  let host: LoopbackPictures
  let library: TestLibrary
  let fetcher: PictureFetcher
  let bell = Bell()

  /// Creates a library of photos with the IDs 1, 2 and so on.
  ///
  /// - Parameters:
  ///   - count: The number of photos.
  ///   - atOnce: The largest number of transfers at the same time.
  ///   - delay: The time after which a failed picture is requested again.
  ///   - stallTime: The time without a byte after which a transfer ends.
  init(
    photos count: Int, atOnce: Int = 4, retriesAfter delay: Duration = .milliseconds(20),
    stallTime: Duration = .seconds(60)
  ) async throws {
    let host = try LoopbackPictures()
    self.host = host
    library = try await TestLibrary(
      (1...count).map { number in
        var record = PhotoRecord("\(number)", "Photo \(number)", by: "Ann")
        record.license = "4"
        record.renditions = host.renditions(of: "\(number)").map {
          Rendition(suffix: $0.suffix, url: $0.url, width: $0.width, height: $0.height)
        }
        return record
      })
    var policy = PictureFetchPolicy()
    policy.atOnce = atOnce
    policy.picture = RetryPolicy(attempts: 2, firstDelay: .milliseconds(5), longestDelay: delay)
    policy.host = RetryPolicy(attempts: .max, firstDelay: .milliseconds(5), longestDelay: .milliseconds(20))
    policy.limits.stallTime = stallTime
    let cache = PictureCache(folder: library.folder.url.appendingPathComponent("cache"))
    fetcher = PictureFetcher(cache: cache, client: TransferClient(), policy: policy)
  }

  func loader(_ graphics: Graphics = .kittyPlaceholders, looks: LookKeeper? = nil) -> PictureLoader {
    let loader = PictureLoader(fetcher: fetcher, context: library.context, looks: looks)
    loader.use(.of(graphics))
    loader.onChange = { [bell] _ in bell.ring() }
    return loader
  }

  func id(_ photo: Int) throws -> ManagedObjectID { try library.photo("\(photo)").objectID }

  func wishes(_ photos: Int..., box: Size = Size(width: 18, height: 7)) throws -> [PictureLoader.Wish] {
    try photos.map { .init(photo: try id($0), box: box) }
  }

  /// Returns the picture that the host has of a photo.
  func picture(_ id: String) throws -> Bitmap {
    try PictureDecoder.decode(LoopbackPictures.bytes(of: id, "s")).bitmap
  }

  /// Answers for a photo only after the host is let go.
  func hold(_ photo: Int, _ suffix: String = "s") {
    host.answer("\(photo)", .jpeg(LoopbackPictures.bytes(of: "\(photo)", suffix)).stalled(.beforeHeader))
  }

  /// Pauses the host for longer than any test takes, as it can ask for.
  func pauseHost() throws {
    let rendition = try library.photo("1").pictureSubject.renditions[0]
    let key = PictureQueue.Key(flickrID: "1", rendition: rendition)
    let host = PictureAddress(TransferURL(rendition.url)).host
    fetcher.queue.withLock {
      _ = $0.finish(
        key, number: 0, host: host, .busy(.seconds(3_600)), at: .now, PictureFetchPolicy())
    }
  }

  /// Returns when these are waited for, the nearest first; polls, as the fetcher posts no notification.
  func untilOrdered(_ photos: Int...) async throws {
    let ids = photos.map { "\($0)" }
    try await until { order == ids }
  }

  /// Returns when so many wait for pictures.
  func untilAsked(by count: Int) async throws {
    try await until {
      fetcher.queue.withLock { $0.requests.values.reduce(0) { $0 + $1.waiters.count } } == count
    }
  }

  private var order: [String] {
    let orders = fetcher.queue.withLock { $0.requests.values }
    return orders.sorted { ($0.priority, $0.number) < ($1.priority, $1.number) }.map(\.subject.flickrID)
  }
}

@MainActor extension PictureLoader {
  func picture(of wish: Wish) -> Picture? {
    if case .ready(let picture) = state(of: wish) { picture } else { nil }
  }

  func note(of wish: Wish) -> String? {
    if case .failed(let note) = state(of: wish) { note } else { nil }
  }
}
