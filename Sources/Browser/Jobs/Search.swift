import FetchedResults
import ListChanges
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// A search in the list that has the focus: finds all matches in the background, in the order of the list.
final class Search {
  /// The matches.
  private(set) var matches: [ManagedObjectID] = []
  /// What is searched for; empty when nothing is.
  private(set) var text = ""
  /// Where it is searched for.
  private(set) var pane = Browser.Pane.photographers
  private let coordinator: PersistentStoreCoordinator
  private var latest = 0

  init(coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }

  /// Finds what matches `query`, whose text is `text`, in a pane.
  ///
  /// Returns false when a later search overtook this one.
  func find(_ text: String, in pane: Browser.Pane, _ query: StoreQuery) async throws -> Bool {
    latest += 1
    let number = latest
    self.text = text
    self.pane = pane
    let found = text.isEmpty ? [] : try await coordinator.read { try $0.fetchIDs(query) }
    guard number == latest else { return false }
    matches = found
    return true
  }

  /// The match after the cursor, or before it, and around at the end; nil when the list has none.
  ///
  /// `path` tells where the list has a match, if it still has it. O(log n) look-ups, besides matches that are gone.
  func match(from cursor: RowPath, forward: Bool, includingCursor: Bool, path: (ManagedObjectID) -> RowPath?)
    -> RowPath?
  {
    func nearest(_ places: some Sequence<Int>) -> RowPath? {
      places.lazy.compactMap { path(self.matches[$0]) }.first
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
    latest += 1
    text = ""
    matches = []
  }
}

extension Browser {
  /// Searches the focused list and goes to the first match from `origin` on.
  func find(_ text: String, from origin: ManagedObjectID?) {
    let (pane, query) = (focus, searchQuery(text))
    start {
      guard try await self.search.find(text, in: pane, query), self.focus == pane else { return }
      self.go(to: origin)
      if !text.isEmpty { self.goToMatch(forward: true, includingCursor: true) }
    }
  }

  private func searchQuery(_ text: String) -> StoreQuery {
    let model = library.context.model
    switch focus {
    case .photos:
      var query = photos.list.controller.request.query(in: model)
      query.predicate = [query.predicate, Photo.containing(text)].compactMap { $0 }.conjunction
      return query
    case .photographers:
      var query = photographers.list.controller.request.query(in: model)
      query.predicate = [query.predicate, Photographer.containing(text)].compactMap { $0 }.conjunction
      return query
    }
  }

  /// Goes to the next match, or the one before, and around at the end, in the pane that was searched.
  func goToMatch(forward: Bool, includingCursor: Bool = false) {
    focus = search.pane
    let cursor = focusedView.cursor ?? RowPath(section: 0, row: 0)
    let match = search.match(
      from: cursor, forward: forward, includingCursor: includingCursor, path: path(of:))
    guard let match else { return toasts.show(Toast(.info, "Nothing found for “\(search.text)”")) }
    focusedView.select(match)
  }

  /// Finds the matches again, in the order in which the list is now.
  func searchAgain() {
    let (pane, text) = (search.pane, search.text)
    guard !text.isEmpty, focus == pane else { return }
    let query = searchQuery(text)
    start { _ = try await self.search.find(text, in: pane, query) }
  }

  /// Goes to a row of the focused list, if it is there.
  func go(to id: ManagedObjectID?) {
    if let id, let path = path(of: id) { focusedView.select(path) }
  }

  /// What is under the cursor of the focused list.
  var focusedID: ManagedObjectID? {
    focus == .photos ? photos.list.selectedID : photographers.list.selectedID
  }

  private func path(of id: ManagedObjectID) -> RowPath? {
    focus == .photos
      ? photos.list.controller.path(of: id) : photographers.list.controller.path(of: id)
  }
}

extension [FetchPredicate] {
  /// All of them; nil when there are none.
  var conjunction: FetchPredicate? { isEmpty ? nil : .and(self) }
}
