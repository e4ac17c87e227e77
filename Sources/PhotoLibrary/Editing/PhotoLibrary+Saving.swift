import ObjectGraph

/// The edits that are not in the store yet.
extension PhotoLibrary {
  /// The names of the edits that are not in the store, oldest first: those whose save is pending, and those whose save
  /// failed.
  public var unsavedEdits: [String] { unsaved.flatMap(\.names) }

  /// The reason why an edit could not be saved; nil when no save failed since the last successful one.
  public var saveFailure: (any Error)? { unsaved.lazy.compactMap(\.failure).last }

  /// Waits until every pending save has been committed or has failed.
  public func savesFinished() async {
    while let save = unsaved.first(where: { $0.failure == nil }) { await save.observation?.value }
  }

  /// Waits until every pending save has been committed or has failed, at most for `limit`.
  ///
  /// - Returns: A Boolean value that indicates whether no save is pending any more.
  public func savesFinished(within limit: Duration) async -> Bool {
    await Self.wait(atMost: limit) { [self] in await savesFinished() }
    return unsaved.allSatisfy { $0.failure != nil }
  }

  /// Returns when `work` has ended, or after `limit`, when it is canceled.
  public static func wait(atMost limit: Duration, for work: @escaping @MainActor () async -> Void) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let waiting = Task {
      await work()
      end.yield()
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      end.yield()
    }
    for await _ in ends { break }
    waiting.cancel()
    timer.cancel()
  }

  /// Retries the edits whose save failed.
  ///
  /// Does nothing if no save failed.
  ///
  /// - Throws: The errors of ``ObjectGraph/ManagedObjectContext/publish()``.
  public func saveAgain() throws {
    if saveFailure != nil { try save(nil) }
  }

  /// Removes the name of the latest edit that has it, which was taken back before it was saved.
  func forgetEdit(_ name: String) {
    guard let index = unsaved.lastIndex(where: { $0.names.contains(name) }),
      let place = unsaved[index].names.lastIndex(of: name)
    else { return }
    unsaved[index].names.remove(at: place)
    if unsaved[index].names.isEmpty { unsaved.remove(at: index) }
  }

  /// Records that the files of an edit stay at their new places although these could not be saved.
  func leaveFilesMoved(by name: String) {
    guard let index = unsaved.lastIndex(where: { $0.names.contains(name) }) else { return }
    unsaved[index].moves.append(name)
  }

  /// Publishes the unsaved changes of the context under the name of the edit.
  ///
  /// Edits whose save failed are unsaved changes of the context again, and belong to this save.
  @discardableResult
  func save(_ name: String?) throws -> PendingSave {
    let pending = try context.publish()
    let failed = unsaved.filter { $0.failure != nil }
    lastSave += 1
    let number = lastSave
    var save = UnsavedEdits(
      number: number, names: failed.flatMap(\.names) + [name].compactMap { $0 },
      moves: failed.flatMap(\.moves))
    // The library must live until the store has committed the changes.
    save.observation = Task {
      do {
        try await pending.committed()
        unsaved.removeAll { $0.number == number }
      } catch {
        if let index = unsaved.firstIndex(where: { $0.number == number }) { unsaved[index].failure = error }
      }
    }
    // In one step: without an unsaved edit, everything would seem to be in the store.
    unsaved = unsaved.filter { $0.failure == nil } + [save]
    return pending
  }
}
