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
  /// The pane that is searched.
  private(set) var pane = Browser.Pane.photographers
  private let coordinator: PersistentStoreCoordinator
  private var latest = 0
  private let reading = LatestReading()

  init(coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }

  /// Finds what matches `query`, whose text is `text`, in a pane.
  ///
  /// A later search interrupts this one.
  ///
  /// - Returns: `false` if a later search superseded this one.
  func find(_ text: String, in pane: Browser.Pane, _ query: StoreQuery) async throws -> Bool {
    latest += 1
    let number = latest
    self.text = text
    self.pane = pane
    guard !text.isEmpty else {
      forget()
      return true
    }
    do {
      let found = try await reading.read(in: coordinator) { try $0.fetchIDs(query) }
      guard number == latest else { return false }
      matches = found
      return true
    } catch is CancellationError {
      return false
    }
  }

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
    latest += 1
    reading.cancel()
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
      try await self.loadRest(of: pane)
      self.go(to: origin)
      if self.search.matches.isEmpty, !text.isEmpty {
        self.reportNothingFound()
      } else if !text.isEmpty {
        self.goToMatch(forward: true, includingCursor: true)
      }
      self.followPhotographer()
      self.followPhoto()
    }
  }

  /// Reads all rows of a list, among which the matches are.
  private func loadRest(of pane: Pane) async throws {
    switch pane {
    case .photos: try await photos.loadRest()
    case .photographers: try await photographers.loadRest()
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

  /// Goes to a later match, or to one before, and around at the end, in the pane that was searched.
  func goToMatch(forward: Bool, includingCursor: Bool = false, count: Int = 1) {
    focus = search.pane
    let cursor = focusedView.cursor ?? RowPath(section: 0, row: 0)
    let match = search.match(
      from: cursor, forward: forward, includingCursor: includingCursor, count: count, path: path(of:))
    guard let match else { return reportNothingFound() }
    focusedView.select(match)
    guard !includingCursor, forward ? match <= cursor : match >= cursor else { return }
    toasts.show(Toast(.info, "Search wrapped to the \(forward ? "top" : "end")"))
  }

  /// Says that nothing was found: above the prompt while the text is typed, as a message after that.
  func reportNothingFound() {
    let text = "Nothing found for “\(search.text)”"
    if case .prompt(var prompt) = mode, prompt.purpose == .search {
      prompt.note = text
      mode = .prompt(prompt)
    } else {
      toasts.show(Toast(.info, text))
    }
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

  /// The object under the cursor of the focused list.
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
