import Flickr
import Foundation
import TestSupport
import Testing

@testable import PictureFetching

@Suite("A cache of pictures that many write at once", .timeLimit(.minutes(10)))
struct PictureSharingTests {
  private static let limit = 4_000_000

  /// A picture of 10 to 70 KB, the same for the same id.
  private static func picture(_ id: String) -> [UInt8] {
    let seed = LoopbackPictures.seed(of: id)
    return LoopbackJPEG.bytes(width: 8, height: 8)
      + [UInt8](repeating: UInt8(seed % 256), count: 10_000 + 60 * seed)
  }

  /// Stores and reads pictures until four times the limit has been written.
  ///
  /// Returns whether everything that was read was whole.
  private static func work(_ path: String, seed: Int) -> Bool {
    let cache = PictureCache(folder: URL(fileURLWithPath: path), sizeLimit: limit)
    var written = 0
    var number = seed
    while written < 4 * limit {
      number += 1
      // Some are everybody's, some one's own.
      let id = number.isMultiple(of: 3) ? "\(number % 50)" : "\(seed)-\(number)"
      let bytes = picture(id)
      do { try cache.store(bytes, of: id, Rendition(id)) } catch { return false }
      written += bytes.count
      if let read = cache.read(id, Rendition(id)), read != bytes { return false }
    }
    // What is to be tidied in the background ends before the process does.
    cache.tidying.sync {}
    return true
  }

  private func expectWithinLimit(_ path: String) async {
    let cache = PictureCache(folder: URL(fileURLWithPath: path), sizeLimit: Self.limit)
    let check = await cache.check()
    #expect(check.bytes <= Self.limit && check.bytes > Self.limit / 2)
    #expect(check.leftovers == 0 && check.foreign == 0)
    // What is written while another one counts can be counted twice, until it is counted next.
    #expect(abs(cache.size - check.bytes) < Self.limit / 10)
    cache.tidy()
    await cache.tidied()
    #expect(cache.size == check.bytes)
  }

  @Test("keeps to its limit, counts right and gives whole pictures, with eight caches in one process")
  func threads() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pictures")
    await withTaskGroup(of: Bool.self) { group in
      for seed in 1...8 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Self.work(path, seed: seed * 1_000)) }.start()
          }
        }
      }
      for await isSound in group { #expect(isSound) }
    }
    await expectWithinLimit(path)
  }

  @Test("keeps to its limit, counts right and gives whole pictures, with two processes")
  func processes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pictures")
    async let first: Void = run(path, 1_000)
    async let second: Void = run(path, 2_000)
    _ = await (first, second)
    await expectWithinLimit(path)
  }

  private func run(_ path: String, _ seed: Int) async {
    await #expect(processExitsWith: .success) { [path = path as String, seed = seed as Int] in
      exit(Self.work(path, seed: seed) ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("is left whole by a process that is killed in the middle of writing")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pictures")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      Thread {
        usleep(100_000)
        kill(getpid(), SIGKILL)
      }.start()
      while Self.work(path, seed: 1_000) {}
    }
    #expect(Self.work(path, seed: 2_000))
    let cache = PictureCache(folder: URL(fileURLWithPath: path), sizeLimit: Self.limit)
    cache.tidy()
    await cache.tidied()
    let check = await cache.check()
    #expect(check.bytes <= Self.limit && check.leftovers <= 1 && check.foreign == 0)
    #expect(cache.size == check.bytes)
  }
}
