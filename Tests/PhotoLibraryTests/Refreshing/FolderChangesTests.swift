import Flickr
import Foundation
import PhotoFiles
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@Suite("Changes in the folder of a source", .timeLimit(.minutes(10)))
struct FolderChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String) throws { try Data([1]).write(to: folder.url.appending(path: name)) }

  private func changes() throws -> AsyncStream<Void> {
    let client = FlickrClient(transfer: TransferClient())
    let refresher = Refresher(source: .folder(folder.url.path), client: client)
    return try #require(refresher.folderChanges())
  }

  @Test("come as elements, and end with the task")
  func elements() async throws {
    let changes = try changes()
    let count = Mutex(0)
    let counting = Task { for await _ in changes { count.withLock { $0 += 1 } } }
    // The watch begins in the background: until then, a change is repeated.
    for round in 0..<3 {
      var part = 0
      while count.withLock({ $0 }) <= round {
        try write("\(round) \(part).jpg")
        part += 1
        await Task.yield()
      }
    }
    counting.cancel()
    await counting.value
  }

  @Test("are one element if nothing has asked for it meanwhile")
  func joined() async throws {
    let changes = try changes()
    // Another watch shows that the system has reported each change.
    let watch = try #require(FolderWatch(path: folder.url.path))
    let count = Mutex(0)
    let counting = Task { for await _ in watch.changes { count.withLock { $0 += 1 } } }
    for round in 0..<20 {
      var part = 0
      while count.withLock({ $0 }) <= round {
        try write("\(round) \(part).jpg")
        part += 1
        await Task.yield()
      }
    }
    counting.cancel()
    await counting.value
    // A canceled task gets no more than the elements that wait.
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var number = 0
      for await _ in changes { number += 1 }
      return number
    }
    #expect(await waiting.value <= 1)
  }
}
