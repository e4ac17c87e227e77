import ListChanges
import ObjectGraph

/// Reading the list again when it is unknown which of its rows have changed (`ContextChanges.isReload`).
extension FetchedResultsController: AsynchronousWorker {
  /// Reads the list again, and reports the differences: in the background for a list of the main context, and at once
  /// in a background context, which may block.
  ///
  /// Rows that are in both lists keep their identity; they count as updated only if the context reports them so. Only
  /// ``followChanges()`` calls it, so that changes which the reading itself makes known are processed afterwards.
  ///
  /// - Returns: `false` if the list could not be read.
  func readAgain() -> Bool {
    guard !willReadAgain else { return true }
    willReadAgain = context.runLater(self)
    if willReadAgain { return true }
    do {
      report(try readAgainAtOnce())
      return true
    } catch {
      onFailure?(error)
      return false
    }
  }

  /// A Boolean value that indicates whether rows may have changed that the context has not reported.
  var isStale: Bool { isFetched && shownReloads < reloads }

  /// Reads the list again off the isolation of the main context.
  package func work() async {
    willReadAgain = false
    // A list that is being compared with this one would be discarded; this one is read again afterwards.
    guard isStale, comparison == nil else { return }
    // Another reading is in flight and ends with this.
    guard changedWhileReading == nil else {
      dependsOnReading = true
      return
    }
    do {
      // A later reading has taken over, or was canceled itself.
      if try await !turn(to: query, nextNumber(), nil) { followChanges() }
    } catch {
      onFailure?(error)
    }
  }

  /// - Complexity: O(*n* log *n*) in the number of rows, in the context's isolation.
  private func readAgainAtOnce() throws -> SectionedChanges {
    let fresh = try fetchAtOnce(query)
    let former = list.arrangement
    let isComparable = former.rows.count + fresh.arrangement.rows.count <= Self.comparisonLimit
    let changes =
      isComparable
      ? ListDifference(from: former, to: fresh.arrangement).changes() : SectionedChanges(isReload: true)
    if changes.isReload { willReload?() }
    show(fresh, query, reloads)
    return changes
  }
}
