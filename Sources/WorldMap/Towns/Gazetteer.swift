public import Foundation
import Synchronization

/// The towns of a file, which is read when they are needed first.
public final class Gazetteer: Sendable {
  private let file: URL?
  /// The towns, or the reason why there are none, once they were read.
  private let known = Mutex<Result<Towns, any Error>?>(nil)

  /// Creates a gazetteer of a file; without towns for `nil`.
  public init(file: URL? = nil) { self.file = file }

  /// The towns; none if the file cannot be read.
  ///
  /// The first caller reads the file, which takes some milliseconds, and others wait for it.
  public var towns: Towns { (try? read()) ?? Towns() }

  /// The towns, without waiting for them; `nil` if the file was not read.
  public var knownTowns: Towns? { known.withLockIfAvailable { known in try? known?.get() } ?? nil }

  /// Reads the file in the background, unless it was read, and returns the towns.
  ///
  /// - Throws: Errors of the file.
  @concurrent
  @discardableResult
  public func load() async throws -> Towns { try read() }

  private func read() throws -> Towns {
    let result = known.withLock { known in
      let result = known ?? Result { try Self.towns(of: file) }
      known = result
      return result
    }
    return try result.get()
  }

  private static func towns(of file: URL?) throws -> Towns {
    guard let file else { return Towns() }
    return Towns(try String(contentsOf: file, encoding: .utf8))
  }
}
