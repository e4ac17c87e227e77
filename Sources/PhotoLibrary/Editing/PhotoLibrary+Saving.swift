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
  public func savesFinished(within limit: Duration) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let waiting = Task {
      await savesFinished()
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

  /// Publishes the unsaved changes of the context under the name of the edit.
  ///
  /// Edits whose save failed are unsaved changes of the context again, and belong to this save.
  @discardableResult
  func save(_ name: String?) throws -> PendingSave {
    let pending = try context.publish()
    let failed = unsaved.filter { $0.failure != nil }
    unsaved.removeAll { $0.failure != nil }
    lastSave += 1
    let number = lastSave
    var save = UnsavedEdits(number: number, names: failed.flatMap(\.names) + [name].compactMap { $0 })
    // The library must live until the store has committed the changes.
    save.observation = Task {
      do {
        try await pending.committed()
        unsaved.removeAll { $0.number == number }
      } catch {
        if let index = unsaved.firstIndex(where: { $0.number == number }) { unsaved[index].failure = error }
      }
    }
    unsaved.append(save)
    return pending
  }
}
