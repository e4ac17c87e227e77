import ListChanges
import ObjectGraph

/// Reading the list again when it is unknown which of its rows have changed (`ContextChanges.isReload`).
extension FetchedResultsController: AsynchronousWorker {
  /// Reads the list again, and reports the differences: in the background for a list of the main context, and at once
  /// in a background context, which may block.
  ///
  /// Rows that are in both lists keep their identity; they count as updated only if the context reports them so.
  func readAgain() {
    guard !willReadAgain else { return }
    willReadAgain = context.runLater(self)
    if willReadAgain { return }
    do {
      report(try readAgainAtOnce())
    } catch {
      onFailure?(error)
    }
  }

  /// A Boolean value that indicates whether rows may have changed that the context has not reported.
  var isStale: Bool { isFetched && shownReloads < reloads }

  /// Reads the list again off the isolation of the main context.
  package func work() async {
    willReadAgain = false
    // Another reading did this, or is in flight and ends with this.
    guard isStale, changedWhileReading == nil else { return }
    do {
      // A later reading has taken over, or was canceled itself.
      if try await !turn(to: query, nextNumber(), nil) { followChanges() }
    } catch {
      onFailure?(error)
    }
  }

  /// - Complexity: O(*n* log *n*) in the number of rows, in the context's isolation.
  private func readAgainAtOnce() throws -> SectionedChanges {
    let former = list.arrangement
    let fresh = try fetchAtOnce()
    let isComparable = former.rows.count + fresh.arrangement.rows.count <= Self.comparisonLimit
    let changes =
      isComparable
      ? ListDifference(from: former, to: fresh.arrangement).changes() : SectionedChanges(isReload: true)
    if changes.isReload { willReload?() }
    show(fresh, query, reloads)
    return changes
  }
}
