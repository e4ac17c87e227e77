import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of the library.
extension Browser {
  /// Performs work that reads and then changes the library, and reports its failure.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, and the work may be performed
  /// several times until then (`ManagedObjectContext.whenAtHand`). If the machine does not answer, the work waits until it
  /// does. So what the work changes must be chosen before: the photos under the cursor may be others then. The work must not
  /// start another change, which would be made after those that wait behind this one.
  ///
  /// - Parameters:
  ///   - name: The name of the change, as “deleting “Pier””.
  ///   - work: The work.
  ///   - fail: Called with the error, instead of a message.
  func attemptChange(
    _ name: String, _ work: @escaping () throws -> Void, onFailure fail: ((any Error) -> Void)? = nil
  ) {
    let fail = fail ?? show
    guard library.isRemote else {
      do { return try work() } catch { return fail(error) }
    }
    holdingInput { [weak self, library] in
      await self?.make(name, { try await library.context.whenAtHand(work) }, onFailure: fail)
    }
  }

  /// Starts work that changes the library in the background, and reports its failure.
  ///
  /// If the library is on another machine that does not answer, the work waits until it does. Work that the outage ends has
  /// changed nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the change.
  ///   - work: The work.
  ///   - end: Called when the work has ended, or waits.
  func startChange(
    _ name: String, _ work: @escaping () async throws -> Void, then end: @escaping () -> Void = {}
  ) {
    start { [weak self] in
      await self?.make(name, work) { self?.show($0) }
      end()
    }
  }

  /// Performs work as ``attemptChange(_:_:onFailure:)`` does, and throws its error if the library is on this machine.
  func change(_ name: String, _ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    attemptChange(name, work)
  }

  /// Performs work that reads the library, and throws its error.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, the work may be performed several
  /// times until then, and its error becomes a message.
  func whenAtHand(_ work: @escaping () throws -> Void) throws {
    guard library.isRemote else { return try work() }
    holdingInput { [weak self, library] in
      do { try await library.context.whenAtHand(work) } catch { self?.show(error) }
    }
  }

  /// Shows an error as a message.
  func show(_ error: any Error) { toasts.show(Toast(.error, "\(error)")) }

  /// Has keys wait for work that reads from a server.
  func holdingInput(_ work: @escaping @MainActor () async -> Void) {
    surface.holdInput(atMost: Self.longestReading) { [weak self] in
      await work()
      self?.surface.setNeedsFrame()
    }
  }

  /// The time for which keys wait for what a change reads from a server.
  private static let longestReading = Duration.seconds(10)

  // MARK: Undoable changes

  /// Makes a change, and records where the cursors were if there is something to undo.
  ///
  /// - Returns: The result of the change, and a Boolean value that indicates whether there is something to undo.
  @discardableResult
  func changing<Result>(_ change: () throws -> Result) rethrows -> (result: Result, isUndoable: Bool) {
    let place = place
    // What was changed before is a group of its own.
    library.context.processPendingChanges()
    let former = library.context.undoHistory?.recordedGroups
    let result = try change()
    let isUndoable = library.context.undoHistory?.recordedGroups != former
    if isUndoable { lists.trail.places.append(place) }
    return (result, isUndoable)
  }
}
