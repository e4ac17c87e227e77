internal import Synchronization

/// A value that is made when it is first needed, by one thread while others wait.
final class MadeOnce<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// Returns the value, which `make` makes if it is needed for the first time.
  ///
  /// - Precondition: `make` does not need this value itself.
  func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
