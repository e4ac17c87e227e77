import Flickr
import Foundation
import TestSupport
import Testing

@testable import PictureFetching

@Suite("A lock of the picture cache that a stopped process holds", .timeLimit(.minutes(10)))
struct HeldLockTests {
  private let folder: TemporaryFolder
  private let cache: PictureCache
  private let bytes = LoopbackJPEG.bytes(width: 8, height: 8) + [UInt8](repeating: 0, count: 10_000)

  init() async throws {
    folder = try TemporaryFolder()
    // No test holds a lock for so long.
    cache = PictureCache(
      folder: URL(fileURLWithPath: folder.path("pictures")), lockPatience: .seconds(3_600))
    try cache.store(bytes, of: "1", rendition)
    await cache.tidied()
  }

  private let rendition = Rendition(suffix: "s", url: "https://x.org/1.jpg")

  /// Takes the lock as another process would, until ``release(_:)``.
  private func hold(_ name: String) throws -> Int32 {
    let descriptor = open(folder.path("pictures/" + name), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    return descriptor
  }

  /// Ends the lock also for a process that another test is starting and that has inherited it (flock(2)).
  private func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  @Test(
    "A held lock does not prevent other processes from storing, reading and removing pictures",
    arguments: [".size", ".tidying"])
  func held(name: String) async throws {
    let lock = try hold(name)
    defer { release(lock) }
    try cache.store(bytes, of: "2", rendition)
    #expect(cache.read("2", rendition) == bytes)
    cache.forget("1")
    #expect(cache.read("1", rendition) == nil)
    #expect(await cache.check().pictures == 1)
    if name == ".size" { #expect(cache.size == 0) }
  }

  @Test("loses no count: what was stored and removed meanwhile is counted later")
  func postponed() async throws {
    let before = cache.size
    let lock = try hold(".size")
    try cache.store(bytes, of: "2", rendition)
    try cache.store(bytes, of: "3", rendition)
    cache.forget("1")
    release(lock)
    try cache.store(bytes, of: "4", rendition)
    await cache.tidied()
    #expect(cache.size == before + 2 * bytes.count)
  }

  @Test("An unknown count stays unknown until all pictures have been counted")
  func unknown() async throws {
    try Data().write(to: cache.folder.appendingPathComponent(".size"))
    do {
      let lock = try hold(".tidying")
      defer { release(lock) }
      for id in ["2", "3"] { try cache.store(bytes, of: id, rendition) }
      cache.forget("1")
      #expect(cache.total.value == nil)
    }
    await cache.tidied()
    #expect(cache.size == 2 * bytes.count)
  }

  @Test("A picture that is stored and removed again while all pictures are counted does not count")
  func removedWhileCounting() async throws {
    try Data().write(to: cache.folder.appendingPathComponent(".size"))
    do {
      let lock = try hold(".tidying")
      defer { release(lock) }
      try cache.store(bytes, of: "2", rendition)
      cache.forget("2")
      // As at the end of a sweep that found the first picture alone.
      cache.total.updateWaiting { _ in bytes.count }
      #expect(cache.total.update { $0 } == bytes.count)
    }
    await cache.tidied()
    #expect(cache.size == bytes.count)
  }

  @Test(
    "does not prevent other processes from evicting pictures, whose sizes are subtracted later",
    arguments: [".size", ".tidying"])
  func evicting(name: String) async throws {
    let lock = try hold(name)
    let small = PictureCache(folder: cache.folder, sizeLimit: 60_000, lockPatience: .zero)
    for id in 2...9 { try small.store(bytes, of: "\(id)", rendition) }
    await small.tidied()
    let check = await small.check()
    #expect(check.bytes <= 60_000 && check.pictures > 1)
    release(lock)
    if name == ".size" { #expect(small.total.update { $0 } == check.bytes) }
  }

  @Test("does not keep an examination of the cache from ending, and the count is right afterwards")
  func counting() async throws {
    let before = cache.size
    let impatient = PictureCache(folder: cache.folder, lockPatience: .zero)
    let lock = try hold(".size")
    try impatient.store(bytes, of: "2", rendition)
    await impatient.tidied()
    release(lock)
    try impatient.store(bytes, of: "3", rendition)
    #expect(impatient.size == before + 2 * bytes.count)
  }

  @Test("loses no count when nothing is stored afterwards")
  func lastPostponed() async throws {
    let before = cache.size
    let lock = try hold(".size")
    try cache.store(bytes, of: "2", rendition)
    release(lock)
    await cache.tidied()
    #expect(cache.size == before + bytes.count)
  }
}
