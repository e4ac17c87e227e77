internal import ObjectModel
internal import ObjectStore

/// Changing objects without waiting for a store on another machine.
extension ManagedObjectContext {
  /// Runs `body` when all that it reads is at hand, and returns its result.
  ///
  /// If the store is on another machine (`PersistentStore.isRemote`), `body` first runs without waiting. What it lacked is
  /// read off the context's isolation, and `body` runs again, until it lacks nothing. Its requests are answered from those
  /// readings. So `body` must do the same each time, and have no effects before it has read everything. A body that
  /// changes objects says where its reading ends:
  ///
  /// ```swift
  /// try await context.whenAtHand {
  ///   let others = try context.fetch(FetchRequest<Photo>(where: Photo.photographer == photographer))
  ///   try context.requireAtHand()
  ///   for photo in others { context.delete(photo) }
  ///   try context.publish()
  /// }
  /// ```
  ///
  /// With a store on this machine, in a child, and while the context is pinned, `body` runs once. What it reads after
  /// ``requireAtHand()`` and was not read before is waited for, as is everything after some attempts, while other programs keep
  /// changing the rows. Objects with the unique values of a row that is not at hand (``readDuplicates(of:_:)``) are merged with it when the store commits them.
  ///
  /// - Precondition: `body` changes no objects before it has called ``requireAtHand()``, and makes no
  ///   ``DictionaryRequest``.
  /// - Throws: The errors of `body`, `CancellationError` when the task is canceled, and the errors of the store.
  public func whenAtHand<Result>(_ body: () throws -> Result) async throws -> Result {
    guard readsRemotely else { return try body() }
    let answers = AnswersUntilChange()
    let observation = observe { _ in answers.drop() }
    defer { withExtendedLifetime(observation) {} }
    // The context can be pinned during a reading.
    for _ in 0..<Self.attemptsAtHand where readsRemotely {
      let reader = AnsweringReader(readerBeneath, answers.answers)
      if let result = try attempt(body, reader) { return result }
      let (questions, asked) = (reader.questions, answers.number)
      let found = try await coordinator.readCancellably { [known = answers.answers] reader in
        var found = known
        try found.read(questions, from: reader)
        return found
      }
      processPendingChanges()
      // An object must not get a row that is older than a change that was merged.
      if answers.number == asked { answers.answers = found }
    }
    return try body()
  }

  /// Runs `body` with a reader that does not wait.
  ///
  /// - Returns: The result of `body`, or `nil` if it lacked something.
  private func attempt<Result>(_ body: () throws -> Result, _ reader: AnsweringReader) throws -> Result? {
    // Delete rules must not be applied where members can be missing.
    processPendingChanges()
    let outer = (missing.answering, missing.forbidsChanges)
    (missing.answering, missing.forbidsChanges) = (reader, true)
    defer { (missing.answering, missing.forbidsChanges) = outer }
    do {
      let result = try body()
      return reader.mayWait || reader.questions.isEmpty ? result : nil
    } catch  where !reader.mayWait && !reader.questions.isEmpty {
      // Without what it lacked, `body` could not come to the right error.
      return nil
    }
  }

  /// Throws an error if something is missing that the body of ``whenAtHand(_:)`` has read so far, and permits changes.
  ///
  /// Elsewhere, the call has no effect.
  ///
  /// - Throws: `FetchError.wouldWait`, which `body` must pass on.
  public func requireAtHand() throws {
    guard let reader = missing.answering else { return }
    guard reader.questions.isEmpty else { throw FetchError.wouldWait }
    reader.mayWait = true
    missing.forbidsChanges = false
  }

  /// Performs a reading for each element, and returns the results; in ``whenAtHand(_:)``, all of them go to the store together.
  ///
  /// Otherwise each reading of a body costs a round trip, because the body ends at the first that lacks something.
  ///
  /// - Throws: The first error of a reading, but `FetchError.wouldWait` only after all of them.
  public func readTogether<Element, Result>(
    _ elements: some Sequence<Element>, _ read: (Element) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    var wouldWait = false
    for element in elements {
      do {
        results.append(try read(element))
      } catch FetchError.wouldWait {
        wouldWait = true
      }
    }
    if wouldWait { throw FetchError.wouldWait }
    return results
  }

  /// More readings than a chain of requests has links.
  private static var attemptsAtHand: Int { 16 }

  /// Answers of a store, which are dropped when the context merges changes.
  private final class AnswersUntilChange {
    var answers = AnsweringReader.Answers()
    /// The number of times that answers were dropped.
    private(set) var number = 0

    func drop() {
      answers = AnsweringReader.Answers()
      number += 1
    }
  }
}
