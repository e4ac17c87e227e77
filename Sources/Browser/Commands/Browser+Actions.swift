import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

extension Browser {
  // MARK: Panes

  /// Opens the row under the cursor, or chooses the photos that the browser was opened for.
  func enter() {
    if session.options.pick != nil, lists.focus == .photos || showsPhoto { choose() } else { openRow() }
  }

  /// Chooses the selected photos, or the one under the cursor, and leaves.
  private func choose() {
    let several = session.options.pick?.allowsSeveral == true && !lists.photos.selection.isEmpty
    session.picked = several ? lists.photos.selected : lists.photos.photos(fromCursor: 1)
    if !session.picked.isEmpty { leave() }
  }

  /// Opens the row under the cursor: its photos, or the photo.
  func openRow() {
    switch lists.focus {
    case .master: openMasterRow()
    case .photos: if !openStack() { openPhoto() }
    }
  }

  /// Goes to the photos of the row under the left cursor, which replace those of a collection.
  private func openMasterRow() {
    let isOwn = lists.photos.scope.followsMaster
    if !isOwn { lists.keepJump() }
    lists.focus = .photos
    if !isOwn { listMasterRow() }
  }

  /// Lists the photos of the row under the left cursor; the right cursor stays on its photo if that is listed.
  private func listMasterRow() {
    guard let scope = lists.master.scope else { return }
    list(scope, selecting: lists.photos.list.selectedID)
  }

  /// Goes to the right: into the row or the photo, or to a later thumbnail.
  func goRight(_ count: Int?) {
    if lists.focus == .photos, lists.photos.list.showsSheet {
      return lists.photos.list.view.moveOn(count ?? 1)
    }
    if refusesCount(count, of: .right) { return }
    openRow()
  }

  /// Goes to the left: back to the left list, or to an earlier thumbnail.
  func goLeft(_ count: Int?) {
    guard lists.focus == .photos, let sheet = lists.photos.list.sheet, lists.photos.list.showsSheet else {
      if !refusesCount(count, of: .left) { goToMaster() }
      return
    }
    if !sheet.move(by: -(count ?? 1)) { goToMaster() }
  }

  /// Says that a number is only for the sheet, if one was typed, and returns whether it was.
  private func refusesCount(_ count: Int?, of command: BrowserCommand) -> Bool {
    guard count != nil else { return false }
    toasts.show(Toast(.info, "\(key(command)) takes a number in the sheet only"))
    return true
  }

  /// Ends the innermost thing that is going on: work, the selection, the search, the filter, and the visit of a pane.
  func escape() {
    if refresh.isRunning {
      refresh.cancel()
    } else if fetching.isRunning {
      fetching.cancel()
    } else if export.isRunning {
      export.cancel()
    } else if !lists.photos.selection.isEmpty {
      endSelection()
    } else if !lists.search.text.isEmpty {
      lists.search.forget()
    } else if returnToMap() {
      return
    } else if !lists.filter.isEmpty {
      attempt { try filter("") }
    } else if session.options.pick != nil {
      leave()
    } else if !closeStack() {
      goToMaster()
    }
  }

  /// Goes back to the stacks or to the left list; from there, leaves the program.
  func goBack() {
    if lists.focus == .photos, closeStack() { return }
    if returnToMap() { return }
    if lists.focus == .photos, session.options.pick == nil { goToMaster() } else { leave() }
  }

  /// Lists all photos, or those of the row under the left cursor again.
  func toggleAllPhotos() {
    lists.keepJump()
    if lists.focus == .photos { followOwner(atOnce: true) }
    lists.focus = .photos
    if lists.photos.scope == .all {
      listMasterRow()
    } else {
      list(.all, selecting: lists.photos.list.selectedID)
    }
  }

  func toggleMouse() {
    surface.setMouse(!surface.reportsMouse)
    let message =
      surface.reportsMouse
      ? Toast(.info, "Mouse on")
      : Toast(.info, "Mouse off, drag selects text", hint: hint(.mouse, "turns it on"))
    toasts.show(message)
  }

  // MARK: Refreshing

  func startRefresh(pages: Int = 1, reach: RefreshOptions.Reach = .new) {
    refresh.start(RefreshOptions(pages: pages, reach: reach)) { [weak self] in self?.finished($0) }
  }

  /// Reads the folder of the source again, and says only what has changed.
  func followFiles() {
    refresh.start(RefreshOptions()) { [weak self] result in
      if case .success(let summary) = result, summary.broughtNothing { return }
      self?.finished(result)
    }
  }

  private func finished(_ result: Result<RefreshSummary, any Error>) {
    // The rows of a first start come in pieces, and the cursor would stay on the first of the first piece.
    if !session.wasUsed { lists.master.rows.view.moveToTop() }
    followMaster()
    // Missing pictures may exist again, and unknown addresses may be known by now.
    pictures.forgetFailures()
    switch result {
    case .success(let summary):
      toasts.showInTurn(Toast(.info, notice(for: summary)), details: unreadableFiles(of: summary))
    case .failure(let failure as RefreshFailure):
      let isCancelled = failure.summary.end == .canceled
      let sentence = RefreshPresentation.notice(for: failure, reason: "\(failure.cause)")
      toasts.showInTurn(Toast(isCancelled ? .info : .error, sentence))
    case .failure(let error): toasts.showInTurn(Toast(.error, "\(error)"))
    }
  }

  /// A message for each file that cannot be read, if the notice does not say all.
  private func unreadableFiles(of summary: RefreshSummary) -> [Toast] {
    guard summary.unreadableFiles.count > 1 else { return [] }
    return RefreshPresentation.unreadableFiles(of: summary).map { Toast(.info, $0) }
  }

  private func notice(for summary: RefreshSummary) -> String {
    let isFirstStart =
      refresh.refresher.isSample && summary.photos.new > 0 && summary.photos.new == summary.total
    return isFirstStart
      ? RefreshPresentation.welcome(for: summary, help: key(.help), source: key(.source))
      : RefreshPresentation.notice(for: summary)
  }
}
