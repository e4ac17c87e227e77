import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Changes of a library on another machine, which wait while the machine does not answer.
extension Browser {
  /// Makes a change after those that wait; it waits as well if the server of the library does not answer.
  func make(
    _ name: String, as kind: WaitingChange.Kind = .edit, _ work: @escaping () async throws -> Void,
    onFailure fail: @escaping (any Error) -> Void
  ) async {
    await makeEarlierChanges()
    if let reason = reasonToWait { return postpone(kind, name, because: reason, work, onFailure: fail) }
    do {
      try await work()
    } catch let error as any ConnectionError where error.isOutage {
      postpone(kind, name, because: error, work, onFailure: fail)
    } catch {
      fail(error)
    }
  }

  /// Makes what waits, unless the library is known to be unreadable: the server may have come back a moment ago.
  func makeEarlierChanges() async {
    if session.canReadLibrary { await waitingChangesMade() }
  }

  /// The reason why any change must wait; nil if it need not.
  ///
  /// An undo that waits would take back the wrong change if another one were made before it. While the library cannot be
  /// read, nothing that waits is tried, and another change must not overtake it.
  var reasonToWait: (any Error)? {
    let first = session.waiting.first { $0.kind != .edit }
    return (first ?? (session.isUnreadable ? session.waiting.last : nil))?.reason
  }

  /// Keeps a change until the server of the library answers.
  func postpone(
    _ kind: WaitingChange.Kind, _ name: String, because reason: any Error,
    _ work: @escaping () async throws -> Void, onFailure fail: @escaping (any Error) -> Void
  ) {
    session.waiting.append(
      WaitingChange(
        kind: kind, name: name, reason: reason, earlierChanges: lists.trail.places.count, work: work,
        fail: fail))
    let hint = hint(kind == .undo ? .redo : .undo, "takes it back")
    toasts.show(Toast(.info, "Waits until the library answers: \(name)", hint: hint))
    guard session.waiting.count == 1 else { return }
    // A short cut of one connection is not reported as an outage, and so its end is not reported either.
    Task { [weak self] in
      repeat {
        try? await Task.sleep(for: .seconds(1))
        guard let self else { return }
        if session.canReadLibrary, departure == nil { makeWaitingChanges() }
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
        try await change.work()
      } catch let error as any ConnectionError where error.isOutage {
        return
      } catch {
        // A server that refuses the library refuses every change; this one is made when the server shows the library again.
        if session.isUnreadable { return }
        change.fail(error)
      }
      session.waiting.removeFirst()
    }
  }

  /// Takes back the newest of the changes that wait for the server of the library; returns `false` if it is of another kind,
  /// if another change is newer, or if it is being made.
  func takeBackWaitingChange(_ isWanted: (WaitingChange.Kind) -> Bool) -> Bool {
    // The first one is that which is being made.
    guard session.making == nil || session.waiting.count > 1 else { return false }
    guard let change = session.waiting.last, isWanted(change.kind),
      change.earlierChanges >= lists.trail.places.count
    else { return false }
    session.waiting.removeLast()
    toasts.show(Toast(.info, "Waits no longer: \(change.name)"))
    return true
  }

  /// The names of the changes that are not in the library.
  var unsavedChanges: [String] {
    let edits = library.unsavedEdits
    // One that is being made can be saved already, under the same name.
    let running = session.running.map(\.name).filter { !edits.contains($0) }
    return edits + running + session.waiting.map(\.name)
  }
}
