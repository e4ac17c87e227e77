import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

extension Browser {
  func view(of pane: Pane) -> any CursorView {
    pane == .photos ? photos.list.view : photographers.list.view
  }

  /// The list that keys go to.
  var focusedView: any CursorView { view(of: focus) }

  // MARK: Panes

  func open() {
    switch focus {
    case .photographers: focus = .photos
    case .photos: openPhoto()
    }
  }

  /// Goes to the right: into the photographer or the photo, or to the next thumbnail.
  func goRight(_ count: Int) {
    if focus == .photos, photos.list.showsGrid { photos.list.view.moveOn(count) } else { open() }
  }

  /// Goes to the left: back to the photographers, or to the thumbnail before.
  func goLeft(_ count: Int) {
    guard focus == .photos, let grid = photos.list.grid, photos.list.showsGrid else {
      return focus = .photographers
    }
    if !grid.move(by: -count) { focus = .photographers }
  }

  /// Ends the innermost thing that is going on.
  func escape() {
    if refresh.isRunning {
      refresh.cancel()
    } else if !search.text.isEmpty {
      search.forget()
    } else if !currentFilter.isEmpty {
      filter("")
    } else if !photos.marked.isEmpty {
      photos.removeMarks()
    } else {
      focus = .photographers
    }
  }

  func quit() {
    if focus == .photos { focus = .photographers } else { leave() }
  }

  func toggleAllPhotos() {
    let photo = photos.list.selectedID
    focus = .photos
    if photos.scope == .everybody {
      // Back to one photographer: the one whose photo is under the cursor.
      if let owner = photos.list.selected?.photographer?.objectID { photographers.list.select(owner) }
      let scope: PhotoList.Scope = photographers.list.selectedID.map { .photographer($0) } ?? .nobody
      list(scope, selecting: photo)
    } else {
      list(.everybody, selecting: photo)
    }
  }

  func sort() {
    let order = photos.order.next
    start {
      try await self.photos.sort(by: order)
      self.searchAgain()
    }
    toasts.show(Toast(.info, "Photos sorted by \(order.name)"))
  }

  func toggleMouse() {
    screen.setMouse(!screen.reportsMouse)
    let state = screen.reportsMouse ? "on" : "off: drag to select text"
    toasts.show(Toast(.info, "Mouse \(state)", hint: "M change"))
  }

  // MARK: Photos

  func toggleSelection() {
    guard let id = photos.list.selectedID else { return }
    photos.toggleMark(id)
    photos.list.view.moveOn(1)
  }

  /// Deletes the photo that is seen alone, or what is selected in the list, else those from the cursor on.
  func deletePhotos(_ count: Int) {
    let targets = showsPhoto ? photos.photos(fromCursor: count) : photos.targets(count)
    guard let first = targets.first else { return }
    let what = targets.count == 1 ? "“\(first.title)”" : "\(targets.count) photos"
    let place = place
    attempt {
      try library.delete(targets)
      places.append(place)
      if !showsPhoto { photos.removeMarks() }
      toasts.show(Toast(.info, "Deleted \(what)", hint: "u undo"))
    }
  }

  func undo(times: Int) {
    var place: Place?
    let back = changeBack(times, word: "Undone", hint: "Ctrl-R redo") {
      guard let name = try library.undo() else { return nil }
      place = places.popLast()
      return name
    }
    if let id = place?.photo, back.contains(id) {
      reveal(id, at: place)
    } else if let id = back.first {
      reveal(id)
    }
  }

  func redo(times: Int) {
    let place = place
    changeBack(times, word: "Done again", hint: "u undo") {
      guard let name = try library.redo() else { return nil }
      places.append(place)
      return name
    }
  }

  /// Undoes or redoes some events and tells what they were.
  ///
  /// Returns the photos that came back.
  @discardableResult
  private func changeBack(
    _ times: Int, word: String, hint: String, _ change: () throws -> String?
  ) -> [ManagedObjectID] {
    var back: [ManagedObjectID] = []
    let number = library.context.model.number(of: Photo.self)
    let observation = library.context.observe { changes in
      back += changes.inserted.filter { $0.entity == number }.sorted()
    }
    attempt {
      var names: [String] = []
      for _ in 0..<times {
        guard let name = try change() else { break }
        names.append(name)
      }
      let told = names.count == 1 ? names[0] : "\(names.count) changes"
      toasts.show(Toast(.info, "\(word): \(told)", hint: hint))
    }
    withExtendedLifetime(observation) {}
    return back
  }

  /// Where the cursors are.
  private var place: Place {
    Place(
      photo: photos.list.selectedID, photoLine: photos.list.lines.cursorLine,
      photographerLine: photographers.list.lines.cursorLine)
  }

  /// Goes to a photo by way of its photographer, and puts both where they stood.
  private func reveal(_ id: ManagedObjectID, at place: Place? = nil) {
    guard let photo = library.context.object(with: id) as? Photo, let owner = photo.photographer?.objectID
    else { return }
    photographers.list.select(owner, atLine: place?.photographerLine)
    focus = .photos
    if photos.scope == .everybody || photos.scope == .photographer(owner), !photos.isTurning {
      photos.list.select(id, atLine: place?.photoLine)
    } else if photos.scope != .everybody {
      list(.photographer(owner), selecting: id, atLine: place?.photoLine)
    }
  }

  func openPage() {
    guard let page = photos.list.selected?.pageURL else {
      return toasts.show(Toast(.info, "The photo has no page"))
    }
    attempt {
      try WebBrowser.open(page)
      toasts.show(Toast(.info, "Opening \(page)"))
    }
  }

  func copyLink() {
    guard let page = photos.list.selected?.pageURL else {
      return toasts.show(Toast(.info, "The photo has no page"))
    }
    screen.copy(page)
    toasts.show(Toast(.info, "Copied \(page)"))
  }

  // MARK: Refreshing

  func startRefresh(pages: Int = 1, reach: RefreshOptions.Reach = .new) {
    refresh.start(RefreshOptions(pages: pages, reach: reach)) { [weak self] in self?.finished($0) }
  }

  private func finished(_ result: Result<RefreshSummary, any Error>) {
    // The rows of a first start come in pieces, and the cursor would stay on the first of the first piece.
    if !wasUsed { photographers.list.view.moveToTop() }
    followPhotographer()
    // What was gone may be there again, and what nobody knew the address of.
    pictures.forgetFailures()
    switch result {
    case .success(let summary): toasts.show(Toast(.info, RefreshPresentation.sentence(for: summary)))
    case .failure(let failure as RefreshFailure):
      let isCancelled = failure.summary.end == .cancelled
      let sentence = RefreshPresentation.sentence(for: failure, reason: "\(failure.cause)")
      toasts.show(Toast(isCancelled ? .info : .error, sentence))
    case .failure(let error): toasts.show(Toast(.error, "\(error)"))
    }
  }
}
