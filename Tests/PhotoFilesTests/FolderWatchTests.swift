import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoFiles

@Suite("A watch on a folder", .timeLimit(.minutes(10)))
struct FolderWatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([1]).write(to: url)
  }

  private final class Count: Sendable {
    let value = Atomic(0)
  }

  @Test("Files that are written, moved and deleted are noticed, in folders that are new as well")
  func changes() async throws {
    try write("a/b/x.jpg")
    let watch = try #require(FolderWatch(path: folder.url.path))
    let count = Count()
    let counting = Task { for await _ in watch.changes { count.value.add(1, ordering: .relaxed) } }
    // The watch begins in the background, and a folder is watched a moment after it is made: until then, a change is
    // repeated.
    func expectChange(_ change: (Int) throws -> Void) async throws {
      let before = count.value.load(ordering: .relaxed)
      var number = 0
      while count.value.load(ordering: .relaxed) == before {
        try change(number)
        number += 1
        await Task.yield()
      }
    }
    let root = folder.url
    try await expectChange { try write("a/b/\($0).jpg") }
    try await expectChange { try write("new \($0)/below/x.jpg") }
    try await expectChange { try write("new 0/below/\($0).jpg") }
    try await expectChange { number in
      let isThere = number.isMultiple(of: 2)
      try FileManager.default.moveItem(
        at: root.appending(path: isThere ? "new 0" : "moved"),
        to: root.appending(path: isThere ? "moved" : "new 0"))
    }
    counting.cancel()
    await counting.value
  }

  @Test("Folders that are made one in the other at once are all watched")
  func nested() async throws {
    let watch = try #require(FolderWatch(path: folder.url.path))
    let count = Count()
    let counting = Task { for await _ in watch.changes { count.value.add(1, ordering: .relaxed) } }
    for number in 0..<200 {
      let deepest = "\(number)/a/b/c/d"
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: deepest), withIntermediateDirectories: true)
      let end = ContinuousClock.now + .seconds(600)
      // The changes that were told of the folders end with one of the deepest, so the first files may be covered by them.
      for file in 0..<3 {
        let before = count.value.load(ordering: .relaxed)
        var part = 0
        while count.value.load(ordering: .relaxed) == before {
          try Data([1]).write(to: folder.url.appending(path: "\(deepest)/\(file) \(part).jpg"))
          part += 1
          try await Task.sleep(for: .milliseconds(1))
          try #require(ContinuousClock.now < end, "\(deepest) is not watched")
        }
      }
    }
    counting.cancel()
    await counting.value
  }

  @Test(
    "A folder is watched that was made when more had changed than the system remembers, and the others stay watched"
  )
  func overflow() async throws {
    try write("early/x.jpg")
    let (root, early, late) = (folder.url.path, folder.url.path + "/early", folder.url.path + "/late")
    let queue = DispatchQueue(label: "overflow")
    let watch = try #require(FolderWatch(path: root, queue: queue))
    try await until { watch.folders == [root, early] }
    let former = watch.numberedFolders
    queue.suspend()
    try flood("")
    try write("late/x.jpg")
    queue.resume()
    try await until { watch.folders == [root, early, late] }
    #expect(watch.numberedFolders.filter { $0.value != late } == former)
  }

  @Test("A folder is watched again that was deleted when more had changed than the system remembers")
  func deletedInOverflow() async throws {
    let root = folder.url.appending(path: "photos")
    try write("photos/x.jpg")
    let queue = DispatchQueue(label: "overflow")
    let watch = try #require(FolderWatch(path: root.path, queue: queue))
    try await until { watch.folders.contains(root.path) }
    queue.suspend()
    try flood("photos/")
    try FileManager.default.removeItem(at: root)
    queue.resume()
    try await until { watch.folders.isEmpty }
    try write("photos/x.jpg")
    try await until { watch.folders == [root.path] }
  }

  /// Changes more in a folder than the system remembers.
  private func flood(_ prefix: String) throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    for number in 0...events {
      try? FileManager.default.removeItem(at: try file("\(prefix)\(number % 2).jpg"))
    }
  }

  @Test("A folder is watched again that was deleted or moved away, and one that was not there at first")
  func replaced() async throws {
    let root = folder.url.appending(path: "disk/photos")
    let watch = try #require(FolderWatch(path: root.path))
    let count = Count()
    let counting = Task { for await _ in watch.changes { count.value.add(1, ordering: .relaxed) } }
    func expectWatched() async throws {
      let before = count.value.load(ordering: .relaxed)
      try write("disk/photos/a/x.jpg")
      try await until { watch.folders == [root.path, root.path + "/a"] }
      try await until { count.value.load(ordering: .relaxed) > before }
    }
    try await expectWatched()
    try FileManager.default.removeItem(at: folder.url.appending(path: "disk"))
    try await until { watch.folders.isEmpty }
    try await expectWatched()
    try FileManager.default.moveItem(at: root, to: folder.url.appending(path: "elsewhere"))
    try await until { watch.folders.isEmpty }
    try await expectWatched()
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "disk"), to: folder.url.appending(path: "former"))
    try await until { watch.folders.isEmpty }
    try await expectWatched()
    counting.cancel()
    await counting.value
  }

  /// Writes an empty file, and returns its location.
  private func file(_ name: String) throws -> URL {
    let url = folder.url.appending(path: name)
    try Data().write(to: url)
    return url
  }

  @Test("Nothing is noticed without a change, and reading is none")
  func silence() async throws {
    try write("a/x.jpg")
    let watch = try #require(FolderWatch(path: folder.url.path))
    let first = Task {
      for await _ in watch.changes { return true }
      return false
    }
    for _ in 0..<20 {
      _ = try Data(contentsOf: folder.url.appending(path: "a/x.jpg"))
      _ = Array(FolderWalk(from: folder.url.path))
      await Task.yield()
    }
    first.cancel()
    #expect(await first.value == false)
  }
}
