import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of the library.
extension Browser {
  /// Performs work that reads and then changes the library, and reports its failure.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, and the work may be performed
  /// several times until then (`ManagedObjectContext.whenAtHand`).
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - fail: Called with the error, instead of a message.
  func attemptChange(_ work: @escaping () throws -> Void, onFailure fail: ((any Error) -> Void)? = nil) {
    attemptChanges(1, onFailure: fail) {
      try work()
      return false
    }
  }

  /// Performs work as ``attemptChange(_:onFailure:)`` does, and throws its error if the library is on this machine.
  func whenAtHand(_ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    attemptChange(work)
  }

  /// Performs work up to some number of times, until it returns `false`, and reports its failure; then ends.
  func attemptChanges(
    _ times: Int, onFailure fail: ((any Error) -> Void)? = nil, _ work: @escaping () throws -> Bool,
    then end: @escaping () -> Void = {}
  ) {
    let fail = fail ?? { [toasts] in toasts.show(Toast(.error, "\($0)")) }
    guard library.isRemote else {
      do { for _ in 0..<times { guard try work() else { break } } } catch { fail(error) }
      return end()
    }
    surface.holdInput(atMost: Self.longestReading) { [weak self, library] in
      do {
        for _ in 0..<times { guard try await library.context.whenAtHand(work) else { break } }
      } catch {
        fail(error)
      }
      end()
      self?.surface.setNeedsFrame()
    }
  }

  /// The time for which keys wait for what a change reads from a server.
  private static let longestReading = Duration.seconds(10)

  /// Makes an undoable change, and notes where the cursors were.
  func changing(_ change: () throws -> Void) rethrows {
    let place = place
    try change()
    lists.trail.places.append(place)
  }

  /// Makes an undoable change that may find nothing to do, and notes where the cursors were if it changed something.
  ///
  /// - Returns: The result of the change.
  func changing<Result>(
    _ change: () throws -> Result, if hasChanged: (Result) -> Bool
  ) rethrows -> Result {
    let place = place
    let result = try change()
    if hasChanged(result) { lists.trail.places.append(place) }
    return result
  }
}
