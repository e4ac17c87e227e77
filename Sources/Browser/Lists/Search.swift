import FetchedResults
import ListChanges
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// A search in the list that has the focus: finds all matches in the background, in the order of the list.
final class Search {
  /// The matches.
  private(set) var matches: [ManagedObjectID] = []
  /// The search text; empty without a search.
  private(set) var text = ""
  /// A Boolean value that indicates whether the matches are not known yet: there are none until then.
  var isSearching: Bool { request.isRunning }
  /// The pane that is searched.
  private(set) var pane = ListsScreen.Pane.master
  private let request = AwaitedRequest()
  private let reading = LatestReading()

  /// Begins a search for a text in a pane, which ends the former one; ``find(_:_:of:)`` and ``end(_:)`` must follow.
  ///
  /// - Returns: The number of the search.
  func begin(_ text: String, in pane: ListsScreen.Pane) -> Int {
    forget()
    self.text = text
    self.pane = pane
    let number = request.begin()
    if text.isEmpty { request.end(number) }
    return number
  }

  /// Finds what matches the query of a search in the store of its pane.
  ///
  /// - Returns: `false` if a later search superseded this one.
  func find(
    _ number: Int, _ query: StoreQuery, of coordinator: PersistentStoreCoordinator
  ) async throws -> Bool {
    guard isLatest(number) else { return false }
    if text.isEmpty { return true }
    do {
      let found = try await reading.read(in: coordinator) { try $0.fetchIDs(query) }
      guard isLatest(number) else { return false }
      matches = found
      return true
    } catch is CancellationError {
      return false
    }
  }

  /// Ends a search that has what it looked for, or has failed.
  func end(_ number: Int) { request.end(number) }

  /// Returns a Boolean value that indicates whether no later search has begun, and this one was not forgotten.
  func isLatest(_ number: Int) -> Bool { request.isLatest(number) }

  /// The match that is `count` matches after the cursor, or before it, and around at the end; `nil` when the list has
  /// none.
  ///
  /// `path` returns the place of a match in the list, if the list has it.
  ///
  /// - Complexity: O(log *n*) calls of `path` for the first match, besides matches that are gone; O(*n*) for a later one.
  func match(
    from cursor: RowPath, forward: Bool, includingCursor: Bool, count: Int = 1,
    path: (ManagedObjectID) -> RowPath?
  ) -> RowPath? {
    func nearest(_ places: some Sequence<Int>) -> RowPath? {
      places.lazy.compactMap { path(self.matches[$0]) }.first
    }
    if count > 1 {
      let listed = matches.compactMap(path)
      guard !listed.isEmpty else { return nil }
      let next = listed.firstIndex { $0 > cursor || (includingCursor && $0 == cursor) } ?? listed.count
      let before = listed.lastIndex { $0 < cursor } ?? -1
      let place = (forward ? next + count - 1 : before - (count - 1)) % listed.count
      return listed[place < 0 ? place + listed.count : place]
    }
    if forward {
      let start = firstIndex(path) { $0 > cursor || (includingCursor && $0 == cursor) }
      return nearest(start..<matches.count) ?? nearest(0..<start)
    }
    let end = firstIndex(path) { $0 >= cursor }
    return nearest((0..<end).reversed()) ?? nearest((end..<matches.count).reversed())
  }

  /// The first match whose path lies behind, in the order of the list; matches that are gone lie where the next
  /// one does.
  private func firstIndex(_ path: (ManagedObjectID) -> RowPath?, _ isBehind: (RowPath) -> Bool) -> Int {
    var (lower, upper) = (0, matches.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      guard let probe = (middle..<upper).first(where: { path(matches[$0]) != nil }),
        let found = path(matches[probe]), !isBehind(found)
      else {
        upper = middle
        continue
      }
      lower = probe + 1
    }
    return lower
  }

  /// Ends the search.
  func forget() {
    request.giveUp()
    reading.cancel()
    text = ""
    matches = []
  }
}

extension [FetchPredicate] {
  /// All of them; nil when there are none.
  var conjunction: FetchPredicate? { isEmpty ? nil : .and(self) }
}
