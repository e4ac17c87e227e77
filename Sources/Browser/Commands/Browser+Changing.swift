import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of the library.
extension Browser {
  /// Performs work that reads and then changes the library, and reports its failure.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, and the work may be performed
  /// several times until then (`ManagedObjectContext.whenAtHand`).
  func attemptChange(_ work: @escaping () throws -> Void) {
    attempt { try whenAtHand(work) }
  }

  /// Performs work as ``attemptChange(_:)`` does, and throws its error if the library is on this machine.
  func whenAtHand(_ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    attemptChanges(1) {
      try work()
      return false
    }
  }

  /// Performs work up to some number of times, until it returns `false`, and reports its failure; then ends.
  func attemptChanges(
    _ times: Int, _ work: @escaping () throws -> Bool, then end: @escaping () -> Void = {}
  ) {
    guard library.isRemote else {
      attempt { for _ in 0..<times { guard try work() else { break } } }
      return end()
    }
    surface.holdInput(atMost: Self.longestReading) { [weak self, library] in
      await self?.report {
        for _ in 0..<times { guard try await library.context.whenAtHand(work) else { break } }
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
