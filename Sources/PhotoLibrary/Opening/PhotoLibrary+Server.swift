import Foundation
import ObjectGraph

/// The library on a server: its connection, and the history of its commits.
extension PhotoLibrary {
  /// The state of the connection to the server of a library.
  public enum ConnectionState: Sendable {
    /// The server does not answer, for this reason; what is shown may be out of date.
    case lost(any Error)
    /// The server answers, but the library cannot be read any more, for this reason; what is shown may be out of date.
    case unreadable(any Error)
    /// The library can be read again, and what is shown is current.
    case restored

    /// Makes the state of the connection from that of following other programs.
    init(_ state: FollowingState) {
      self =
        switch state {
        case .failed(let error as any ConnectionError) where error.isOutage: .lost(error)
        case .failed(let error): .unreadable(error)
        case .current: .restored
        }
    }
  }

  /// The changes of the state of the connection from now on; it ends at once for a library in a folder.
  public var connectionStates: AsyncStream<ConnectionState> {
    let (states, continuation) = AsyncStream<ConnectionState>.makeStream()
    guard opened.isRemote else {
      continuation.finish()
      return states
    }
    let following = container.coordinator.followingStates
    let task = Task {
      for await state in following { continuation.yield(ConnectionState(state)) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return states
  }

  /// Removes what the history of the commits has of more than a week ago.
  ///
  /// Browsers follow each other by the history, and read it within a second. A failure has no consequences: the next start
  /// tries again.
  ///
  /// - Complexity: O(*n*) in the number of removed commits.
  public func removeOldHistory() async {
    guard opened.isRemote, opened.obstacle == nil else { return }
    _ = try? await container.coordinator.purgeHistory(before: Date(timeIntervalSinceNow: -Self.historyAge))
  }

  /// The time for which the history of commits is kept, in seconds.
  private static let historyAge: TimeInterval = 7 * 86_400
}
