import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of the library.
extension Browser {
  /// Performs work that reads and then changes the library, and reports its failure.
  ///
  /// If the library is on another machine, keys wait until what the work reads is at hand, and the work may be performed
  /// several times until then (`ManagedObjectContext.whenAtHand`). If the machine does not answer, the work waits until it
  /// does. So what the work changes must be chosen before: the photos under the cursor may be others then.
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
    holdingInput { [weak self] in
      do {
        // The server may have come back a moment ago.
        if self?.session.hasOutage == false { await self?.waitingChangesMade() }
        try await self?.library.context.whenAtHand(work)
      } catch let error as any ConnectionError where error.isOutage {
        self?.postpone(name, because: error, work, onFailure: fail)
      } catch {
        fail(error)
      }
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
    attemptTimes(1) {
      try work()
      return false
    }
  }

  /// Performs work up to some number of times, until it returns `false`, and reports its failure; then ends.
  func attemptTimes(
    _ times: Int, _ work: @escaping () throws -> Bool, then end: @escaping () -> Void = {}
  ) {
    guard library.isRemote else {
      do { for _ in 0..<times { guard try work() else { break } } } catch { show(error) }
      return end()
    }
    holdingInput { [weak self, library] in
      do {
        for _ in 0..<times { guard try await library.context.whenAtHand(work) else { break } }
      } catch {
        self?.show(error)
      }
      end()
    }
  }

  private func show(_ error: any Error) { toasts.show(Toast(.error, "\(error)")) }

  /// Has keys wait for work that reads from a server.
  private func holdingInput(_ work: @escaping @MainActor () async -> Void) {
    surface.holdInput(atMost: Self.longestReading) { [weak self] in
      await work()
      self?.surface.setNeedsFrame()
    }
  }

  /// The time for which keys wait for what a change reads from a server.
  private static let longestReading = Duration.seconds(10)

  // MARK: Changes that wait for the server

  /// Keeps a change until the server of the library answers.
  private func postpone(
    _ name: String, because reason: any Error, _ work: @escaping () throws -> Void,
    onFailure fail: @escaping (any Error) -> Void
  ) {
    session.waiting.append(
      WaitingChange(
        name: name, reason: reason, earlierChanges: lists.trail.places.count, work: work, fail: fail))
    unsavedDidChange()
    toasts.show(
      Toast(.info, "Waits until the library answers: \(name)", hint: hint(.undo, "takes it back")))
    guard session.waiting.count == 1 else { return }
    // A short cut of one connection is not reported as an outage, and so its end is not reported either.
    Task { [weak self] in
      repeat {
        try? await Task.sleep(for: .seconds(1))
        guard let self else { return }
        if !session.hasOutage, departure == nil { makeWaitingChanges() }
      } while self?.session.waiting.isEmpty == false
    }
  }

  /// Makes the changes that wait for the server of the library, as long as it answers.
  func makeWaitingChanges() {
    guard !session.waiting.isEmpty else { return }
    holdingInput { [weak self] in await self?.waitingChangesMade() }
  }

  /// Makes the changes that wait for the server of the library, and returns when none waits or the server does not answer.
  ///
  /// A second call waits for the first one, so that no change is made twice.
  func waitingChangesMade() async {
    guard !session.waiting.isEmpty else { return }
    let making = session.making ?? Task { await makeChangesInTurn() }
    session.making = making
    await making.value
  }

  private func makeChangesInTurn() async {
    defer { session.making = nil }
    while let change = session.waiting.first {
      do {
        try await library.context.whenAtHand(change.work)
      } catch let error as any ConnectionError where error.isOutage {
        return
      } catch {
        change.fail(error)
      }
      session.waiting.removeFirst()
      unsavedDidChange()
    }
  }

  /// Takes back the newest of the changes that wait for the server of the library; returns `false` if another change is newer,
  /// or it is being made.
  func takeBackWaitingChange() -> Bool {
    // The first one is that which is being made.
    guard session.making == nil || session.waiting.count > 1 else { return false }
    guard let change = session.waiting.last, change.earlierChanges >= lists.trail.places.count else {
      return false
    }
    session.waiting.removeLast()
    unsavedDidChange()
    toasts.show(Toast(.info, "Waits no longer: \(change.name)"))
    return true
  }

  /// The names of the changes that are not in the library.
  var unsavedChanges: [String] { library.unsavedEdits + session.waiting.map(\.name) }

  /// Has signals wait for what is not in the library yet.
  func unsavedDidChange() {
    surface.defersSignals = !unsavedChanges.isEmpty
  }

  // MARK: Undoable changes

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
