import Foundation
import ObjectGraph
import SQLiteStore
import Synchronization

/// The write lock of a library, held as by another program that is writing to it.
final class WriteLock: Sendable {
  private let release = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  /// Takes the lock of the library of `home`, and returns when it is held.
  init(of home: Home) async throws {
    let path = home.library + "/library.sqlite"
    let store = try SQLiteStore(path: path, model: try SQLiteStore.model(at: path))
    let (release, released) = (release, released)
    try await withCheckedThrowingContinuation { (held: CheckedContinuation<Void, any Error>) in
      Thread {
        defer { released.signal() }
        let isHeld = Mutex(false)
        do {
          try store.makeWriter().transaction(.normal) { _ in
            isHeld.withLock { $0 = true }
            held.resume()
            release.wait()
          }
        } catch {
          if !isHeld.withLock({ $0 }) { held.resume(throwing: error) }
        }
      }.start()
    }
  }

  deinit { release.signal() }

  /// Ends the transaction, and returns when the lock is free.
  func end() async {
    release.signal()
    await withCheckedContinuation { continuation in
      let released = released
      Thread {
        released.wait()
        continuation.resume()
      }.start()
    }
  }
}
