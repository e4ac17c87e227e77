import Dispatch

/// A gate that holds a thread until it is opened.
struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() { semaphore.signal() }
}
