import FetchedResults
import ListChanges
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Searching the lists.
extension Browser {
  /// Searches the focused list and goes to the first match from `origin` on.
  ///
  /// - Throws: `PhotoQueryError`, if photos are searched and the text is no query.
  func find(_ text: String, from origin: ManagedObjectID?) throws {
    let (pane, search) = (lists.focus, lists.search)
    let query = try searchQuery(text, in: pane)
    let coordinator = lists.coordinator(of: pane)
    let number = search.begin(text, in: pane)
    start { [self] in
      defer { search.end(number) }
      guard try await search.find(number, query, of: coordinator), lists.focus == pane else { return }
      try await lists.rows(of: pane).loadRest()
      guard search.isLatest(number), lists.focus == pane else { return }
      search.end(number)
      lists.goTo(origin)
      if search.matches.isEmpty, !text.isEmpty {
        reportNothingFound()
      } else if !text.isEmpty {
        goToMatch(forward: true, includingCursor: true)
      }
      followMaster()
      followPhoto()
    }
  }

  private func searchQuery(_ text: String, in pane: ListsScreen.Pane) throws -> StoreQuery {
    guard pane == .photos else { return lists.master.query(matching: text) }
    return lists.photos.list.query(where: try condition(of: text))
  }

  /// Goes to a later match, or to one before, and around at the end, in the pane that was searched.
  func goToMatch(forward: Bool, includingCursor: Bool = false, count: Int = 1) {
    let search = lists.search
    lists.focus = search.pane
    let cursor = lists.focusedView.cursor ?? RowPath(section: 0, row: 0)
    let match = search.match(
      from: cursor, forward: forward, includingCursor: includingCursor, count: count,
      path: lists.focused.path(of:))
    guard let match else {
      // What is being searched for can still be found.
      if !search.isSearching { reportNothingFound() }
      return
    }
    lists.focusedView.select(match)
    guard !includingCursor, forward ? match <= cursor : match >= cursor else { return }
    toasts.show(Toast(.info, "Search wrapped to the \(forward ? "top" : "end")"))
  }

  /// Says that nothing was found: above the prompt while the text is typed, as a message after that.
  func reportNothingFound() {
    let text = "Nothing found for “\(lists.search.text)”"
    if let prompt = screens.top as? PromptScreen, prompt.task is SearchPrompt {
      prompt.note = text
    } else {
      toasts.show(Toast(.info, text))
    }
  }

  /// Finds the matches in a pane again if it is the one that is searched: its list has other rows, or another order.
  func searchAgain(in pane: ListsScreen.Pane) {
    guard !lists.search.text.isEmpty, pane == lists.search.pane else { return }
    findMatches(of: lists.search.text, in: pane)
  }

  /// Makes a former search that of the lists again, and leaves the cursor where it is; an empty text ends the search.
  func restoreSearch(_ text: String, in pane: ListsScreen.Pane) {
    let search = lists.search
    // A search for the same text that still runs would move the cursor later.
    guard search.isSearching || search.text != text || search.pane != pane else { return }
    if text.isEmpty { search.forget() } else { findMatches(of: text, in: pane) }
  }

  private func findMatches(of text: String, in pane: ListsScreen.Pane) {
    guard let query = try? searchQuery(text, in: pane) else { return }
    let coordinator = lists.coordinator(of: pane)
    let search = lists.search
    let number = search.begin(text, in: pane)
    start {
      defer { search.end(number) }
      _ = try await search.find(number, query, of: coordinator)
    }
  }
}

extension ListsScreen {
  /// The coordinator of the store that has the objects of a pane.
  func coordinator(of pane: Pane) -> PersistentStoreCoordinator {
    pane == .photos ? photos.list.controller.context.coordinator : master.coordinator
  }

  /// Goes to a row of the list that keys go to, if it is there.
  func goTo(_ id: ManagedObjectID?) {
    if let id { focused.select(id) }
  }
}
